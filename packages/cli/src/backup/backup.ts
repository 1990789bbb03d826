import { chmodSync, closeSync, openSync, statSync } from "node:fs";

import { parseDatabaseUrl } from "@cmgen/store";
import {
  BackupFileError,
  copyDatabaseFile,
  type DatabaseContents,
  examineFile,
  withSchemaSnapshot,
} from "@cmgen/store/backup";

import { pluginDatabase, type PluginDatabase } from "../database/plugin-database.js";
import { withDatabase } from "../database/with-database.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import { pluginPlace } from "../plugin-place.js";
import type { Terminal } from "../terminal.js";
import { FilesError } from "../usage-error.js";
import { type BackupTarget, openTarget } from "./backup-target.js";
import { assertOfPlugin, printContents } from "./plugin-contents.js";
import { assertProgram, programConnection, startProgram } from "./postgres-programs.js";

export interface BackupOptions {
  readonly file: string;
  readonly databaseUrl: string | undefined;
  /** Whether a file of the name is replaced. */
  readonly force: boolean;
}

interface Backup {
  readonly database: PluginDatabase;
  readonly target: BackupTarget;
  readonly signal: AbortSignal;
  readonly terminal: Terminal;
}

/** Copies a database to a file; see the command. */
export async function backUpDatabase(options: BackupOptions, terminal: Terminal): Promise<ExitCode> {
  const { workingFolder } = terminal;
  const database = await pluginDatabase({ place: pluginPlace(terminal), workingFolder, given: options.databaseUrl });
  if (database.isMissing) throw new FilesError(`${database.label} does not exist. Name it with --database-url.`);
  const isFile = parseDatabaseUrl(database.url).engine === "sqlite";
  const target = openTarget({ ...options, database: isFile ? database.url : undefined }, terminal);
  const signal = terminal.interrupted();
  const begun = performance.now();
  try {
    const backup = { database, target, signal, terminal };
    const contents = await withDatabase(database, () => (isFile ? copyFile(backup) : dumpSchema(backup)));
    const { size } = statSync(target.part);
    signal.throwIfAborted();
    target.finish();
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    terminal.showProgress?.("");
    terminal.out(
      `${target.name} has ${printContents(contents)} of ${database.label}: ${printSize(size)}, ${seconds} s.\n`,
    );
    return exitCode.ok;
  } catch (error) {
    target.discard();
    if (!signal.aborted) throw error;
    terminal.error(`${target.name} was not made.\n`);
    return exitCode.cancelled;
  } finally {
    terminal.showProgress?.("");
  }
}

async function copyFile({ database, target, signal, terminal }: Backup): Promise<DatabaseContents> {
  const { url, label, migrations } = database;
  const copied = (part: number): void => terminal.showProgress?.(`Copied ${Math.floor(part * 100)} % of ${label}.`);
  try {
    await copyDatabaseFile(url, target.part, { signal, copied });
    terminal.showProgress?.(`Checking ${target.name}.`);
    const contents = await examineFile(target.part, migrations, true);
    assertOfPlugin(contents.migrations, label);
    chmodSync(target.part, statSync(url).mode & 0o777);
    return contents;
  } catch (error) {
    if (error instanceof BackupFileError) throw new FilesError(`${label} ${error.message}.`, { cause: error });
    if (isUnwritable(error)) throw unwritable(target, error.message);
    throw error;
  }
}

/** Whether the disk is full, or breaks. */
function isUnwritable(error: unknown): error is Error {
  return (
    error instanceof Error &&
    "code" in error &&
    /^(?:SQLITE_FULL|SQLITE_IOERR|ENOSPC|EDQUOT|EFBIG|EACCES|EROFS|EPERM)/.test(String(error.code))
  );
}

function unwritable({ name }: BackupTarget, reason: string): FilesError {
  return new FilesError(`${name} cannot be written, and nothing is left of it: ${reason}.`);
}

/** Has `pg_dump` write what the snapshot sees that objects are counted in. */
function dumpSchema({ database, target, signal }: Backup): Promise<DatabaseContents> {
  const { label, migrations } = database;
  return withSchemaSnapshot(database.url, migrations, async ({ schema, url, contents, version, snapshot }) => {
    const connection = programConnection(url);
    if (contents === undefined) throw new FilesError(`${label} is not the database of a service of cmgen.`);
    assertOfPlugin(contents.migrations, label);
    await assertProgram("pg_dump", version);
    await assertProgram("pg_restore", version);
    // Only who may read the database may read the dump.
    closeSync(openSync(target.part, "wx", 0o600));
    const what = ["--format=custom", `--schema=${quotePattern(schema)}`, `--snapshot=${snapshot}`];
    const args = [...what, "--no-password", `--file=${target.part}`, `--dbname=${connection.url}`];
    const dumping = startProgram("pg_dump", { args, env: connection.env, stdio: ["ignore", "ignore", "pipe"], signal });
    await dumping.done;
    // Reads all of it.
    const reading = startProgram("pg_restore", {
      args: ["--file=-", target.part],
      stdio: ["ignore", "ignore", "pipe"],
      signal,
    });
    await reading.done;
    return contents;
  });
}

/** A name as the pattern that nothing else matches. */
function quotePattern(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function printSize(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
