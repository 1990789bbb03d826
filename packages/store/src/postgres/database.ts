import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Shape } from "../sql/shape.js";
import type { SqlValue } from "../sql/sql.js";

export type PostgresClient = pg.PoolClient;

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
  /** Connections, at most. Default 10. */
  readonly connections?: number;
  /** How long it may take to connect, or to get a connection from the pool, in milliseconds. Default 10,000. */
  readonly connectMilliseconds?: number;
  /** How long a statement may take, including the round trip, in milliseconds. Default: no limit. */
  readonly statementMilliseconds?: number;
  /** Settings of each session. */
  readonly settings?: Readonly<Record<string, string>>;
}

const SET = "SELECT set_config(name, setting, false) FROM json_each_text($1) AS s (name, setting)";

const CONNECT_MILLISECONDS = 10_000;

/** A pool whose connections can all be destroyed together. */
export class PostgresPool extends pg.Pool {
  readonly #connected = new Set<PostgresClient>();
  readonly #taken = new Set<PostgresClient>();

  constructor(config: pg.PoolConfig) {
    super(config);
    // A connection that breaks while idle is replaced when needed; one in use fails the query it is running. Both also emit `error`, which
    // would end the process if there were no listener.
    this.on("error", () => undefined);
    this.on("connect", (client) => {
      this.#connected.add(client);
      client.on("error", () => undefined);
    });
    this.on("acquire", (client) => this.#taken.add(client));
    this.on("release", (_error, client) => this.#taken.delete(client));
    this.on("remove", (client) => this.#connected.delete(client));
  }

  /** Destroys idle connections: if one of them is dead, the others may be too. */
  breakIdle(): void {
    for (const client of this.#connected) if (!this.#taken.has(client)) destroyConnection(client);
  }

  /** Destroys every connection. Queries that wait for an answer fail at once. */
  breakOff(): void {
    for (const client of this.#connected) destroyConnection(client);
  }

  /** Closes the pool when its connections are free, and destroys those that do not close in time. */
  async endWithin(milliseconds: number): Promise<void> {
    const timer = setTimeout(() => this.breakOff(), milliseconds);
    await this.end();
    clearTimeout(timer);
    // The server closes the connection after the client's goodbye. A silent server never does.
    const until = performance.now() + FAREWELL_MILLISECONDS;
    while (this.#connected.size > 0 && performance.now() < until) await delay(5);
    this.breakOff();
  }
}

/** How long a server may take to close a connection. */
const FAREWELL_MILLISECONDS = 500;

/** Closes a connection from this side without telling the server, because it does not answer. */
export function destroyConnection(client: pg.ClientBase): void {
  if (client instanceof pg.Client) client.connection.stream.destroy();
}

/** Opens a pool of connections. Each sends queries at once and reads the answers in order ("pipeline"). */
export function openPool(url: string, options: PoolOptions = {}): PostgresPool {
  const { connections = 10, connectMilliseconds = CONNECT_MILLISECONDS, statementMilliseconds, settings } = options;
  const pool = new PostgresPool({
    connectionString: url,
    max: connections,
    types,
    pipeline: true,
    keepAlive: true,
    application_name: "cmgen",
    connectionTimeoutMillis: connectMilliseconds,
    ...(statementMilliseconds !== undefined && { query_timeout: statementMilliseconds }),
  });
  if (settings !== undefined) {
    // It is sent before anything else. If it fails, the connection is broken, and its first query fails too.
    pool.on("connect", (client) => void client.query(SET, [JSON.stringify(settings)]).catch(() => undefined));
  }
  return pool;
}

/** A shape, and the name under which connections prepare it. */
export interface NamedShape<Input> {
  readonly name: string;
  readonly shape: Shape<Input>;
}

let names = 0;

/** Gives a shape a unique name. */
export function named<Input>(shape: Shape<Input>): NamedShape<Input> {
  names += 1;
  return { name: `cmgen_${names}`, shape };
}

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: SqlValue[];
}

/** A named shape with the values of one run. */
export function statement<Input>({ name, shape }: NamedShape<Input>, input: Input): Statement {
  return { name, text: shape.sql, values: shape.bind(input) };
}
