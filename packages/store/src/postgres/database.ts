import pg from "pg";
import { setTimeout as delay } from "node:timers/promises";
import { FAREWELL_MILLISECONDS, destroyConnection, isDestroyed } from "./connection-end.js";
import type { PostgresServers, Settings } from "./postgres-servers.js";

/** A connection of a pool. */
export type PostgresConnection = pg.PoolClient;

const BIGINT_OID = 20;

/** 64-bit integers are numbers if that is exact, else bigints. pg itself returns strings. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === BIGINT_OID && format !== "binary"
      ? readBigint
      : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};

function readBigint(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

export interface PoolOptions {
  /** Connections, at most. */
  readonly connections: number;
  /** How long it may take to connect, or to get a connection from the pool, in milliseconds. Default 10,000. */
  readonly connectMilliseconds?: number;
  /** How long a statement may take, including the round trip, in milliseconds. Default: no limit. */
  readonly statementMilliseconds?: number;
  /** Settings of each session. */
  readonly settings?: Settings;
  /** Whether its connections stay open while nobody uses them. Default: they are closed after 10 seconds. */
  readonly isKept?: boolean;
}

const CONNECT_MILLISECONDS = 10_000;

type Connected = (error: Error | undefined, client: PostgresConnection | undefined, done: () => void) => void;

/** A pool of connections to the primary, which can be destroyed together, including those that are being opened. */
export class PostgresPool extends pg.Pool {
  readonly #servers: PostgresServers;
  readonly #open: ReadonlySet<pg.ClientBase>;
  readonly #idle = new Set<pg.ClientBase>();
  readonly #connectMilliseconds: number;

  constructor(servers: PostgresServers, config: pg.PoolConfig & { readonly connectionTimeoutMillis: number }) {
    const open = new Set<pg.ClientBase>();
    super({
      ...config,
      Client: class extends pg.Client {
        constructor(settings?: pg.ClientConfig) {
          super({ ...settings, connectionString: servers.url });
          open.add(this);
          this.once("end", () => open.delete(this));
        }
      },
    });
    this.#servers = servers;
    this.#connectMilliseconds = config.connectionTimeoutMillis;
    this.#open = open;
    // An idle connection that breaks is replaced when one is next needed; on one in use, queries fail. The connection also emits an error
    // event, which would end the process if it had no listener.
    this.on("error", () => undefined);
    this.on("connect", (client) => {
      client.on("error", () => undefined);
      client.once("end", () => this.#idle.delete(client));
    });
    this.on("acquire", (client) => this.#idle.delete(client));
    this.on("release", (_error, client) => {
      if (open.has(client)) this.#idle.add(client);
    });
  }

  /**
   * A connection, once it is known which server is the primary.
   *
   * @throws {NotPrimaryError} if no server is.
   */
  override connect(connected: Connected): void;
  override connect(): Promise<PostgresConnection>;
  override connect(connected?: Connected): Promise<PostgresConnection> | void {
    if (connected === undefined)
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client === undefined ? reject(error) : resolve(client)));
      });
    if (this.#servers.isFound) return this.#take(connected);
    this.#servers.find(this.#connectMilliseconds).then(
      () => this.#take(connected),
      (error: Error) => connected(error, undefined, () => undefined),
    );
  }

  /** A destroyed connection is among the idle ones until its end is heard of. A request that got it would fail as if the server had. */
  #take(connected: Connected): void {
    super.connect((error, client, done) => {
      if (client === undefined || !isDestroyed(client)) return connected(error, client, done);
      client.release(true);
      this.#take(connected);
    });
  }

  /**
   * Opens all of its connections. One that fails is opened when it is needed: a server that takes few connections is no reason not to start.
   */
  async fill(): Promise<void> {
    const clients = await Promise.allSettled(Array.from({ length: this.options.max }, () => this.connect()));
    for (const client of clients) if (client.status === "fulfilled") client.value.release();
  }

  /** Destroys idle connections: if one of them is dead, the others may be too. */
  breakIdle(): void {
    for (const client of this.#idle) destroyConnection(client);
  }

  /** Destroys every connection. Queries that wait for an answer fail at once. */
  breakOff(): void {
    for (const client of this.#open) destroyConnection(client);
  }

  /** Closes the pool when its connections are free, and destroys those that do not close in time. */
  async endWithin(milliseconds: number): Promise<void> {
    const timer = setTimeout(() => this.breakOff(), milliseconds);
    await this.end();
    clearTimeout(timer);
    // The server closes the connection after the client's goodbye. A silent server never does.
    const until = performance.now() + FAREWELL_MILLISECONDS;
    while (this.#open.size > 0 && performance.now() < until) await delay(5);
    this.breakOff();
  }
}

/** Opens a pool of connections to the primary. Each sends queries at once and reads the answers in order ("pipeline"). */
export function openPool(servers: PostgresServers, options: PoolOptions): PostgresPool {
  const { connections, connectMilliseconds = CONNECT_MILLISECONDS, statementMilliseconds, isKept } = options;
  return new PostgresPool(servers, {
    max: connections,
    ...(isKept === true && { min: connections }),
    types,
    pipeline: true,
    keepAlive: true,
    application_name: "cmgen",
    connectionTimeoutMillis: connectMilliseconds,
    // The pool awaits a promise, although its types do not say so.
    onConnect: (client): unknown => servers.settle(client, options.settings ?? {}, connectMilliseconds),
    ...(statementMilliseconds !== undefined && { query_timeout: statementMilliseconds }),
  });
}
