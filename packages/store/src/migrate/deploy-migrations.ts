import type { Migration } from "./migration.js";
import { MigrationError } from "./migration-error.js";
import { compareHistory, type MigrationRecord, type MigrationStatus } from "./migration-history.js";

/** A database while nobody else migrates it. */
export interface MigrationSession {
  /** Makes `_prisma_migrations` if it is not there. */
  prepare(): Promise<void>;
  records(): Promise<readonly MigrationRecord[]>;
  /** Runs a migration and records it: both or neither. */
  apply(migration: Migration): Promise<void>;
}

/** A database that migrations can be applied to. */
export interface MigrationTarget {
  /** What was applied; nothing where nothing ever was. Waits for nobody. */
  records(): Promise<readonly MigrationRecord[]>;
  /** Runs `use` while every other process that would migrate waits. */
  locked<Result>(use: (session: MigrationSession) => Promise<Result>): Promise<Result>;
}

export interface MigrationEvents {
  /** Before a migration is run. */
  applying?(name: string): void;
  /** What is odd about the history, and yet no reason to stop: `edited` and `missing` migrations. */
  odd?(status: MigrationStatus): void;
}

/**
 * Applies the migrations that have not been, one transaction each, as `prisma migrate deploy` does, and records them as it does.
 * Processes that start at once are safe: one applies, the others wait and find it done.
 *
 * @returns names of the migrations applied.
 * @throws {MigrationError} for the first that fails: it leaves nothing behind, and those before it stay applied.
 */
export function deployMigrations(
  target: MigrationTarget,
  migrations: readonly Migration[],
  events: MigrationEvents = {},
): Promise<readonly string[]> {
  return target.locked(async (session) => {
    await session.prepare();
    const history = compareHistory(migrations, await session.records());
    for (const status of history) report(status, events);
    const pending = new Set(history.filter(({ state }) => state === "pending").map(({ name }) => name));
    const toApply = migrations.filter(({ name }) => pending.has(name));
    for (const migration of toApply) {
      events.applying?.(migration.name);
      await apply(session, migration);
    }
    return toApply.map(({ name }) => name);
  });
}

function report(status: MigrationStatus, events: MigrationEvents): void {
  if (status.state === "edited" || status.state === "missing") events.odd?.(status);
  if (status.state !== "failed") return;
  const mend = "see what it left, then mark it with `prisma migrate resolve`";
  throw new MigrationError(status.name, `an earlier run of it began and never ended; ${mend}`);
}

async function apply(session: MigrationSession, migration: Migration): Promise<void> {
  try {
    await session.apply(migration);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new MigrationError(migration.name, `failed and was undone: ${why}`, { cause: error });
  }
}
