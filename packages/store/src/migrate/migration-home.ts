import type { PostgresClient } from "../postgres/database.js";
import { quoteName } from "../sql/sql.js";

/** The schema in which a PostgreSQL database's migrations make tables, and keep their history. */
export interface MigrationHome {
  readonly schema: string;
  readonly quoted: string;
  /** Whether it is there already. */
  readonly exists: boolean;
  /** The table of the migrations that were applied, with its schema: whatever a script does to the search path, it is found. */
  readonly history: string;
  /** The connection's search path. */
  readonly searchPath: string;
}

/** `$1` may be null: then the schema is the first of the search path that is there. */
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
 * Finds where a connection's migrations belong.
 *
 * @param given The schema that the database's URL names, if it does.
 * @throws {Error} where the search path leads to no schema, or to another than that of the migrations that were applied.
 */
export async function migrationHome(client: PostgresClient, given: string | undefined): Promise<MigrationHome> {
  const { rows } = await client.query<FoundRow>(FIND, [given ?? null]);
  const { schema = null, path = "", exists = false, history = null } = rows[0] ?? {};
  if (schema === null) {
    throw new Error(`no schema of the search path (${path}) exists; name one in the URL, as ?schema=public`);
  }
  if (history !== null && history !== schema) {
    throw new Error(
      `the migrations of this database are recorded in the schema ${history}, but tables would be made in ${schema}, which comes first in the search path (${path}); name the right one in the URL, as ?schema=${encodeURIComponent(history)}`,
    );
  }
  const quoted = quoteName(schema);
  return { schema, quoted, exists, history: `${quoted}._prisma_migrations`, searchPath: path };
}
