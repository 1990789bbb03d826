import { createRequire } from "node:module";
import type Database from "better-sqlite3";

export type SqliteDriver = typeof Database;

const require = createRequire(import.meta.url);

let loaded: SqliteDriver | undefined;

/**
 * better-sqlite3 in the version for this Node.js: 13 from Node.js 22 on, 12 before. Each is an optional dependency with `engines`, so that
 * package managers install the right one. It is loaded when a database is opened: a service on PostgreSQL needs neither.
 *
 * @throws {Error} what is missing or does not load, and the command that fixes it.
 */
export function sqliteDriver(): SqliteDriver {
  if (process.versions["bun"] !== undefined)
    throw new Error("Bun has no SQLite driver that fits. Use PostgreSQL, or run the service with Node.js or Deno");
  loaded ??= loadSqliteDriver(process.versions.node, require);
  return loaded;
}

/** {@link sqliteDriver} for Node.js `version`, with the packages that `load` finds. */
export function loadSqliteDriver(version: string, load: (name: string) => unknown): SqliteDriver {
  const legacy = Number.parseInt(version, 10) < 22;
  const name = legacy ? "@cmgen/sqlite-node20" : "@cmgen/sqlite";
  try {
    const driver = load(name);
    assertDriver(driver, name);
    // The binary is loaded when the first database is opened.
    new driver(":memory:").close();
    return driver;
  } catch (error) {
    const missing = missingPackage(error, legacy ? [name, "better-sqlite3"] : [name]);
    const problem =
      missing === undefined ? `${name} does not load: ${firstLine(error)}` : `${missing} is not installed`;
    const fix = legacy ? legacyFix : currentFix;
    throw new Error(`Node.js ${version} has no SQLite driver: ${problem}. ${fix}`, { cause: error });
  }
}

const install =
  "Delete node_modules and install the dependencies again with the Node.js that runs the service (`npm install`, `pnpm install`)";

const currentFix =
  `${install}, including optional ones. ` +
  "There are binaries for Linux, macOS and Windows on x64 and arm64; on other platforms use PostgreSQL";

const legacyFix =
  `${install}, including optional ones and install scripts. If no binary can be downloaded, better-sqlite3 is compiled, which needs ` +
  "Python 3, make and a C++ compiler; `npm install --foreground-scripts` shows why that fails. Node.js 22 and later compile nothing";

function assertDriver(driver: unknown, name: string): asserts driver is SqliteDriver {
  if (typeof driver !== "function" || !("SqliteError" in driver))
    throw new Error(`${name} does not export better-sqlite3`);
}

/** The package that is missing, if it is one of these. (If a file inside one is missing, the package is damaged.) */
function missingPackage(error: unknown, names: readonly string[]): string | undefined {
  if (!(error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND")) return undefined;
  const [, missing] = /^Cannot find module '((?:@[^'/]+\/)?[^'/]+)/.exec(error.message) ?? [];
  return names.some((name) => missing?.startsWith(name)) ? missing : undefined;
}

function firstLine(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n", 1);
  return line.replace(/[.:]?( Tried:)?$/, "");
}
