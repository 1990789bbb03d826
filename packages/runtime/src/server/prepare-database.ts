import {
  type Database,
  type DatabaseLocation,
  type FileOwner,
  type Migration,
  MigrationError,
  type MigrationEvents,
  type MigrationStatus,
  NotMigratedError,
  type Store,
  migrationStatus,
  openDatabase,
  parseDatabaseUrl,
  readMigrations,
} from "@cmgen/store";
import { type DatabaseReads, openSnapshot } from "@cmgen/store/inspect";
import type { Log } from "../log/log.js";
import { ConfigurationError } from "../error/configuration-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { assertEvolvable, revisionOf } from "./assert-evolvable.js";
import { storeSettings } from "./database-settings.js";
import type { ServerOptions } from "./server-options.js";
import { migrationsFolder, missingMigrations } from "./required-files.js";
import type { ServerSettings } from "./settings.js";
import { makeStartChecks } from "./start-checks.js";

export interface PreparedDatabase {
  readonly store: Store;
  /** Names of the migrations that the release ships; undefined where they are not shipped. */
  readonly migrations: ReadonlySet<string> | undefined;
  /** Those and what else the database has, and whether they are applied; empty where none are shipped. */
  readonly migrationStates: readonly MigrationStatus[];
  /** The objects were checked as of this revision, or a later one. */
  readonly revision: number;
}

/** What a database is prepared for. */
export interface Preparation {
  readonly options: ServerOptions;
  readonly models: readonly ModelDescriptor[];
  readonly settings: ServerSettings;
  /** The database that the settings name. Default: one with connections of its own. */
  readonly database?: Database | undefined;
  /** How long the service takes to stop, at most. */
  readonly stopTimeoutMs: number;
  readonly log: Log;
  /** Called with what the start waits for or does now: a sentence that any caller may read. */
  readonly doing: (what: string) => void;
}

/**
 * Takes an SQLite file for this process, checks that the evolve steps that are due can change all objects, applies the migrations that are
 * due, and opens the service's store.
 *
 * @throws {ConfigurationError} when the database cannot be opened or is not up to date, another process has its file, or an evolve step cannot
 * change some object (then nothing was written): the message says why.
 * @throws {MigrationError} when a migration fails.
 */
export async function prepareDatabase(preparation: Preparation): Promise<PreparedDatabase> {
  const { settings, models, doing } = preparation;
  try {
    const database = preparation.database ?? openDatabase(settings.databaseUrl);
    try {
      await own(database, preparation);
      doing("The stored objects are being checked.");
      const revision = await revisionOf(settings.databaseUrl);
      await assertEvolvable(settings.databaseUrl, models);
      doing("The database is being opened.");
      return { ...(await migrateAndOpen(database, preparation)), revision };
    } catch (error) {
      await database.close();
      throw error;
    }
  } catch (error) {
    if (error instanceof MigrationError || error instanceof ConfigurationError) throw error;
    if (error instanceof NotMigratedError) throw new ConfigurationError(error.message, { cause: error });
    throw cannotBeOpened(error);
  }
}

/**
 * The engine of the database that a URL names.
 *
 * @param readUrl the URL of its replica, if it has one.
 * @throws {ConfigurationError} when it is not the URL of a database, or one that has no replicas.
 */
export function databaseEngine(url: string, readUrl: string | undefined): DatabaseLocation["engine"] {
  const engine = engineOf(url);
  if (readUrl === undefined || (engine === "postgresql" && /^postgres(?:ql)?:/i.test(readUrl))) return engine;
  throw new ConfigurationError(
    "databaseReadUrl (CMGEN_DATABASE_READ_URL) names a replica of a PostgreSQL database: it and databaseUrl (CMGEN_DATABASE_URL) must both be postgresql://…",
  );
}

function engineOf(url: string): DatabaseLocation["engine"] {
  try {
    return parseDatabaseUrl(url).engine;
  } catch (error) {
    throw cannotBeOpened(error);
  }
}

