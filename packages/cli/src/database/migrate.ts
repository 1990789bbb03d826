import type { MigrationState, MigrationStatus } from "@cmgen/runtime/database";

import { exitCode, type ExitCode } from "../exit-code.js";
import { pluginPlace } from "../plugin-place.js";
import type { Terminal } from "../terminal.js";
import { databaseCommand } from "./database-command.js";
import { pluginDatabase, type PluginDatabase } from "./plugin-database.js";
import { loadRuntime } from "./runtime.js";
import { withDatabase } from "./with-database.js";

export interface MigrateOptions {
  readonly databaseUrl: string | undefined;
  readonly json: boolean;
}

/** What a state is called, and what it means where that is not plain. */
const states: Readonly<Record<MigrationState, readonly [name: string, meaning?: string]>> = {
  applied: ["applied"],
  pending: ["pending"],
  edited: ["edited", "applied, and its script was edited since: restore it"],
  missing: ["unknown", "applied, but none of this checkout's: it is of a later version, or was deleted"],
  failed: ["failed", "begun and not finished: see what it left, then mark it with `prisma migrate resolve`"],
};

export function findDatabase({ databaseUrl }: MigrateOptions, terminal: Terminal): Promise<PluginDatabase> {
  const { workingFolder } = terminal;
  return pluginDatabase({ place: pluginPlace(terminal), workingFolder, given: databaseUrl });
}

/** Prints where each migration stands; see the command. */
export async function printMigrationStatus(options: MigrateOptions, terminal: Terminal): Promise<ExitCode> {
  const { migrationStatus } = await loadRuntime();
  const database = await findDatabase(options, terminal);
  const history = await withDatabase(database, () => migrationStatus(database.url, database.migrations));
  const status = statusOf(history);
  if (options.json) {
    const migrations = history.map(({ name, state }) => ({ name, state: states[state][0] }));
    terminal.out(`${JSON.stringify({ status, migrations }, null, 2)}\n`);
  } else {
    terminal.out(`${[...history.map(lineOf), summaryOf(status, history, database)].join("\n")}\n`);
  }
  return endings[status];
}

const endings = { "up-to-date": exitCode.ok, pending: exitCode.found, odd: exitCode.refused } as const;

function statusOf(history: readonly MigrationStatus[]): keyof typeof endings {
  if (history.some(({ state }) => state !== "applied" && state !== "pending")) return "odd";
  return history.some(({ state }) => state === "pending") ? "pending" : "up-to-date";
}

function lineOf({ name, state }: MigrationStatus): string {
  const [word, meaning] = states[state];
  return `${word.padEnd(8)} ${name}${meaning === undefined ? "" : ` (${meaning})`}`;
}

function summaryOf(
  status: keyof typeof endings,
  history: readonly MigrationStatus[],
  database: PluginDatabase,
): string {
  const { label, isMissing } = database;
  const deploy = databaseCommand("migrate deploy", database);
  if (isMissing) return `${label} does not exist yet: the service creates it when it starts, or run ${deploy}.`;
  if (status === "up-to-date") return `${label} is up to date.`;
  const due = history.filter(({ state }) => state === "pending").length;
  if (status === "odd") return `The history of ${label} is not that of this checkout.`;
  return `${count(due, "migration")} not applied to ${label} yet: the service applies what is due when it starts, or run ${deploy}.`;
}

/** Applies what is due, and prints what it did; see the command. */
export async function deployPluginMigrations(options: MigrateOptions, terminal: Terminal): Promise<ExitCode> {
  const { deployMigrationsTo } = await loadRuntime();
  const database = await findDatabase(options, terminal);
  const { url, label, migrations } = database;
  const odd = (status: MigrationStatus): void => terminal.error(`${lineOf(status)}\n`);
  const applied = await withDatabase(database, () => deployMigrationsTo(url, migrations, { odd }));
  if (options.json) terminal.out(`${JSON.stringify({ applied }, null, 2)}\n`);
  else {
    terminal.out(printApplied(applied, label));
  }
  return exitCode.ok;
}

/** What was done to a database. */
export function printApplied(applied: readonly string[], label: string): string {
  const lines = applied.map((name) => `applied  ${name}`);
  const summary =
    applied.length === 0 ? `${label} is up to date.` : `${count(applied.length, "migration")} applied to ${label}.`;
  return `${[...lines, summary].join("\n")}\n`;
}

function count(size: number, what: string): string {
  return `${size} ${what}${size === 1 ? "" : "s"}`;
}
