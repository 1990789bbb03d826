import type { ListTuning } from "../list-tuning.js";
import type { ServerConnections } from "../postgres/server-connections.js";
import { defaultSettings, type ServerSettings, type StoreSettings } from "../store-settings.js";
import { GuardedStore } from "./guarded-store.js";

/**
 * The connections to a PostgreSQL server. None is opened yet.
 *
 * @param isShared whether stores of several schemas are opened. Otherwise its one store closes them.
 */
export async function openConnections(
  url: string,
  settings: Partial<ServerSettings>,
  isShared: boolean,
): Promise<ServerConnections> {
  // The driver takes memory, and time to load, which a service on SQLite does not need.
  const { ServerConnections } = await import("../postgres/server-connections.js");
  const { connections, timeouts, longLists } = { ...defaultSettings, ...settings };
  return new ServerConnections(url, { connections, timeouts, longLists }, isShared);
}

interface SchemaOptions extends Partial<StoreSettings> {
  readonly tuning: ListTuning;
  /** Default: the one that the server's URL leads to. */
  readonly schema?: string;
}

/** Opens the store of a schema. Its connections have the server's settings. */
export async function openSchema(
  server: ServerConnections,
  { schema, ...options }: SchemaOptions,
): Promise<GuardedStore> {
  const { openPostgresStore } = await import("../postgres/postgres-store.js");
  const settings = { ...defaultSettings, ...options, ...server.settings };
  return new GuardedStore(await openPostgresStore(server, schema, settings));
}
