import type { DatabaseReads } from "../sql/database-snapshot.js";
import type { Migration } from "./migration.js";
import { MigrationError } from "./migration-error.js";
import { compareHistory, type MigrationRecord, type MigrationStatus } from "./migration-history.js";
import { planMigration, type PlannedMigration } from "./planned-migration.js";
import type { Engine, SqlStatement } from "./split-statements.js";
import { reasonOf, statementError } from "./statement-error.js";

/** A database while no other process migrates it. */
export interface MigrationSession {
  readonly engine: Engine;
  /** What the transaction sees. */
  readonly reads: DatabaseReads;
  begin(): Promise<void>;
  commit(): Promise<void>;
  /** Gives up the transaction, if there still is one. */
  rollBack(): Promise<void>;
  records(): Promise<readonly MigrationRecord[]>;
  /** Makes what a history needs and does not have yet: its table, and the schema for all tables. */
  prepare(): Promise<void>;
  run(statement: SqlStatement): Promise<void>;
  /** Checks what the database itself checks only in the end; then records a migration that was run in the transaction. */
  record(migration: Migration, started: Date): Promise<void>;
  /** Outside of a transaction: records a migration as begun, runs its statement, and records its end. */
  runAlone(migration: Migration, statement: SqlStatement): Promise<void>;
}

/** A database that migrations can be applied to. */
export interface MigrationTarget {
  /** What was applied; nothing where nothing ever was. Waits for nobody. */
  records(): Promise<readonly MigrationRecord[]>;
  /** Runs `use` while every other process that would migrate waits; again where it failed only because of what others did. */
  locked<Result>(use: (session: MigrationSession) => Promise<Result>): Promise<Result>;
}

export interface MigrationEvents {
  /** Before a migration is run. */
  applying?(name: string): void;
  /** What is odd about the history, and yet no reason to stop: `edited` and `missing` migrations. */
  odd?(status: MigrationStatus): void;
  /** Looks at the database as it will be, also where nothing was due. Where it fails nothing is committed, and its error is thrown. */
  check?(database: DatabaseReads): Promise<void>;
}

/**
 * Applies the migrations that have not been, in order, and records them as `prisma migrate deploy` does. All are run in one transaction,
 * statement by statement: when one fails, or the check of what they lead to, the database is as it was. Processes that start at once are
 * safe: one applies, the others wait and find it done.
 *
 * A migration may ask to run outside of a transaction: what comes before it is committed first.
 *
 * @returns names of the migrations applied.
 * @throws {MigrationError} for the first that fails. For one that cannot be run at all nothing is run.
 */
export function deployMigrations(
  target: MigrationTarget,
  migrations: readonly Migration[],
  events: MigrationEvents = {},
): Promise<readonly string[]> {
  return target.locked(async (session) => {
    await session.begin();
    try {
      const due = planDue(session.engine, migrations, await reportedHistory(session, migrations, events));
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
    const advice = "see what it left, then mark it with `prisma migrate resolve`";
    throw new MigrationError(status.name, `an earlier run began and did not finish; ${advice}`);
  }
  return history;
}

/** Everything that is due is taken apart before the first statement is run. */
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
      ? "Everything was rolled back: the database is as it was."
      : `Everything after ${committed} was rolled back.`;
  const started = new Date();
  for (const statement of migration.statements) {
    try {
      await session.run(statement);
    } catch (error) {
      throw statementError({ migration, statement, error, outcome });
    }
  }
  try {
    await session.record(migration, started);
  } catch (error) {
    throw new MigrationError(migration.name, `${reasonOf(error)}\n${outcome}`, { cause: error });
  }
}

/** Returns the name of the migration, which cannot be rolled back any more. */
async function applyAlone(session: MigrationSession, migration: PlannedMigration): Promise<string> {
  await session.commit();
  for (const statement of migration.statements) {
    try {
      await session.runAlone(migration, statement);
    } catch (error) {
      const outcome =
        "It ran outside of a transaction and may have left something; see, then mark it with `prisma migrate resolve`.";
      throw statementError({ migration, statement, error, outcome });
    }
  }
  await session.begin();
  return migration.name;
}
