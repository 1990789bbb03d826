import {
  type Database,
  type DatabaseServer,
  openDatabase,
  openServer,
  parseDatabaseUrl,
  type StoreSettings,
  tenantUrl,
} from "@cmgen/store";

/** The databases of a service and of its tenants. Those on PostgreSQL share their connections. */
export class TenantDatabases {
  readonly #url: string;
  readonly #server: DatabaseServer | undefined;

  /** @param url that of the service. */
  constructor(url: string, settings: StoreSettings) {
    this.#url = url;
    this.#server = parseDatabaseUrl(url).engine === "postgresql" ? openServer(url, settings) : undefined;
  }

  /** That of the service itself. */
  own(): Database {
    return this.#server?.database() ?? openDatabase(this.#url);
  }

  of(tenant: string): Database {
    const location = parseDatabaseUrl(tenantUrl(this.#url, tenant));
    if (location.engine === "sqlite") return openDatabase(location.file);
    return this.#server?.database(location.schema) ?? openDatabase(location.url);
  }

  /** Closes the connections, once no store is open. */
  async close(): Promise<void> {
    await this.#server?.close();
  }
}
