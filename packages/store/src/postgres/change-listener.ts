import pg from "pg";
import { changesChannel } from "../sql/dialect.js";
import { schemaKey } from "../sql/fence.js";
import { quoteName, sql } from "../sql/sql.js";
import { endClient } from "./connection-end.js";
import { type PostgresServers, sharedSession } from "./postgres-servers.js";
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

/**
 * The channels of schemas, in their order. Every process with an open store shares the lock of its schema, so that a restore notices it; `shared`
 * is whether it was given.
 */
const SHARE = `SELECT ${changesChannel(sql`s.name`).text} AS channel, pg_try_advisory_lock_shared(${schemaKey("s.name")}) AS shared
 FROM unnest($1::text[]) WITH ORDINALITY AS s (name, place) ORDER BY s.place`;

const UNSHARE = `SELECT pg_advisory_unlock_shared(${schemaKey("$1::text")})`;

const RESTORED = "A backup is being restored into its schema";

interface ListenerOptions {
  /** How long the database may take to answer, in milliseconds. */
  readonly answerMilliseconds: number;
  /** Called when the database does not answer, and when another server has become the primary. */
  lost(): void;
}

/** What hears of the changes in a schema. */
export interface SchemaListener {
  readonly schema: string;
  /** Called after a change by any process with its revision, and without it after a time without notifications. */
  changed(revision?: number): void;
}

/** A schema that is listened to. */
interface Listening extends SchemaListener {
  /** The connection that listens, and the channel there. */
  client?: pg.Client | undefined;
  channel?: string | undefined;
  /** Why its lock was not given. */
  refusal?: string | undefined;
}

interface SharedSchema {
  readonly channel: string;
  readonly shared: boolean;
}

/**
 * Receives notifications of changes by all processes in the schemas of a server on a connection of its own, and uses it to know whether the
 * database answers. If the connection breaks or is silent, a new one is opened at once. The database counts as away until that succeeds.
 */
export class ChangeListener {
  /** The server's clock, as far as its answers told. */
  readonly clock = new ServerClock();
  readonly #servers: PostgresServers;
  readonly #options: ListenerOptions;
  /** By schema. */
  readonly #listenings = new Map<string, Listening>();
  readonly #channels = new Map<string, Listening>();
  #client: pg.Client | undefined;
  #opening: pg.Client | undefined;
  #starting: Promise<pg.Client> | undefined;
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

  /** Why a schema cannot be reached; undefined while the database answers. */
  away(schema: string): string | undefined {
    return this.#away ?? this.#listenings.get(schema)?.refusal;
  }

  /**
   * Begins to listen to a schema, and connects for the first. It is listened to again whenever the connection breaks, until {@link leave}.
   *
   * @throws {Error} if a backup is being restored into the schema; else the driver's error.
   */
  async listen(listener: SchemaListener): Promise<void> {
    const listening: Listening = { ...listener };
    this.#listenings.set(listener.schema, listening);
    try {
      const client = this.#client ?? (await this.#start());
      // The connection was perhaps being opened already.
      if (listening.client !== client) await this.#share(client, [listening]);
      if (listening.refusal !== undefined) throw new Error(listening.refusal);
    } catch (error) {
      this.#forget(listening);
      throw error;
    }
  }

