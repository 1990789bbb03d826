import { checkApiVersion, checkGroup } from "@cmgen/model/internal";

import type { Emitter } from "../emitter/emitter.js";
import { openApiProblems } from "./check-openapi.js";
import type { Config, DatabaseProvider, ManifestMode } from "./config.js";
import { type Check, fieldProblems, isJson, isObject, isText, objectOf, oneOf, that, unless } from "./object-of.js";
import { reservedFor } from "../reserved/reserved-names.js";
import { defaultConfig, type ResolvedConfig } from "./resolved-config.js";

/** What came of checking a config: it, with defaults, or every problem with it, one sentence each. */
export type ConfigCheck =
  | { readonly config: ResolvedConfig; readonly problems?: never }
  | { readonly problems: readonly string[]; readonly config?: never };

const databases: readonly DatabaseProvider[] = ["sqlite", "postgresql"];
const manifestModes: readonly ManifestMode[] = ["create", "overwrite", "merge"];

const packageName = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/i;
const packageToPublish = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][a-z0-9._-]*$/;

const isTrueOrFalse = that((value) => typeof value === "boolean", "must be true or false");

const checks: Readonly<Record<keyof Config, Check>> = {
  api: that(isApi, 'must be a group and a version, such as `"people.example.com/v1alpha1"`'),
  models: all(list("globs", isText), that(isNotEmpty, "must not be empty")),
  outDir: isInnerFolder,
  prismaDir: isInnerFolder,
  server: all(isInnerFile, that(isTypeScript, "must be a TypeScript module (.ts or .mts)")),
  databases: all(
    list(databases.join(" and "), (entry) => databases.some((known) => known === entry)),
    that(isNotEmpty, "must not be empty"),
    that(isDistinct, "names a database twice"),
  ),
  manifests: oneOf(...manifestModes),
  plugins: all(
    list("packages' names, such as `@acme/people-plugin`", (entry) => isText(entry) && packageName.test(entry)),
    that(isDistinct, "names a package twice"),
  ),
  users: (value, path) =>
    typeof value === "boolean"
      ? []
      : isObject(value)
        ? usersObject(value, path)
        : [`\`${path}\` must be true, false or an object.`],
  subscriptions: isTrueOrFalse,
  tenants: isTrueOrFalse,
  typeNames: that(
    (value) => isObject(value) && Object.entries(value).every(isTypeName),
    'must have names of types by file and name (or of endpoints by their API version), such as `{ "src/models/order.ts#Address": "OrderAddress" }`',
  ),
  prismaClient: isTrueOrFalse,
  prismaClientDir: isInnerFolder,
  react: isTrueOrFalse,
  console: isTrueOrFalse,
  reservedGroupSuffixes: list("group name suffixes", isText),
  openapi: openApiProblems,
  clientPackage: (value, path) => (value === false ? [] : clientPackage(value, path)),
  emitters: list("emitters ({ name, emit })", isEmitter),
};

const clientPackage = objectOf(
  {
    name: that((name) => isText(name) && packageToPublish.test(name), "must be the name of an npm package"),
    dir: isInnerFolder,
  },
  { packageJson: that((fields) => isObject(fields) && isJson(fields), "must be an object of JSON values") },
);

const usersObject = objectOf({}, { signUp: oneOf("closed", "open") });

/** Checks what a config module exports by default; unknown keys are problems, never ignored. */
export function checkConfig(value: unknown): ConfigCheck {
  if (!isObject(value)) {
    return { problems: ["must export an object by default, as `export default defineConfig({ … })` does."] };
  }
  const problems = Object.entries(value).flatMap(([name, entry]) => {
    const purpose = reservedFor("config", name);
    if (purpose === undefined || Object.hasOwn(checks, name))
      return fieldProblems(checks, { name, path: name, value: entry });
    return [`\`${name}\` is reserved and does nothing yet: a later release uses it for ${purpose}.`];
  });
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
  const { clientPackage: published, prismaClient, prismaClientDir, outDir, prismaDir } = config;
  if (published === false) return [];
  const others = { outDir, prismaDir, ...(prismaClient && { prismaClientDir }) };
  return overlapsOf("clientPackage.dir", published.dir, others);
}

function overlapsOf(key: string, path: string, others: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(others)
    .filter(([, other]) => `${path}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${path}/`))
    .map(([other]) => `\`${key}\` must be a folder of its own, but it overlaps with \`${other}\`.`);
}

function withDefaults(config: Config): ResolvedConfig {
  const given = Object.entries(config).filter(([, value]) => value !== undefined);
  const resolved: ResolvedConfig = { ...defaultConfig, ...(Object.fromEntries(given) as Config) };
  const { outDir, prismaDir, prismaClientDir, server, clientPackage: published } = resolved;
  const folders = {
    outDir: folder(outDir),
    prismaDir: folder(prismaDir),
    prismaClientDir: folder(prismaClientDir),
  };
  const client = published && { ...published, dir: folder(published.dir) };
  return Object.freeze({ ...resolved, ...folders, clientPackage: client, server: folder(server) });
}

function folder(path: string): string {
  return path.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
}

/** The first of the checks that finds a problem has the word. */
function all(...parts: readonly Check[]): Check {
  return (value, path) => parts.map((check) => check(value, path)).find((problems) => problems.length > 0) ?? [];
}

function list(what: string, accepts: (entry: unknown) => boolean): Check {
  return that((value) => Array.isArray(value) && value.every(accepts), `must be a list of ${what}`);
}

function isNotEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

function isDistinct(value: unknown): boolean {
  return Array.isArray(value) && new Set(value).size === value.length;
}

function isEmitter(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { name, emit, inputs } = value as Partial<Record<keyof Emitter, unknown>>;
  const hasInputs = inputs === undefined || (Array.isArray(inputs) && inputs.every(isText));
  return isText(name) && typeof emit === "function" && hasInputs;
}

function isTypeName([key, name]: [string, unknown]): boolean {
  const isKey = /^[^#\\]+#[^#]+$/.test(key) || /^[a-z0-9.-]+\/v[a-z0-9]+$/.test(key);
  return isKey && typeof name === "string" && /^[A-Z][A-Za-z0-9_]*$/.test(name);
}

function isApi(value: unknown): boolean {
  if (typeof value !== "string") return false;
  const [group = "", version = "", ...more] = value.split("/");
  // A group that is the platform's is told where a model takes it: which ones are is said in the config, too.
  return more.length === 0 && checkGroup(group, []).length === 0 && checkApiVersion(version).length === 0;
}

function isTypeScript(value: unknown): boolean {
  return typeof value === "string" && /\.m?ts$/.test(value) && !/\.d\.m?ts$/.test(value);
}

/** A module that the generated entry imports. */
function isInnerFile(value: unknown, path: string): readonly string[] {
  return isInnerFolder(value, path).map((problem) =>
    problem.replace("a folder below the plugin's", "a file below the plugin's folder"),
  );
}

/** A folder that a run may write to must be inside the plugin, and not the plugin itself. */
function isInnerFolder(value: unknown, path: string): readonly string[] {
  if (typeof value !== "string") return [`\`${path}\` must be a path.`];
  const isBelow = !folder(value)
    .split("/")
    .some((segment) => ["", ".", ".."].includes(segment));
  return [
    ...unless(!value.includes("\\"), path, "must be written with forward slashes"),
    ...unless(!/^(?:\/|[A-Za-z]:)/.test(value), path, "must be relative to the plugin's folder"),
    ...unless(isBelow, path, "must be a folder below the plugin's, without `..`"),
  ].slice(0, 1);
}
