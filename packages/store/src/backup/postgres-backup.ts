import { migrationHome } from "../migrate/migration-home.js";
import type { Migration } from "../migrate/migration.js";
import { PRISMA_LOCK } from "../migrate/postgres-migrations.js";
import { tablesOf } from "../migrate/reset-database.js";
import { openPool, type PostgresConnection } from "../postgres/database.js";
import { PostgresServers } from "../postgres/postgres-servers.js";
import { postgresReads } from "../postgres/postgres-snapshot.js";
import { schemaKey } from "../sql/fence.js";
import { postgresDialect } from "../sql/dialect.js";
import { SchemaNames } from "../sql/schema-names.js";
import { compileQuery } from "../sql/sql.js";
import { type DatabaseContents, readContents } from "./database-contents.js";
import { forgetDeliveries } from "./forget-deliveries.js";

/** What a schema has at the moment of a snapshot. */
export interface SchemaSnapshot {
  /** The name of the schema that the database's URL leads to. */
  readonly schema: string;
  /** Undefined if the schema is not that of a service. */
  readonly contents: DatabaseContents | undefined;
  /** The URL with one host: the primary, which has the snapshot. */
  readonly url: string;
  /** The server's major version. */
  readonly version: number;
  /** The snapshot's name, which other sessions can use until it is left. */
  readonly snapshot: string;
}

/** Calls `use` with what the schema of a URL has. */
export function withSchemaSnapshot<Result>(
  url: string,
  migrations: readonly Migration[],
  use: (found: SchemaSnapshot) => Promise<Result>,
): Promise<Result> {
  return withSession(url, async (client, servers) => {
    // It waits for pg_dump.
    await client.query("SET idle_in_transaction_session_timeout = 0");
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const { schema } = await migrationHome(client, servers.schema);
    const { rows } = await client.query<Pick<SchemaSnapshot, "snapshot" | "version">>(
      "SELECT pg_export_snapshot() AS snapshot, current_setting('server_version_num')::int / 10000 AS version",
    );
    const contents = await readContents(postgresReads(client), migrations);
    return use({
      schema,
      url: servers.url,
      contents,
      snapshot: rows[0]?.snapshot ?? "",
      version: rows[0]?.version ?? 0,
    });
  });
}

/** What stands around the statements of a dump, so that they take the place of all that a schema has, or nothing happens. */
export interface RestoreScript {
  readonly before: string;
  readonly after: string;
}

/** A schema that a dump may be restored into. */
export interface RestoreTarget {
  readonly schema: string;
  /** The URL with one host: the primary. */
  readonly url: string;
  /** Whether a process has a store open in it. */
  readonly isInUse: boolean;
  /** Its tables that no migration has created. */
  readonly otherTables: readonly string[];
  /** Views and tables of other schemas that would be dropped with its tables. */
  readonly dependents: readonly string[];
  readonly script: RestoreScript;
}

/** Looks at the schema of a URL before a restore. Nothing is changed. */
export function findRestoreTarget(url: string, migrations: readonly Migration[]): Promise<RestoreTarget> {
  return withSession(url, async (client, servers) => {
    const { schema, quoted } = await migrationHome(client, servers.schema);
    const { rows } = await client.query<{ store: string; history: string; oid: string | null; free: boolean }>(
      `WITH k AS (SELECT ${schemaKey("$1::text")} AS store, hashtextextended('cmgen migrations ' || $1, 0) AS history)
 SELECT store::text, history::text, (SELECT oid::text FROM pg_namespace WHERE nspname = $1) AS oid, pg_try_advisory_xact_lock(store) AS free FROM k`,
      [schema],
    );
    const { store = "", history = "", oid = null, free = false } = rows[0] ?? {};
    const own = await tablesOf(client, schema, migrations);
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 AND tablename <> ALL ($2) ORDER BY 1",
      [schema, own],
    );
    return {
      schema,
      url: servers.url,
      isInUse: !free,
      otherTables: tables.map(({ name }) => name),
      dependents: oid === null ? [] : await findDependents(client, oid),
      script: scriptFor({ quoted, oid, store, history }),
    };
  });
}

