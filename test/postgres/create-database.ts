import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

/** Makes an empty database on the run's PostgreSQL; returns its URL. */
export async function createDatabase(): Promise<string> {
  const server = inject("postgresUrl");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name} ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0`);
  } finally {
    await client.end();
  }
  return `${server}/${name}`;
}
