import { parseDatabaseUrl } from "../database-url.js";
import type { PostgresConnection } from "../postgres/database.js";
import { quoteName } from "../sql/sql.js";
import { withSchema } from "./with-schema.js";

/** Puts a schema on a node of a Citus cluster, which chooses it, if the database is one and keeps the schema on the coordinator. */
export async function distributeSchema(url: string): Promise<void> {
  const location = parseDatabaseUrl(url);
  if (location.engine === "sqlite") return;
  await withSchema(location.url, location.schema, async (client, schema) => {
    if (!(await hasCitus(client))) return;
    await client.query("BEGIN");
    // Two processes may make the same tenant.
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('cmgen distribute ' || $1, 0))", [schema]);
    const { rows } = await client.query("SELECT FROM pg_dist_schema WHERE schemaid = $1::regnamespace", [
      quoteName(schema),
    ]);
    if (rows.length === 0) await client.query("SELECT citus_schema_distribute($1::regnamespace)", [quoteName(schema)]);
    await client.query("COMMIT");
  });
}

/**
 * Moves a schema to another node of a Citus cluster, while it is written to.
 *
 * @throws {Error} where the database is not a Citus cluster, or does not keep the schema on one node.
 */
export async function moveSchema(
  url: string,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  const location = parseDatabaseUrl(url);
  if (location.engine === "sqlite") throw new Error("a file is moved by stopping the service");
  await withSchema(location.url, location.schema, async (client, schema) => {
    if (!(await hasCitus(client)))
      throw new Error("the database is not a Citus cluster, which has nodes to move schemas to");
    await client.query("SELECT citus_schema_move($1::regnamespace, $2::text, $3::integer)", [
      quoteName(schema),
      host,
      port,
    ]);
  });
}

async function hasCitus(client: PostgresConnection): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('pg_catalog.pg_dist_schema') IS NOT NULL AS there",
  );
  return rows[0]?.there === true;
}
