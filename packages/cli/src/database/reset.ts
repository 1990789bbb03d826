import { join, sep } from "node:path";

import { parseDatabaseUrl, type TableRows } from "@cmgen/runtime/database";

import { exitCode, type ExitCode } from "../exit-code.js";
import type { Terminal } from "../terminal.js";
import { FilesError } from "../usage-error.js";
import { databaseCommand } from "./database-command.js";
import { findDatabase, printApplied, type MigrateOptions } from "./migrate.js";
import type { PluginDatabase } from "./plugin-database.js";
import { loadRuntime } from "./runtime.js";
import { withDatabase } from "./with-database.js";

export interface ResetOptions extends MigrateOptions {
  /** Whether databases are emptied that are not for development, and nobody is asked. */
  readonly force: boolean;
}

/** Empties the database and applies all migrations again; see the command. */
export async function resetPluginDatabase(options: ResetOptions, terminal: Terminal): Promise<ExitCode> {
  const { resetDatabase, tablesToReset, deployMigrationsTo } = await loadRuntime();
  const database = await findDatabase(options, terminal);
  const { url, label, migrations } = database;
  const dropped = await withDatabase(database, () => tablesToReset(url, migrations));
  if (!options.json) terminal.out(printDropped(dropped, label));
  if (!options.force) {
    assertForDevelopment(database);
    if (dropped.length > 0 && !(await isAgreed(database, terminal))) return exitCode.cancelled;
  }
  const applied = await withDatabase(database, async () => {
    await resetDatabase(url, migrations);
    return deployMigrationsTo(url, migrations);
  });
  terminal.out(options.json ? `${JSON.stringify({ dropped, applied }, null, 2)}\n` : printApplied(applied, label));
  return exitCode.ok;
}

function printDropped(tables: readonly TableRows[], label: string): string {
  if (tables.length === 0) return `There is nothing to drop in ${label}.\n`;
  const lines = tables.map(({ table, rows }) => `drop  ${table} (${rows} row${rows === 1 ? "" : "s"})\n`);
  return `Of ${label}, with all objects:\n${lines.join("")}`;
}

/** @throws {FilesError} for a database that others may rely on: only a file in the plugin's folder is surely for development */
function assertForDevelopment(database: PluginDatabase): void {
  const reason = reasonAgainst(database);
  if (reason === undefined) return;
  const again = databaseCommand("migrate reset --force", database);
  throw new FilesError(`Nothing was dropped: ${reason}. To empty it anyway, run ${again}.`);
}

function reasonAgainst({ url, label, place: { root } }: PluginDatabase): string | undefined {
  if (process.env["NODE_ENV"] === "production") return "NODE_ENV is production";
  if (parseDatabaseUrl(url).engine === "postgresql") {
    return `${label} is a PostgreSQL database, which may be more than one developer's`;
  }
  return url.startsWith(join(root, sep)) ? undefined : `${label} is not in the plugin's folder`;
}

/**
 * Whether the user agrees.
 *
 * @throws {FilesError} without a terminal, where nobody can be asked
 */
async function isAgreed(database: PluginDatabase, { ask }: Terminal): Promise<boolean> {
  if (ask === undefined) {
    const again = databaseCommand("migrate reset --force", database);
    throw new FilesError(
      `Nothing was dropped: there is no terminal to ask on. To empty it without a question, run ${again}.`,
    );
  }
  return /^y(es)?$/i.test((await ask("Drop all this? [y/N] ")).trim());
}
