import { access, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Log } from "../log/log.js";
import type { DatabaseLocation } from "@cmgen/store";
import { ConfigurationError } from "../error/configuration-error.js";
import type { Plugin } from "../plugin/plugin.js";
import type { ServerOptions } from "./server-options.js";

type Engine = DatabaseLocation["engine"];

const defaultMigrations = { sqlite: "prisma/migrations", postgresql: "prisma/postgresql/migrations" };

/** Absolute path of the migrations for an engine. */
export function migrationsFolder({ root, migrations }: ServerOptions, engine: Engine): string {
  return below(root, migrations?.[engine] ?? defaultMigrations[engine]);
}

/** Absolute path of the generated OpenAPI document. */
export function openapiFile({ root, openapi = "openapi.json" }: ServerOptions): string {
  return below(root, openapi);
}

/** Resolved as a path and not as a URL, since a folder may be called `db #1`. A `file:` URL and an absolute path are used as they are. */
function below(root: URL, path: string): string {
  return path.startsWith("file:") ? fileURLToPath(path) : resolve(fileURLToPath(root), path);
}

/**
 * Checks that the files exist which a service reads besides its code: a copy of a service may lack some. A required file is an error, others are
 * a warning in the log.
 *
 * @throws {ConfigurationError} that names everything that is missing, and how to get it; or for an access file that is not in the generated code.
 */
export async function checkRequiredFiles(
  options: ServerOptions,
  { engine, migrate }: { readonly engine: Engine; readonly migrate: boolean },
  log: Log,
): Promise<void> {
  for (const plugin of options.plugins) await checkAccess(plugin);
  const migrations = await missingMigrations(migrationsFolder(options, engine));
  const missing = [...(migrate ? describeMigrations(migrations, engine) : []), ...(await missingManifests(options))];
  if (missing.length > 0) throw new ConfigurationError(["The service lacks files:", ...missing, ADVICE].join("\n"));
  if (migrations.length > 0) log.warn({ missing: migrations }, "cannot check whether the database is up to date");
  const openapi = openapiFile(options);
  if (!(await exists(openapi)))
    log.warn({ missing: openapi }, "no OpenAPI document: /openapi.json and /docs answer 404");
}

/** Where a plugin has rules that were not generated in, everybody could do everything. `withoutAccess` says that this is meant. */
async function checkAccess(plugin: Plugin): Promise<void> {
  if (Object.hasOwn(plugin, "access") || plugin.importFailure !== undefined) return;
  const path = below(plugin.root, "src/access.ts");
  if (!(await exists(path))) return;
  throw new ConfigurationError(
    `${path} is not in force: the generated code does not have it. Run \`cmgen generate\`, and compile. A test that is not about access starts withoutAccess(plugin).`,
  );
}

const ADVICE = "Copy them from the folder in which the service was generated and built.";

function describeMigrations(missing: readonly string[], engine: Engine): readonly string[] {
  const origin = `\`cmgen generate\` writes it if \`databases\` in cmgen.config.ts has ${engine}`;
  return missing.map((path) => `- ${path}: a migration of ${engine}; ${origin}`);
}

/**
 * What is missing in a folder of migrations: the folder itself if it has none, or missing scripts.
 */
export async function missingMigrations(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(noneIfMissing);
  const scripts = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name, "migration.sql"));
  if (scripts.length === 0) return [folder];
  const there = await Promise.all(scripts.map(exists));
  return scripts.filter((_, at) => there[at] === false);
}

/** An empty folder is intended: the service starts without the plugin's objects. */
async function missingManifests({ plugins }: ServerOptions): Promise<readonly string[]> {
  const expected = plugins.filter(({ manifests = false }) => manifests !== false);
  const lines = expected.map(async ({ name, root }) => {
    const folder = fileURLToPath(new URL("extensions", root));
    if (await exists(folder)) return [];
    return [`- ${folder}: the manifests of the plugin ${name}; leave the folder empty to start without its objects`];
  });
  return (await Promise.all(lines)).flat();
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function noneIfMissing(error: unknown): [] {
  if (isMissing(error)) return [];
  throw error;
}

/** The path does not exist, or its parent is not a folder. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
