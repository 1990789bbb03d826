import { randomUUID } from "node:crypto";
import { inject } from "vitest";

/** Databases that tests have made and not dropped. */
const made: string[] = [];

/** URL of a database on the coordinator of a Citus cluster: then each database of a test is a schema there, which Citus keeps on one of its nodes. */
const citus = process.env["CMGEN_TEST_CITUS_URL"];

/** Makes a database on the run's PostgreSQL, empty or a copy of another one, to which nothing is connected; returns its URL. */
export async function createDatabase(original?: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  if (citus !== undefined) {
    if (original !== undefined) throw new Error("A schema of a Citus cluster cannot be copied");
    await administer("SET citus.enable_schema_based_sharding = on", `CREATE SCHEMA ${name}`);
    made.push(name);
    // What a test itself reads finds its tables as well.
    return `${citus}?schema=${name}&options=-c%20search_path%3D${name}`;
  }
  const template = original === undefined ? "template0" : new URL(original).pathname.slice(1);
  // Without writing its pages to the log, as a database that lasts would be made, it takes two thirds of the time.
  await administer(`CREATE DATABASE ${name} ENCODING 'UTF8' LOCALE 'C' TEMPLATE ${template} STRATEGY FILE_COPY`);
  made.push(name);
  return `${inject("postgresUrl")}/${name}`;
}

/** Drops what `createDatabase` has made: hundreds of databases of 8 MB, which may be in memory. */
export async function dropDatabases(): Promise<void> {
  const names = made.splice(0);
  const drop = (name: string): string =>
    citus === undefined ? `DROP DATABASE ${name} WITH (FORCE)` : `DROP SCHEMA ${name} CASCADE`;
  if (names.length > 0) await administer(...names.map(drop));
}

async function administer(...statements: readonly string[]): Promise<void> {
  // Most files make no database, and have no use for the driver.
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: citus ?? `${inject("postgresUrl")}/postgres` });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