  /** Ends what {@link listen} began. */
  async leave(schema: string): Promise<void> {
    const listening = this.#listenings.get(schema);
    if (listening === undefined) return;
    this.#forget(listening);
    const { client, channel, refusal } = listening;
    if (client === undefined || client !== this.#client || channel === undefined || refusal !== undefined) return;
    try {
      await client.query(`UNLISTEN ${quoteName(channel)}`);
      await client.query(UNSHARE, [schema]);
    } catch (error) {
      // With its connection, both have ended.
      if (client === this.#client) throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#heartbeat);
    const client = this.#client ?? this.#opening;
    if (client !== undefined) await endClient(client);
  }

  #forget(listening: Listening): void {
    this.#listenings.delete(listening.schema);
    if (listening.channel !== undefined) this.#channels.delete(listening.channel);
  }

  #start(): Promise<pg.Client> {
    return (this.#starting ??= this.#connect().finally(() => (this.#starting = undefined)));
  }

  async #connect(): Promise<pg.Client> {
    const milliseconds = this.#options.answerMilliseconds * CONNECT_PART;
    await this.#servers.find(milliseconds);
    if (this.#closed) throw new Error("The store is closed");
    const { url } = this.#servers;
    const client = new pg.Client({
      connectionString: url,
      // Several stores begin and end to listen at the same time, so the driver must not queue their queries.
      pipeline: true,
      keepAlive: true,
      application_name: "cmgen changes",
      connectionTimeoutMillis: milliseconds,
      query_timeout: milliseconds,
    });
    this.#opening = client;
    client.on("notification", ({ channel, payload }) => this.#hear(channel, payload));
    client.on("error", () => this.#restartSoon(client));
    client.on("end", () => this.#restartSoon(client));
    try {
      await client.connect();
      await this.#servers.settle(client, sharedSession, milliseconds);
      await this.#share(client, [...this.#listenings.values()]);
      if (!(await this.#answers(client, milliseconds))) throw new Error("The database does not answer");
      if (this.#closed) throw new Error("The store is closed");
    } catch (error) {
      endClient(client, 0).catch(() => undefined);
      throw error;
    } finally {
      this.#opening = undefined;
    }
    this.#begin(client, url);
    return client;
  }

  #begin(client: pg.Client, url: string): void {
    this.#client = client;
    // Other connections may still lead to the server that was the primary.
    if (this.#connected !== undefined && this.#connected !== url) this.#options.lost();
    this.#connected = url;
    this.#wait = 0;
    this.#away = undefined;
    clearTimeout(this.#retry);
    this.#retry = undefined;
    clearInterval(this.#heartbeat);
    const interval = Math.min(HEARTBEAT_MILLISECONDS, this.#options.answerMilliseconds / 2);
    this.#heartbeat = setInterval(() => void this.#ask(client), interval);
    this.#heartbeat.unref();
  }

  /** Shares the locks of schemas and listens to those whose lock was given. */
  async #share(client: pg.Client, listenings: readonly Listening[]): Promise<void> {
    if (listenings.length === 0) return;
    const { rows } = await client.query<SharedSchema>(SHARE, [listenings.map(({ schema }) => schema)]);
    const heard: string[] = [];
    for (const [place, listening] of listenings.entries()) {
      const { channel, shared } = rows[place] ?? { channel: "", shared: false };
      Object.assign(listening, { client, channel, refusal: shared ? undefined : RESTORED });
      if (!shared) continue;
      this.#channels.set(channel, listening);
      heard.push(`LISTEN ${quoteName(channel)}`);
    }
    if (heard.length > 0) await client.query(heard.join(";"));
  }

  /** Processes of earlier releases do not name the revision, and others may send anything. */
  #hear(channel: string, payload = ""): void {
    this.#channels.get(channel)?.changed(/^\d{1,15}$/.test(payload) ? Number(payload) : undefined);
  }

  async #ask(client: pg.Client): Promise<void> {
    const { answerMilliseconds } = this.#options;
    if (await this.#answers(client, answerMilliseconds * ANSWER_PART)) return this.#shareRefused(client);
    this.#restartSoon(client);
    endClient(client).catch(() => undefined);
  }

  /** A restore may have ended. */
  async #shareRefused(client: pg.Client): Promise<void> {
    const refused = [...this.#listenings.values()].filter(({ refusal }) => refusal !== undefined);
    try {
      await this.#share(client, refused);
      for (const each of refused) if (each.refusal === undefined) each.changed();
    } catch {
      // It is tried again with the next sign of life.
    }
  }

  /** Asks for the server's time; returns whether it answers. */
  async #answers(client: pg.Client, milliseconds: number): Promise<boolean> {
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
      await this.#start();
      for (const listening of this.#listenings.values()) listening.changed();
    } catch (error) {
      // It is tried again later.
      this.#setAway(error);
      this.#retryLater();
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
