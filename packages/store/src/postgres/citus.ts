import { postgresDialect, type SqlDialect, sqliteDialect, tableClass } from "../sql/dialect.js";
import { type RunSql, sql } from "../sql/sql.js";

/** What Citus does with the schema of a service. */
export interface CitusSchema {
  /** Whether Citus keeps all of its tables on one node of the cluster. */
  readonly isDistributed: boolean;
  /** What an operator should know. */
  readonly warnings: readonly string[];
}

/**
 * Finds out where the schema's tables are.
 *
 * @throws {Error} on a node that is not the coordinator. Locks and notifications are those of the node that a process is connected to, so processes
 * on two nodes would both lead, and would not hear of each other's writes.
 */
export async function readCitusSchema(run: RunSql): Promise<CitusSchema> {
  const [extension] = await run<{ there: boolean }>(
    sql`SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS there`,
  );
  if (extension?.there !== true) return { isDistributed: false, warnings: [] };
  const [place] = await run<{ schema: string; coordinator: boolean; distributed: boolean }>(
    sql`SELECT ${sql.schema()} AS schema, (SELECT groupid = 0 FROM pg_dist_local_group) AS coordinator,
 EXISTS (SELECT 1 FROM pg_dist_partition WHERE logicalrelid = ${tableClass(sql.lit("cmgen_revision"))}) AS distributed`,
  );
  const { schema = "", coordinator = true, distributed = false } = place ?? {};
  if (distributed && !coordinator) throw new Error(NOT_COORDINATOR);
  return { isDistributed: distributed, warnings: distributed ? [] : [notDistributed(schema)] };
}

const NOT_COORDINATOR =
  "the database is a node of a Citus cluster that is not its coordinator: name the coordinator in the database URL, for all processes of the service";

function notDistributed(schema: string): string {
  const call = `SELECT citus_schema_distribute('${schema.replaceAll("'", "''")}')`;
  return `Citus is installed, and keeps the schema ${schema} on the coordinator: to move it to a worker, stop the service and run ${call}`;
}

/** The coordinator has no statistics of a table that is on another node. Ids are never reused, so the greatest is at least the number of rows. */
export const citusDialect: SqlDialect = { ...postgresDialect, tableSize: sqliteDialect.tableSize };
