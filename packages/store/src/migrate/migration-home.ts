import type { PostgresConnection } from "../postgres/database.js";
import { quoteName } from "../sql/sql.js";

/** The schema of a PostgreSQL database in which migrations create tables and record their history. */
export interface MigrationHome {
  readonly schema: string;
  readonly quoted: string;
  /** Whether it exists already. */
  readonly exists: boolean;
  /** The table of applied migrations, with its schema, so that a script may change the search path. */
  readonly history: string;
  /** The connection's search path. */
  readonly searchPath: string;
}

/** If `$1` is null, the schema is the first one of the search path that exists. */
const FIND = `SELECT found.schema, current_setting('search_path') AS path, n.oid IS NOT NULL AS exists,
 (SELECT h.nspname FROM pg_class AS c JOIN pg_namespace AS h ON h.oid = c.relnamespace
  WHERE c.oid = to_regclass('_prisma_migrations')) AS history
 FROM (SELECT coalesce($1::text, current_schema()::text) AS schema) AS found LEFT JOIN pg_namespace AS n ON n.nspname = found.schema`;

interface FoundRow {
  readonly schema: string | null;
  readonly path: string;
  readonly exists: boolean;
  readonly history: string | null;
}

/**
 * Finds the schema for a connection's migrations.
 *
 * @param given the schema in the database's URL, if it names one.
 * @throws {Error} if no schema of the search path exists, or if earlier migrations are recorded in another one.
 */
export async function migrationHome(client: PostgresConnection, given: string | undefined): Promise<MigrationHome> {
  const { rows } = await client.query<FoundRow>(FIND, [given ?? null]);
  const { schema = null, path = "", exists = false, history = null } = rows[0] ?? {};
  if (schema === null) {
    throw new Error(`no schema of the search path (${path}) exists; name one in the URL, as ?schema=public`);
  }
  if (history !== null && history !== schema) {
    throw new Error(
      `the migrations of this database are recorded in the schema ${history}, but tables would be created in ${schema}, which comes first in the search path (${path}); name the right one in the URL, as ?schema=${encodeURIComponent(history)}`,
    );
  }
  const quoted = quoteName(schema);
  return { schema, quoted, exists, history: `${quoted}._prisma_migrations`, searchPath: path };
}
