import type { Emitter } from "../emitter/emitter.js";
import { openApiProblems } from "./check-openapi.js";
import { closestName } from "./closest-name.js";
import type { Config, DatabaseProvider, ManifestMode } from "./config.js";
import { isJson, isObject, objectOf, unless } from "./object-of.js";
import { defaultConfig, type ResolvedConfig } from "./resolved-config.js";

/** What came of checking a config: it, with defaults, or every problem with it, one sentence each. */
export type ConfigCheck =
  | { readonly config: ResolvedConfig; readonly problems?: never }
  | { readonly problems: readonly string[]; readonly config?: never };

/** Returns a problem's sentence, without the key's name in front, or `undefined`; or a list of whole sentences. */
type Rule = (value: unknown) => string | readonly string[] | undefined;

const databaseProviders: readonly DatabaseProvider[] = ["sqlite", "postgresql"];

const manifestModes: readonly ManifestMode[] = ["create", "overwrite", "merge"];

const rules: Readonly<Record<keyof Config, Rule>> = {
  models: nonEmptyListOf("globs", isText),
  outDir: isInnerFolder,
  prismaDir: isInnerFolder,
  server: isInnerModule,
  databases: isDatabases,
  manifests: (value) =>
    manifestModes.some((mode) => mode === value) ? undefined : `must be one of ${manifestModes.join(", ")}`,
  plugins: isPackages,
  typeNames: isTypeNames,
  prismaClient: isBoolean,
  prismaClientDir: isInnerFolder,
  react: isBoolean,
  reservedGroupSuffixes: listOf("group name suffixes", isText),
  openapi: openApiProblems,
  clientPackage: clientPackageProblems,
  emitters: listOf("emitters ({ name, emit })", isEmitter),
};

/** Checks what a config module exports by default; unknown keys are problems, never ignored. */
export function checkConfig(value: unknown): ConfigCheck {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { problems: ["must export an object by default, as `export default defineConfig({ … })` does."] };
  }
  const problems = Object.entries(value).flatMap(([key, entry]) => checkEntry(key, entry));
  if (problems.length > 0) return { problems };
  const config = withDefaults(value);
  const overlaps = [...foldersThatOverlap(config), ...clientFolderThatOverlaps(config)];
  if (overlaps.length > 0) return { problems: overlaps };
  if (!config.server.startsWith(`${config.outDir}/`)) return { config };
  return { problems: ["`server` must not be a generated module."] };
}

/** The Prisma Client has files of many names: beside others' they could not be told apart from them. */
function foldersThatOverlap({ prismaClient, prismaClientDir, outDir, prismaDir }: ResolvedConfig): readonly string[] {
  return prismaClient ? overlapsOf("prismaClientDir", prismaClientDir, { outDir, prismaDir }) : [];
}

/** What a package has in its folder is published. */
function clientFolderThatOverlaps(config: ResolvedConfig): readonly string[] {
  const { clientPackage, prismaClient, prismaClientDir, outDir, prismaDir } = config;
  if (clientPackage === false) return [];
  const others = { outDir, prismaDir, ...(prismaClient && { prismaClientDir }) };
  return overlapsOf("clientPackage.dir", clientPackage.dir, others);
}

function overlapsOf(key: string, path: string, others: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(others)
    .filter(([, other]) => `${path}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${path}/`))
    .map(([other]) => `\`${key}\` must be a folder of its own, but it overlaps with \`${other}\`.`);
}

function checkEntry(key: string, value: unknown): string[] {
  if (!Object.hasOwn(rules, key)) return [unknownKey(key)];
  if (value === undefined) return [];
  const problem = rules[key as keyof Config](value);
  if (typeof problem === "string") return [`\`${key}\` ${problem}.`];
  return [...(problem ?? [])];
}

function unknownKey(key: string): string {
  const known = Object.keys(rules);
  const meant = closestName(key, known);
  const hint = meant === undefined ? `Known keys: ${known.join(", ")}.` : `Did you mean \`${meant}\`?`;
  return `\`${key}\` is not a key of the config. ${hint}`;
}