interface ScriptTerms {
  /** The schema's name, quoted. */
  readonly quoted: string;
  /** Undefined if the schema does not exist. */
  readonly oid: string | null;
  /** Keys of locks: of those that have a store open, and of migrations. */
  readonly store: string;
  readonly history: string;
}

/**
 * One transaction, which the caller commits with the last line: however the process ends, the server has the old contents or the new ones. It
 * waits for nobody who runs a service or a migration, and for others for ten seconds.
 */
function scriptFor({ quoted, oid, store, history }: ScriptTerms): RestoreScript {
  const locked = [
    `pg_try_advisory_xact_lock(${store})`,
    `pg_try_advisory_xact_lock_shared(${PRISMA_LOCK})`,
    `pg_try_advisory_xact_lock(${history})`,
  ].join(" AND ");
  return {
    before: `BEGIN;
SET LOCAL lock_timeout = '10s';
DO $$ BEGIN
 IF NOT (${locked}) THEN RAISE EXCEPTION 'a service runs on the schema, or a migration'; END IF;
END $$;
${oid === null ? `CREATE SCHEMA ${quoted};` : emptySchema(oid)}
`,
    after: `
SET search_path = ${quoted};
DO $$ BEGIN
 IF to_regclass('cmgen_subscriptions') IS NOT NULL THEN
 ${SchemaNames.searched.fill(compileQuery(postgresDialect, forgetDeliveries).sql)};
 END IF;
END $$;
COMMIT;
`,
  };
}

/** The schema itself stays, since the user may not be allowed to create it. What belongs to an extension stays as well. */
function emptySchema(oid: string): string {
  const isOwn = (catalog: string, item: string): string =>
    `NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = '${catalog}'::regclass AND d.objid = ${item}.oid AND d.deptype IN ('e', 'i'))`;
  const relations = `SELECT format('DROP %s IF EXISTS %I.%I CASCADE', CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW'
 WHEN 'S' THEN 'SEQUENCE' WHEN 'f' THEN 'FOREIGN TABLE' WHEN 'c' THEN 'TYPE' ELSE 'TABLE' END, n.nspname, c.relname)
 FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
 WHERE n.oid = ${oid} AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f', 'c') AND ${isOwn("pg_class", "c")}`;
  const routines = `SELECT format('DROP ROUTINE IF EXISTS %I.%I(%s) CASCADE', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid))
 FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace WHERE n.oid = ${oid} AND ${isOwn("pg_proc", "p")}`;
  const types = `SELECT format('DROP TYPE IF EXISTS %I.%I CASCADE', n.nspname, t.typname)
 FROM pg_type AS t JOIN pg_namespace AS n ON n.oid = t.typnamespace
 WHERE n.oid = ${oid} AND t.typtype IN ('d', 'e', 'r') AND ${isOwn("pg_type", "t")}`;
  return `SET LOCAL client_min_messages = warning;
DO $$ DECLARE command text; BEGIN
 FOREACH command IN ARRAY ARRAY(${relations}) || ARRAY(${routines}) || ARRAY(${types}) LOOP EXECUTE command; END LOOP;
END $$;`;
}

/** Views that read the schema's tables, and tables that refer to them, of other schemas. */
async function findDependents(client: PostgresConnection, oid: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT format('%I.%I', n.nspname, o.relname) AS name
 FROM pg_class AS own JOIN pg_depend AS d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = own.oid
 LEFT JOIN pg_rewrite AS r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
 LEFT JOIN pg_constraint AS f ON d.classid = 'pg_constraint'::regclass AND f.oid = d.objid
 JOIN pg_class AS o ON o.oid = coalesce(r.ev_class, f.conrelid) JOIN pg_namespace AS n ON n.oid = o.relnamespace
 WHERE own.relnamespace = $1 AND o.relnamespace <> $1 ORDER BY 1`,
    [oid],
  );
  return rows.map(({ name }) => name);
}

/** Runs `use` on a connection of its own to the primary, which is closed afterwards. */
async function withSession<Result>(
  url: string,
  use: (client: PostgresConnection, servers: PostgresServers) => Promise<Result>,
): Promise<Result> {
  const servers = new PostgresServers(url);
  const pool = openPool(servers, { connections: 1 });
  try {
    const client = await pool.connect();
    try {
      return await use(client, servers);
    } finally {
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}