function cannotBeOpened(error: unknown): ConfigurationError {
  const why = error instanceof Error && error.message !== "" ? error.message : String(error);
  return new ConfigurationError(`The database cannot be opened: ${why}.`, { cause: error });
}

function own(database: Database, { stopTimeoutMs, log, doing }: Preparation): Promise<void> {
  const waiting = ({ host, processId, since }: Partial<FileOwner> = {}): void => {
    log.warn({ host, processId, since }, "another process has the database file: waiting until it ends");
    doing("Another process has the database file. The service starts when that process has ended.");
  };
  return database.own({ stopMilliseconds: stopTimeoutMs, waiting });
}

async function migrateAndOpen(
  database: Database,
  preparation: Preparation,
): Promise<Omit<PreparedDatabase, "revision">> {
  const { options, settings, log } = preparation;
  const { databaseUrl, migrate } = settings;
  const { engine } = parseDatabaseUrl(databaseUrl);
  const folder = migrationsFolder(options, engine);
  const isShipped = migrate || (await missingMigrations(folder)).length === 0;
  const shipped = isShipped ? await readMigrations(folder) : undefined;
  const check = (reads: DatabaseReads): Promise<void> => makeStartChecks(reads, options);
  let migrationStates: readonly MigrationStatus[] = [];
  if (shipped !== undefined)
    migrationStates = migrate
      ? await applyMigrations(database, shipped, { ...migrationLog(log), check })
      : await upToDate(databaseUrl, shipped);
  if (!migrate || shipped === undefined) await checkUnmigrated(databaseUrl, check);
  const store = await database.openStore(storeSettings(settings.database, log, options.limits));
  for (const warning of store.warnings) log.warn({}, warning);
  return { store, migrations: shipped && new Set(shipped.map(({ name }) => name)), migrationStates };
}

/** Applies what is due. Returns the states afterwards, of which all are applied but those that the history reports as odd. */
async function applyMigrations(
  database: Database,
  shipped: readonly Migration[],
  events: MigrationEvents,
): Promise<readonly MigrationStatus[]> {
  const odd = new Map<string, MigrationStatus>();
  const noteOdd = (status: MigrationStatus): void => {
    odd.set(status.name, status);
    events.odd?.(status);
  };
  await database.migrate(shipped, { ...events, odd: noteOdd });
  const states = shipped.map(({ name }): MigrationStatus => odd.get(name) ?? { name, state: "applied" });
  const names = new Set(shipped.map(({ name }) => name));
  return [...states, ...[...odd.values()].filter(({ name }) => !names.has(name))];
}

/** Makes the checks of a database that is not migrated here; nothing is applied. */
async function checkUnmigrated(databaseUrl: string, check: (reads: DatabaseReads) => Promise<void>): Promise<void> {
  const snapshot = await openSnapshot(databaseUrl);
  try {
    await check(snapshot);
  } finally {
    await snapshot.close();
  }
}

function migrationLog(log: Log): MigrationEvents {
  return {
    applying: (migration) => log.info({ migration }, "applying a migration"),
    odd: ({ name, state }) => log.warn({ migration: name, state }, "migration differs from the database's history"),
  };
}

/**
 * The states of the migrations of a database that is not migrated here.
 *
 * @throws {ConfigurationError} if some are not applied: a service on tables of another version would fail request by request.
 */
async function upToDate(databaseUrl: string, migrations: readonly Migration[]): Promise<readonly MigrationStatus[]> {
  const status = await migrationStatus(databaseUrl, migrations);
  const due = status.filter(({ state }) => state === "pending").map(({ name }) => name);
  if (due.length === 0) return status;
  throw new ConfigurationError(
    `The database is not up to date: ${due.join(", ")} ${due.length === 1 ? "has" : "have"} not been applied. Apply them with \`cmgen migrate deploy\`, or leave CMGEN_MIGRATE unset.`,
  );
}
