import { openPool } from "../postgres/database.js";
import type { MigrationTarget } from "./deploy-migrations.js";
import { postgresMigrations } from "./postgres-migrations.js";

/** Gives `use` the migrations of a database on a PostgreSQL server. */
export async function withPostgres<Result>(
  url: string,
  use: (target: MigrationTarget) => Promise<Result>,
): Promise<Result> {
  const pool = openPool(url, { connections: 1 });
  try {
    return await use(postgresMigrations(pool, url));
  } finally {
    await pool.end();
  }
}
