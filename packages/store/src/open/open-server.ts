import { parseDatabaseUrl, urlOfSchema } from "../database-url.js";
import { defaultTuning, type ListTuning } from "../list-tuning.js";
import { deployMigrationsTo } from "../migrate/migration-status.js";
import type { ServerConnections } from "../postgres/server-connections.js";
import type { ServerSettings } from "../store-settings.js";
import type { Database } from "./open-database.js";
import { openConnections, openSchema } from "./open-schema.js";

/** A PostgreSQL server, whose schemas share their connections: about twenty for any number of open stores. */
export interface DatabaseServer {
  /**
   * The database in a schema, as {@link openDatabase} returns it for a URL that names the schema. Its store uses the server's connections, with the
   * settings that {@link openServer} was given for them, and closes none of them. A schema has one open store at a time.
   *
   * @param schema default: the one that the URL leads to.
   * @throws {TypeError} for a name that no schema with tables can have.
   */
  database(schema?: string): Database;
  /** Closes the connections. The stores must be closed before: what they still do is broken off. */
  close(): Promise<void>;
}

/**
 * The server that a PostgreSQL URL names. Nothing is opened yet: the first store opens the connections.
 *
 * @param settings of the connections. Default: those of a store by itself.
 * @param tuning see {@link openDatabase}.
 * @throws {TypeError} for the URL of another database.
 */
export function openServer(
  url: string,
  settings: Partial<ServerSettings> = {},
  tuning: ListTuning = defaultTuning,
): DatabaseServer {
  const location = parseDatabaseUrl(url);
  if (location.engine !== "postgresql")
    throw new TypeError("Only a PostgreSQL server has schemas: expected postgresql://…");
  let connections: Promise<ServerConnections> | undefined;
  return {
    database: (schema) => {
      const schemaUrl = schema === undefined ? url : urlOfSchema(url, schema);
      return {
        own: async () => undefined,
        migrate: (migrations, events) => deployMigrationsTo(schemaUrl, migrations, events),
        openStore: async (options) => {
          connections ??= openConnections(url, settings, true);
          return openSchema(await connections, { ...options, ...(schema !== undefined && { schema }), tuning });
        },
        close: async () => undefined,
      };
    },
    close: async () => {
      const opened = await connections;
      connections = undefined;
      await opened?.close();
    },
  };
}
