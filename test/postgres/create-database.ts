import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

/** Makes a database on the run's PostgreSQL, empty or a copy of another one, to which nothing is connected; returns its URL. */
export async function createDatabase(original?: string): Promise<string> {
  const server = inject("postgresUrl");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const template = original === undefined ? "template0" : new URL(original).pathname.slice(1);
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name} ENCODING 'UTF8' LOCALE 'C' TEMPLATE ${template}`);
  } finally {
    await client.end();
  }
  return `${server}/${name}`;
}
