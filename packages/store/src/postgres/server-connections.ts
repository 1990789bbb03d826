import { notMigrated } from "../engine/assert-migrated.js";
import { SchemaNames } from "../sql/schema-names.js";
import { memoized } from "../memoized.js";
import type { ServerSettings } from "../store-settings.js";
import { assertSession } from "./assert-session.js";
import { ChangeListener } from "./change-listener.js";
import { ListSlots } from "./list-slots.js";
import { breakPools, closePools, fillPools, openPools, type PostgresPools } from "./pools.js";
import { PostgresLocks } from "./postgres-locks.js";
import { PostgresServers } from "./postgres-servers.js";
import type { ServerSchema } from "./schema-client.js";
import { withClient } from "./with-client.js";

/** The schema that a connection is in before its search path is set. */
const FIRST_SCHEMA = "SELECT current_schema() AS schema";

/**
 * The connections to a server, which the stores of its schemas share: the pools, the connection that listens, and the session with the locks. No
 * connection belongs to a schema. They are opened when the first store needs them.
 */
export class ServerConnections {
  readonly servers: PostgresServers;
  readonly settings: ServerSettings;
  readonly isShared: boolean;
  readonly pools: PostgresPools;
  readonly listener: ChangeListener;
  readonly locks: PostgresLocks;
  readonly lists: ListSlots;
  readonly #schemas = new Map<string, ServerSchema>();
  readonly #open = new Set<string>();
  readonly #lost = new Set<() => void>();
  #checked: Promise<void> | undefined;
  #filled: Promise<void> | undefined;

  /**
   * @param isShared whether stores of several schemas are opened.
   * @throws {TypeError} for a URL that is not valid.
   */
  constructor(url: string, settings: ServerSettings, isShared: boolean) {
    this.servers = new PostgresServers(url);
    this.settings = settings;
    this.isShared = isShared;
    this.pools = openPools(this.servers, settings, isShared);
    this.locks = new PostgresLocks(this.servers);
    this.lists = new ListSlots(this.pools, settings);
    this.listener = new ChangeListener(this.servers, {
      answerMilliseconds: settings.timeouts.answerMilliseconds,
      // Otherwise queries would wait for their answer until their time is up, or go to a server that no longer takes writes.
      lost: () => {
        breakPools(this.pools);
        for (const lost of this.#lost) lost();
      },
    });
  }

  /** The schema that the URL leads to: the one it names, or the first of its user's search path. */
  async firstSchema(): Promise<string> {
    if (this.servers.schema !== undefined) return this.servers.schema;
    const found = await withClient(this.pools.objects, async (connection) => {
      const [, , { rows }] = await Promise.all([
        connection.query("BEGIN"),
        connection.query("SET LOCAL search_path TO DEFAULT"),
        connection.query<{ schema: string | null }>(FIRST_SCHEMA),
        connection.query("ROLLBACK"),
      ]);
      return rows[0]?.schema;
    });
    if (found === null || found === undefined) throw notMigrated("The database has no schema in its search path");
    return found;
  }

  /**
   * Takes a schema for a store.
   *
   * @throws {Error} if a store of this server has it.
   */
  enter(schema: string): ServerSchema {
    if (this.#open.has(schema)) throw new Error(`The store of the schema ${schema} is open already: close it first`);
    this.#open.add(schema);
    return memoized(this.#schemas, schema, () => ({
      names: SchemaNames.of(schema),
      suffix: this.isShared ? `_${this.#schemas.size}` : "",
    }));
  }

  leave(schema: string): void {
    this.#open.delete(schema);
  }

  /** Calls a function when the connections were broken off. Returns what ends that. */
  onLost(lost: () => void): () => void {
    this.#lost.add(lost);
    return () => void this.#lost.delete(lost);
  }

  /**
   * Checks the server, once for all stores.
   *
   * @throws {Error} if connections to it do not keep their session.
   */
  async check(): Promise<void> {
    const forget = (error: unknown): never => {
      this.#checked = undefined;
      throw error;
    };
    const asked = (): Promise<void> =>
      withClient(this.pools.objects, (connection) => assertSession(connection, this.servers.url));
    await (this.#checked ??= asked().catch(forget));
  }

  /** Opens the connections that short requests use. */
  async fill(): Promise<void> {
    await (this.#filled ??= fillPools(this.pools));
  }

  async close(): Promise<void> {
    await Promise.all([this.listener.close(), this.locks.close(), closePools(this.pools)]);
  }
}
