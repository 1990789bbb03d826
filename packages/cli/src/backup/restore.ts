import { closeSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";

import { parseDatabaseUrl } from "@cmgen/store";
import {
  BackupFileError,
  compareHistory,
  type DatabaseContents,
  findRestoreTarget,
  restoreFile,
  withSchemaSnapshot,
} from "@cmgen/store/backup";

import { databaseCommand } from "../database/database-command.js";
import { pluginDatabase, type PluginDatabase } from "../database/plugin-database.js";
import { withDatabase } from "../database/with-database.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import { pluginPlace } from "../plugin-place.js";
import { shellQuote } from "../shell-quote.js";
import type { Terminal } from "../terminal.js";
import { isSameFile } from "../transfer/same-file.js";
import { FilesError, UsageError } from "../usage-error.js";
import { dumpedMigrations, type SchemaDump } from "./dumped-migrations.js";
import { assertNotLater, assertOfPlugin, printContents } from "./plugin-contents.js";
import { assertProgram, programConnection, startProgram } from "./postgres-programs.js";

export interface RestoreOptions {
  readonly file: string;
  readonly databaseUrl: string | undefined;
  /** Whether a database with objects is replaced, and nobody is asked. */
  readonly force: boolean;
}

interface Restore {
  readonly database: PluginDatabase;
  readonly options: RestoreOptions;
  /** Absolute path of the backup. */
  readonly path: string;
  readonly signal: AbortSignal;
  readonly terminal: Terminal;
}

/** Puts a backup in the place of a database; see the command. */
export async function restoreDatabase(options: RestoreOptions, terminal: Terminal): Promise<ExitCode> {
  const { workingFolder } = terminal;
  const database = await pluginDatabase({ place: pluginPlace(terminal), workingFolder, given: options.databaseUrl });
  const path = resolve(workingFolder, options.file);
  const format = formatOf(path, options.file);
  const { engine } = parseDatabaseUrl(database.url);
  if (format !== engine) throw wrongFormat(options.file, format, database);
  if (engine === "sqlite" && isSameFile(path, database.url))
    throw new UsageError(`${options.file} is the database itself. Name a backup of it.`);
  const signal = terminal.interrupted();
  const restore = { database, options, path, signal, terminal };
  try {
    const restored = await withDatabase(database, () =>
      engine === "sqlite" ? restoreInto(restore) : restoreDump(restore),
    );
    terminal.showProgress?.("");
    if (restored === undefined) return exitCode.cancelled;
    terminal.out(`Restored ${printContents(restored)} to ${database.label}.\n`);
    const due = restored.migrations.filter(({ state }) => state === "pending").map(({ name }) => name);
    if (due.length > 0)
      terminal.out(
        `It is of an earlier release: the service applies ${due.join(", ")} when it starts, or run ${databaseCommand("migrate deploy", database)}.\n`,
      );
    return exitCode.ok;
  } catch (error) {
    if (!signal.aborted) throw error;
    terminal.error(`Nothing was restored: ${database.label} is as it was.\n`);
    return exitCode.cancelled;
  } finally {
    terminal.showProgress?.("");
  }
}

/** How the files begin, of which the one or the other is restored. */
const MAGIC = { sqlite: "SQLite format 3\0", postgresql: "PGDMP" } as const;

type Format = keyof typeof MAGIC;

function formatOf(path: string, name: string): Format | undefined {
  const start = Buffer.alloc(16);
  try {
    const file = openSync(path, "r");
    try {
      readSync(file, start);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new FilesError(code === "ENOENT" ? `${name} does not exist.` : `${name} cannot be read (${code}).`, {
      cause: error,
    });
  }
  const text = start.toString("latin1");
  return (["sqlite", "postgresql"] as const).find((format) => text.startsWith(MAGIC[format]));
}

function wrongFormat(name: string, format: Format | undefined, { label }: PluginDatabase): FilesError {
  if (format === undefined) return new FilesError(`${name} is not a backup: \`cmgen backup\` makes one.`);
  const [from, to] = format === "sqlite" ? ["SQLite", "PostgreSQL"] : ["PostgreSQL", "SQLite"];
  return new FilesError(
    `${name} is a backup of a database on ${from}, and ${label} is on ${to}. To move objects from one to the other, use \`cmgen export --as-is\`.`,
  );
}

/** What would be gone. */
interface Replaced {
  /** As `has 3 objects at revision 12`. */
  readonly what: string;
  /** Whether somebody may miss it. */
  readonly isMissed: boolean;
}

/**
 * Whether the database may be replaced.
 *
 * @throws {FilesError} without a terminal, where nobody can be asked
 */
async function isAgreed({ what, isMissed }: Replaced, { database, options, terminal }: Restore): Promise<boolean> {
  if (!isMissed || options.force) return true;
  if (terminal.ask === undefined) {
    const again = databaseCommand(`restore ${shellQuote(options.file)} --force`, database);
    throw new FilesError(
      `Nothing was restored: ${database.label} ${what}, and there is no terminal to ask on. To replace it without a question, run ${again}.`,
    );
  }
  terminal.out(`${database.label} ${what}.\n`);
  return /^y(es)?$/i.test((await terminal.ask("Replace it, and lose what the backup has not? [y/N] ")).trim());
}

async function restoreInto(restore: Restore): Promise<DatabaseContents | undefined> {
  const { database, options, path, signal, terminal } = restore;
  const name = options.file;
  let restored: DatabaseContents | undefined;
  try {
    const isDone = await restoreFile({
      backup: path,
      file: database.url,
      migrations: database.migrations,
      signal,
      copied: (part) => terminal.showProgress?.(`Copied ${Math.floor(part * 100)} % of ${name}.`),
      agreed: async (backup, found) => {
        assertOfPlugin(backup.migrations, name);
        assertNotLater(backup.migrations, name);
        restored = backup;
        if (found === undefined) return true;
        const replaced =
          "problem" in found
            ? { what: found.problem, isMissed: true }
            : { what: `has ${printContents(found)}`, isMissed: found.objects > 0 };
        return isAgreed(replaced, restore);
      },
    });
    return isDone ? restored : undefined;
  } catch (error) {
    if (error instanceof BackupFileError)
      throw new FilesError(`${name} ${error.message}. Nothing was restored.`, { cause: error });
    throw error;
  }
}

async function restoreDump(restore: Restore): Promise<DatabaseContents | undefined> {
  const { database, options, path, signal } = restore;
  const { url, label, migrations } = database;
  await assertProgram("psql");
  await assertProgram("pg_restore");
  const target = await findRestoreTarget(url, migrations);
  const dump = { path, name: options.file, schema: target.schema };
  const history = compareHistory(migrations, await dumpedMigrations(dump, signal));
  assertOfPlugin(history, options.file);
  assertNotLater(history, options.file);
  const found = await contentsOf(database);
  const others = target.otherTables.join(", ");
  if (found === undefined && others !== "")
    throw new FilesError(
      `${label} has tables and is not the database of a service of cmgen: ${others}. Name a new schema or database.`,
    );
  if (target.dependents.length > 0)
    throw new FilesError(
      `${target.dependents.join(", ")} of other schemas would be dropped with the tables that they read. Drop them, and make them again after the restore.`,
    );
  if (target.isInUse) throw new FilesError(`A service runs on ${label}. Stop it first.`);
  const lost = others === "" ? "" : `, and tables that no migration of the plugin has made: ${others}`;
  const replaced = {
    what: `has ${printContents(found ?? { objects: 0, revision: 0 })}${lost}`,
    isMissed: (found?.objects ?? 0) > 0 || others !== "",
  };
  if (!(await isAgreed(replaced, restore))) return undefined;
  await runScript({ ...dump, url: target.url, signal }, target.script);
  return contentsOf(database);
}

function contentsOf({ url, migrations }: PluginDatabase): Promise<DatabaseContents | undefined> {
  return withSchemaSnapshot(url, migrations, async ({ contents }) => contents);
}

/**
 * Has `psql` run the statements of a dump in one transaction. It commits for the last line alone, which is not sent unless all that is before has
 * come through: `psql --single-transaction` would commit what it has where this process is killed.
 */
async function runScript(
  { path, schema, url, signal }: SchemaDump & { readonly url: string; readonly signal: AbortSignal },
  script: Awaited<ReturnType<typeof findRestoreTarget>>["script"],
): Promise<void> {
  const { url: shown, env } = programConnection(url);
  const given = ["--no-psqlrc", "--quiet", "--no-password", "--set=ON_ERROR_STOP=1", "--file=-", `--dbname=${shown}`];
  const psql = startProgram("psql", { args: given, env, stdio: ["pipe", "ignore", "pipe"] });
  const { stdin } = psql.child;
  const taken = ["--no-owner", `--schema=${schema}`, "--file=-", path];
  const reading = startProgram("pg_restore", { args: taken, stdio: ["ignore", "pipe", "pipe"], signal });
  const { stdout } = reading.child;
  if (stdin === null || stdout === null) throw new Error("A program was started without its pipes");
  // What psql says is why nothing more can be written to it.
  stdin.on("error", () => undefined);
  const stop = async (): Promise<void> => {
    reading.child.kill();
    stdin.destroy();
    await Promise.allSettled([psql.done, reading.done]);
  };
  try {
    stdin.write(script.before);
    await pipeline(stdout, stdin, { end: false, signal });
  } catch (error) {
    await stop();
    if (!signal.aborted) await psql.done;
    throw error;
  }
  try {
    await reading.done;
  } catch (error) {
    await stop();
    throw error;
  }
  // From here on, nobody can tell whether it was stopped before the commit or after it.
  stdin.end(script.after);
  await psql.done;
}