function withDefaults(config: Config): ResolvedConfig {
  const given = Object.entries(config).filter(([, value]) => value !== undefined);
  const resolved: ResolvedConfig = { ...defaultConfig, ...(Object.fromEntries(given) as Config) };
  const { outDir, prismaDir, prismaClientDir, server, clientPackage } = resolved;
  const folders = {
    outDir: folder(outDir),
    prismaDir: folder(prismaDir),
    prismaClientDir: folder(prismaClientDir),
  };
  const client = clientPackage && { ...clientPackage, dir: folder(clientPackage.dir) };
  return Object.freeze({ ...resolved, ...folders, clientPackage: client, server: folder(server) });
}

function folder(path: string): string {
  return path.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
}

function clientPackageProblems(value: unknown): readonly string[] {
  if (value === false) return [];
  const isName = (name: unknown): boolean =>
    isText(name) && /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(String(name));
  const required = {
    name: (name: unknown, path: string) => unless(isName(name), path, "must be the name of an npm package"),
    dir: (dir: unknown, path: string) => unless(isInnerFolder(dir) === undefined, path, `${isInnerFolder(dir)}`),
  };
  const isFields = (fields: unknown, path: string): readonly string[] =>
    unless(isObject(fields) && isJson(fields), path, "must be an object of JSON values");
  return objectOf(required, { packageJson: isFields })(value, "clientPackage");
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function isEmitter(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { name, emit, inputs } = value as Partial<Record<keyof Emitter, unknown>>;
  const hasInputs = inputs === undefined || (Array.isArray(inputs) && inputs.every(isText));
  return isText(name) && typeof emit === "function" && hasInputs;
}

function listOf(what: string, accepts: (entry: unknown) => boolean): Rule {
  return (value) => (Array.isArray(value) && value.every(accepts) ? undefined : `must be a list of ${what}`);
}

function isBoolean(value: unknown): string | undefined {
  return typeof value === "boolean" ? undefined : "must be true or false";
}

function nonEmptyListOf(what: string, accepts: (entry: unknown) => boolean): Rule {
  const check = listOf(what, accepts);
  return (value) => check(value) ?? (Array.isArray(value) && value.length > 0 ? undefined : "must not be empty");
}

function isDatabases(value: unknown): string | undefined {
  const accepts = (entry: unknown): boolean => databaseProviders.some((provider) => provider === entry);
  if (!Array.isArray(value) || !value.every(accepts)) return `must be a list of ${databaseProviders.join(" and ")}`;
  if (value.length === 0) return "must not be empty";
  return new Set(value).size === value.length ? undefined : "names a database twice";
}

function isPackages(value: unknown): string | undefined {
  const accepts = (entry: unknown): boolean =>
    typeof entry === "string" && /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/i.test(entry);
  if (!Array.isArray(value) || !value.every(accepts))
    return "must be a list of packages' names, such as `@acme/people-plugin`";
  return new Set(value).size === value.length ? undefined : "names a package twice";
}

function isTypeNames(value: unknown): string | undefined {
  const accepts = ([key, name]: [string, unknown]): boolean =>
    (/^[^#\\]+#[^#]+$/.test(key) || /^[a-z0-9.-]+\/v[a-z0-9]+$/.test(key)) &&
    typeof name === "string" &&
    /^[A-Z][A-Za-z0-9_]*$/.test(name);
  return isObject(value) && Object.entries(value).every(accepts)
    ? undefined
    : 'must have names of types by file and name (or of endpoints by their API version), such as `{ "src/models/order.ts#Address": "OrderAddress" }`';
}

/** A module that the generated entry imports. */
function isInnerModule(value: unknown): string | undefined {
  const problem = isInnerFolder(value)?.replace("a folder below the plugin's", "a file below the plugin's folder");
  if (problem !== undefined || typeof value !== "string") return problem;
  return /\.m?ts$/.test(value) && !/\.d\.m?ts$/.test(value) ? undefined : "must be a TypeScript module (.ts or .mts)";
}

/** A folder that a run may write to must be inside the plugin, and not the plugin itself. */
function isInnerFolder(value: unknown): string | undefined {
  if (typeof value !== "string") return "must be a path";
  if (value.includes("\\")) return "must be written with forward slashes";
  if (/^(?:\/|[A-Za-z]:)/.test(value)) return "must be relative to the plugin's folder";
  const segments = folder(value).split("/");
  if (segments.some((segment) => segment === "" || segment === "." || segment === "..")) {
    return "must be a folder below the plugin's, without `..`";
  }
  return undefined;
}
