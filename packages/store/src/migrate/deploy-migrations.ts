import type { DatabaseReads } from "../sql/database-snapshot.js";
import { type Migration, type PlannedMigration, planMigration } from "./migration.js";
import { MigrationError, reasonOf, statementError } from "./migration-error.js";
import { compareHistory, type MigrationRecord, type MigrationStatus } from "./migration-history.js";
import type { Engine, SqlStatement } from "./split-statements.js";

/** A database that no other process migrates at the moment. */
export interface MigrationSession {
  /** Reads the database within the transaction. */
  readonly reads: DatabaseReads;
  begin(): Promise<void>;
  commit(): Promise<void>;
  /** Rolls the transaction back, if there still is one. */
  rollBack(): Promise<void>;
  records(): Promise<readonly MigrationRecord[]>;
  /** Creates the table of the history and the schema of all tables, if they do not exist. */
  prepare(): Promise<void>;
  run(statement: SqlStatement): Promise<void>;
  /** Records a migration that was run in the transaction, after the checks that the database itself makes only at its end. */
  record(migration: Migration, started: Date): Promise<void>;
  /** Outside of a transaction: records that a migration has begun, runs its statement, and records that it has ended. */
  runAlone(migration: Migration, statement: SqlStatement): Promise<void>;
}

/** A database that migrations can be applied to. */
export interface MigrationTarget {
  /** The migrations that were applied; empty for a new database. Does not wait for other processes. */
  records(): Promise<readonly MigrationRecord[]>;
  /** Runs `use` while no other process migrates. Repeats it if it failed only because of concurrent transactions. */
  locked<Result>(use: (session: MigrationSession) => Promise<Result>): Promise<Result>;
}

export interface MigrationEvents {
  /** Called before a migration is run. */
  applying?(name: string): void;
  /** Called for an `edited` or `missing` migration. The others are applied nevertheless. */
  odd?(status: MigrationStatus): void;
  /** Checks the migrated database before the commit, even if no migration was due. If it throws, nothing is committed. */
  check?(database: DatabaseReads): Promise<void>;
}

/**
 * Applies the pending migrations in order, and records them as `prisma migrate deploy` does. All of them run in one transaction, statement by
 * statement. If one fails, or the check at the end, everything is rolled back. Several processes may call this at the same time: one applies
 * the migrations, and the others wait and then find nothing to do.
 *
 * A migration may ask to run outside of a transaction. Everything before it is then committed first.
 *
 * @returns names of the migrations applied.
 * @throws {MigrationError} for the first migration that fails. If a script cannot be run at all, none is run.
 */
export function deployMigrations(
  target: MigrationTarget,
  migrations: readonly Migration[],
  events: MigrationEvents = {},
): Promise<readonly string[]> {
  return target.locked(async (session) => {
    await session.begin();
    try {
      const due = planDue(session.reads.dialect.name, migrations, await reportedHistory(session, migrations, events));
      if (due.length > 0) await session.prepare();
      let committed: string | undefined;
      for (const migration of due) {
        events.applying?.(migration.name);
        if (migration.alone) committed = await applyAlone(session, migration);
        else await apply(session, migration, committed);
      }
      await events.check?.(session.reads);
      await session.commit();
      return due.map(({ name }) => name);
    } catch (error) {
      await session.rollBack();
      throw error;
    }
  });
}

async function reportedHistory(
  session: MigrationSession,
  migrations: readonly Migration[],
  events: MigrationEvents,
): Promise<readonly MigrationStatus[]> {
  const history = compareHistory(migrations, await session.records());
  for (const status of history) {
    if (status.state === "edited" || status.state === "missing") events.odd?.(status);
    if (status.state !== "failed") continue;
    const advice = "check what it has changed, then mark it with `prisma migrate resolve`";
    throw new MigrationError(status.name, `an earlier run began and did not finish; ${advice}`);
  }
  return history;
}

/** Splits all pending migrations into statements before the first one is run. */
function planDue(
  engine: Engine,
  migrations: readonly Migration[],
  history: readonly MigrationStatus[],
): readonly PlannedMigration[] {
  const pending = new Set(history.filter(({ state }) => state === "pending").map(({ name }) => name));
  return migrations.filter(({ name }) => pending.has(name)).map((migration) => planMigration(engine, migration));
}

async function apply(session: MigrationSession, migration: PlannedMigration, committed?: string): Promise<void> {
  const outcome =
    committed === undefined
      ? "Everything was rolled back: the database is unchanged."
      : `Everything after ${committed} was rolled back.`;
  const started = new Date();
  await runEach(migration, outcome, (statement) => session.run(statement));
  try {
    await session.record(migration, started);
  } catch (error) {
    throw new MigrationError(migration.name, `${reasonOf(error)}\n${outcome}`, { cause: error });
  }
}

const HALF_DONE =
  "It ran outside of a transaction and may be half done. Check what it has changed, then mark it with `prisma migrate resolve`.";

/** Returns the name of the migration, which can no longer be rolled back. */
async function applyAlone(session: MigrationSession, migration: PlannedMigration): Promise<string> {
  await session.commit();
  await runEach(migration, HALF_DONE, (statement) => session.runAlone(migration, statement));
  await session.begin();
  return migration.name;
}

async function runEach(
  migration: PlannedMigration,
  outcome: string,
  run: (statement: SqlStatement) => Promise<void>,
): Promise<void> {
  for (const statement of migration.statements) {
    try {
      await run(statement);
    } catch (error) {
      throw statementError({ migration, statement, error, outcome });
    }
  }
}
