import { hasChecksum, type Migration } from "./migration.js";

/** A row of `_prisma_migrations`. */
export interface MigrationRecord {
  readonly name: string;
  readonly checksum: string;
  /** Whether it was completed. */
  readonly finished: boolean;
  readonly rolledBack: boolean;
}

/**
 * The state of a migration:
 *
 * - `applied`, `pending`;
 * - `edited`: applied, but its script has changed since;
 * - `missing`: applied, but not one of the service's migrations (it may be from a later version, or was deleted);
 * - `failed`: begun, and neither completed nor marked as rolled back.
 */
export type MigrationState = "applied" | "pending" | "edited" | "missing" | "failed";

export interface MigrationStatus {
  readonly name: string;
  readonly state: MigrationState;
}

/** Compares the service's migrations with the database's history. The service's own come first, in their order. */
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
