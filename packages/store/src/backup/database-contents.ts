import { compareHistory, type MigrationRecord, type MigrationStatus } from "../migrate/migration-history.js";
import type { Migration } from "../migrate/migration.js";
import type { DatabaseReads } from "../sql/database-snapshot.js";
import { indexedTables, newestRevision } from "../sql/inspect-statements.js";
import { sql } from "../sql/sql.js";

/** What a database has at one moment. */
export interface DatabaseContents {
  /** The number of objects of all kinds. */
  readonly objects: number;
  readonly revision: number;
  /** Its history of migrations, compared with the plugin's. */
  readonly migrations: readonly MigrationStatus[];
}

/** Tables that every database of a service has. */
const OWN_TABLES = ["cmgen_revision", "cmgen_indexes", "_prisma_migrations"];

type MigrationRow = Pick<MigrationRecord, "name" | "checksum"> & Readonly<Record<"finished" | "rolled_back", unknown>>;

/**
 * Reads what a database has.
 *
 * @returns undefined if it is not the database of a service.
 */
export async function readContents(
  reads: DatabaseReads,
  migrations: readonly Migration[],
): Promise<DatabaseContents | undefined> {
  const tables = new Set(await reads.tables());
  if (!OWN_TABLES.every((table) => tables.has(table))) return undefined;
  const [counter] = await reads.rows<{ readonly revision: number | bigint }>(newestRevision());
  const records = await reads.rows<MigrationRow>(
    sql`SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, rolled_back_at IS NOT NULL AS rolled_back
 FROM _prisma_migrations ORDER BY started_at`,
  );
  return {
    objects: await countObjects(reads, tables),
    revision: Number(counter?.revision ?? 0),
    migrations: compareHistory(
      migrations,
      records.map(({ name, checksum, finished, rolled_back }) => ({
        name,
        checksum,
        // SQLite has no booleans.
        finished: Boolean(finished),
        rolledBack: Boolean(rolled_back),
      })),
    ),
  };
}

async function countObjects(reads: DatabaseReads, tables: ReadonlySet<string>): Promise<number> {
  const declared = await reads.rows<{ readonly name: string }>(indexedTables());
  let objects = 0;
  for (const { name } of declared.filter((table) => tables.has(table.name))) {
    const [row] = await reads.rows<{ readonly count: number | bigint }>(
      sql`SELECT count(*) AS count FROM ${sql.id(name)}`,
    );
    objects += Number(row?.count ?? 0);
  }
  return objects;
}
