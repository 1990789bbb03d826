import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import pg from "pg";
import {
  loadSchemaEngine,
  type SchemaEngineBindings,
} from "../../packages/generator/src/migrate/load-schema-engine.js";
import type { Migration } from "../../packages/store/src/migrate/migration.js";

type Engine = Awaited<ReturnType<SchemaEngineBindings["SchemaEngine"]["new"]>>;

/** Prisma's own schema engine, as its command line uses it, connected to a database. */
export interface LiveEngine {
  /** The SQL that the database still lacks to be as the schema says: what `prisma migrate diff` prints; `""` for none. */
  drift(schema: string): Promise<string>;
  /** What `prisma migrate status` looks at. */
  status(migrations: readonly Migration[]): ReturnType<Engine["diagnoseMigrationHistory"]>;
  /** `prisma migrate deploy`; the names of what it applied. */
  deploy(migrations: readonly Migration[]): Promise<readonly string[]>;
}

const filters = { externalTables: [], externalEnums: [] };

/** Connects to `url`, does `use` and disconnects. */
export async function withLiveEngine<Result>(
  url: string,
  use: (engine: LiveEngine) => Promise<Result>,
): Promise<Result> {
  const connections: SqlDriverAdapter[] = [];
  const adapter = bindMigrationAwareSqlAdapterFactory(remembering(adapterFor(url), connections));
  const { SchemaEngine } = await loadSchemaEngine();
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter);
  try {
    return await use(liveEngine(engine, adapter.provider === "sqlite" ? "sqlite" : "postgresql"));
  } finally {
    engine.free();
    for (const connection of connections) await connection.dispose();
  }
}

function liveEngine(engine: Engine, provider: string): LiveEngine {
  return {
    drift: async (schema) => {
      const files = [{ path: "schema.prisma", content: schema }];
      const from = { tag: "schemaDatasource", files, configDir: "" } as const;
      const to = { tag: "schemaDatamodel", files } as const;
      const { stdout } = await engine.diff({ from, to, script: true, exitCode: null, filters });
      return (stdout ?? "").replace("-- This is an empty migration.", "").trim();
    },
    status: (migrations) =>
      engine.diagnoseMigrationHistory({
        migrationsList: migrationList(provider, migrations),
        optInToShadowDatabase: false,
        filters,
      }),
    deploy: async (migrations) => {
      const done = await engine.applyMigrations({ migrationsList: migrationList(provider, migrations), filters });
      return done.appliedMigrationNames;
    },
  };
}

function adapterFor(url: string): SqlMigrationAwareDriverAdapterFactory {
  return url.startsWith("postgresql:") ? postgresAdapter(url) : sqliteAdapter(url);
}

/**
 * The engine asks for an index with `name = "…"`. SQLite takes that for a text as Prisma builds it, and for a column as better-sqlite3 does.
 */
function sqliteAdapter(url: string): SqlMigrationAwareDriverAdapterFactory {
  return wrapped(new PrismaBetterSqlite3({ url }), (connection) => {
    const queryRaw = connection.queryRaw.bind(connection);
    connection.queryRaw = (query) => queryRaw({ ...query, sql: query.sql.replace(/(?<=\bname = )"([^"]*)"/i, "'$1'") });
    return connection;
  });
}

/**
 * The adapter does not know PostgreSQL's internal type `"char"`, which the engine asks the catalogue for. So the driver's answers call it
 * text, and the adapter's call it a character again.
 */
function postgresAdapter(connectionString: string): SqlMigrationAwareDriverAdapterFactory {
  const characters = new Set<string>();
  const factory = new PrismaPg(new TextPool({ connectionString }, characters), { disposeExternalPool: true });
  return wrapped(factory, (connection) => {
    const queryRaw = connection.queryRaw.bind(connection);
    connection.queryRaw = async (query) => {
      const { columnNames, columnTypes, ...rows } = await queryRaw(query);
      const typeOf = (name: string, place: number) =>
        characters.has(name) ? ColumnTypeEnum.Character : (columnTypes[place] ?? ColumnTypeEnum.Text);
      return { ...rows, columnNames, columnTypes: columnNames.map(typeOf) };
    };
    return connection;
  });
}

class TextPool extends pg.Pool {
  constructor(config: pg.PoolConfig, characters: Set<string>) {
    super(config);
    const query = this.query.bind(this);
    const [char, text] = [18, 25];
    const relabelled = async (request: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> => {
      const result = await query(request);
      for (const field of result.fields) {
        if (field.dataTypeID !== char) continue;
        characters.add(field.name);
        field.dataTypeID = text;
      }
      return result;
    };
    Object.assign(this, { query: relabelled });
  }
}

/** The engine leaves its connections open. */
function remembering(
  factory: SqlMigrationAwareDriverAdapterFactory,
  connections: SqlDriverAdapter[],
): SqlMigrationAwareDriverAdapterFactory {
  return wrapped(factory, (connection) => {
    connections.push(connection);
    return connection;
  });
}

function wrapped(
  factory: SqlMigrationAwareDriverAdapterFactory,
  wrap: (connection: SqlDriverAdapter) => SqlDriverAdapter,
): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => wrap(await factory.connect()),
    connectToShadowDb: async () => wrap(await factory.connectToShadowDb()),
  };
}

function migrationList(provider: string, migrations: readonly Migration[]) {
  return {
    baseDir: "/migrations",
    lockfile: { path: "migration_lock.toml", content: `provider = "${provider}"\n` },
    shadowDbInitScript: "",
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value: sql } },
    })),
  };
}
