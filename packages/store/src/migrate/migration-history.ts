import { hasChecksum, type Migration } from "./migration.js";

/** A row of `_prisma_migrations`. */
export interface MigrationRecord {
  readonly name: string;
  readonly checksum: string;
  /** Whether it ran to its end. */
  readonly finished: boolean;
  readonly rolledBack: boolean;
}

/**
 * Where a migration stands:
 *
 * - `applied`, `pending`;
 * - `edited`: applied, but its script is not the one that was;
 * - `missing`: applied, but not among the service's migrations (of a later version, or deleted);
 * - `failed`: begun by Prisma Migrate and neither finished nor marked as rolled back.
 */
export type MigrationState = "applied" | "pending" | "edited" | "missing" | "failed";

export interface MigrationStatus {
  readonly name: string;
  readonly state: MigrationState;
}

/** Compares the service's migrations with what the database says was done. Those the service has come first, in order. */
export function compareHistory(
  migrations: readonly Migration[],
  records: readonly MigrationRecord[],
): readonly MigrationStatus[] {
  const counting = records.filter(({ rolledBack }) => !rolledBack);
  const own = migrations.map((migration) => ({
    name: migration.name,
    state: stateOf(
      migration,
      counting.filter(({ name }) => name === migration.name),
    ),
  }));
  const names = new Set(migrations.map(({ name }) => name));
  const others = [...new Set(counting.map(({ name }) => name))].filter((name) => !names.has(name)).sort();
  return [...own, ...others.map((name): MigrationStatus => ({ name, state: "missing" }))];
}

function stateOf({ sql }: Migration, records: readonly MigrationRecord[]): MigrationState {
  if (records.length === 0) return "pending";
  if (records.some(({ finished }) => !finished)) return "failed";
  return records.some(({ checksum }) => hasChecksum(sql, checksum)) ? "applied" : "edited";
}
