import pg from "pg";
import { quoteName } from "../sql/sql.js";
import { CHANGES_CHANNEL } from "../sql/dialect.js";
import { schemaKey } from "../sql/fence.js";
import { endClient } from "./connection-end.js";
import type { PostgresServers } from "./postgres-servers.js";
import { isRefusalOfRunningServer, postgresTrouble } from "./postgres-trouble.js";
import { ServerClock, type ServerTime, serverTime } from "./server-clock.js";
import { rowWithin } from "./with-client.js";

const FIRST_RETRY_MILLISECONDS = 100;
const LAST_RETRY_MILLISECONDS = 2000;

/** The interval at which the server is asked for a sign of life. */
const HEARTBEAT_MILLISECONDS = 1000;

/** How the time in which a database must answer is split: to answer, and then to accept a new connection. */
const ANSWER_PART = 0.6;
const CONNECT_PART = 0.4;

/** Every process with an open store shares this lock, so that a restore notices it. */
const SHARE_SCHEMA = `pg_try_advisory_lock_shared(${schemaKey("current_schema()")})`;

interface ListenerOptions {
  /** How long the database may take to answer, in milliseconds. */
  readonly answerMilliseconds: number;
  /** Called after a change by any process with its revision, and without it after a time without notifications. */
  changed(revision?: number): void;
  /** Called when the database does not answer, and when another server has become the primary. */
  lost(): void;
}

/**
 * Receives notifications of changes by all processes on a connection of its own, and uses it to know whether the database answers. If the
 * connection breaks or is silent, a new one is opened at once. The database counts as away until that succeeds.
 */
export class ChangeListener {
  /** The server's clock, as far as its answers told. */
  readonly clock = new ServerClock();
  readonly #servers: PostgresServers;
  readonly #options: ListenerOptions;
  #client: pg.Client | undefined;
  /** The URL of the server that was last connected. */
  #connected: string | undefined;
  #retry: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #wait = 0;
  #away: string | undefined;
  #closed = false;

  constructor(servers: PostgresServers, options: ListenerOptions) {
    this.#servers = servers;
    this.#options = options;
  }

  /** Why the database cannot be reached; undefined while it answers. */
  get away(): string | undefined {
    return this.#away;
  }

  /** Connects, and reconnects whenever the connection breaks. */
  async start(): Promise<void> {
    const { answerMilliseconds, changed, lost } = this.#options;
    const milliseconds = answerMilliseconds * CONNECT_PART;
    await this.#servers.find(milliseconds);
    if (this.#closed) throw new Error("The store is closed");
    const { url } = this.#servers;
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      application_name: "cmgen changes",
      connectionTimeoutMillis: milliseconds,
      query_timeout: milliseconds,
    });
    this.#client = client;
    // Processes of earlier releases do not name the revision, and others may send anything.
    client.on("notification", ({ payload = "" }) => changed(/^\d{1,15}$/.test(payload) ? Number(payload) : undefined));
    client.on("error", () => this.#restartSoon(client));
    client.on("end", () => this.#restartSoon(client));
    await client.connect();
    await this.#servers.settle(client, {}, milliseconds);
    const { rows } = await client.query<{ channel: string; shared: boolean }>(
      `SELECT ${CHANGES_CHANNEL} AS channel, ${SHARE_SCHEMA} AS shared`,
    );
    if (rows[0]?.shared === false) throw new Error("A backup is being restored into its schema");
    await client.query(`LISTEN ${quoteName(rows[0]?.channel ?? "")}`);
    if (!(await this.#hear(client, milliseconds))) throw new Error("The database does not answer");
    // Other connections may still lead to the server that was the primary.
    if (this.#connected !== undefined && this.#connected !== url) lost();
    this.#connected = url;
    this.#wait = 0;
    this.#away = undefined;
    clearInterval(this.#heartbeat);
    const interval = Math.min(HEARTBEAT_MILLISECONDS, answerMilliseconds / 2);
    this.#heartbeat = setInterval(() => void this.#ask(client), interval);
    this.#heartbeat.unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#heartbeat);
    if (this.#client !== undefined) await endClient(this.#client);
  }

  async #ask(client: pg.Client): Promise<void> {
    const { answerMilliseconds } = this.#options;
    if (await this.#hear(client, answerMilliseconds * ANSWER_PART)) return;
    this.#restartSoon(client);
    endClient(client).catch(() => undefined);
  }

  /** Asks for the server's time; returns whether it answers. */
  async #hear(client: pg.Client, milliseconds: number): Promise<boolean> {
    const sent = performance.now();
    const row = await rowWithin<ServerTime>(client, serverTime, milliseconds);
    if (row !== undefined) this.clock.hear(row, { sent, received: performance.now() });
    return row !== undefined;
  }

  #restartSoon(broken: pg.Client): void {
    if (broken !== this.#client) return;
    this.#client = undefined;
    clearInterval(this.#heartbeat);
    this.#retryLater();
  }

  #retryLater(): void {
    if (this.#closed || this.#retry !== undefined) return;
    this.#retry = setTimeout(() => void this.#restart(), this.#wait);
    this.#retry.unref();
    this.#wait = Math.min(LAST_RETRY_MILLISECONDS, Math.max(FIRST_RETRY_MILLISECONDS, this.#wait * 2));
  }

  async #restart(): Promise<void> {
    this.#retry = undefined;
    try {
      await this.start();
      this.#options.changed();
    } catch (error) {
      // It is tried again later.
      this.#setAway(error);
      const client = this.#client;
      this.#client = undefined;
      this.#retryLater();
      if (client !== undefined) endClient(client, 0).catch(() => undefined);
    }
  }

  #setAway(error: unknown): void {
    if (this.#closed || isRefusalOfRunningServer(error)) return;
    this.#servers.leave();
    const wasThere = this.#away === undefined;
    this.#away = postgresTrouble(error)?.reason ?? String(error);
    if (wasThere) this.#options.lost();
  }
}
