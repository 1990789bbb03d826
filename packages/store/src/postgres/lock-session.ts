import pg from "pg";
import type { HeldLock } from "../process-locks.js";
import { postgresDialect } from "../sql/dialect.js";
import { advisoryKey } from "../sql/fence.js";
import { SchemaNames } from "../sql/schema-names.js";
import { compileQuery, sql } from "../sql/sql.js";
import { destroyConnection, endClient } from "./connection-end.js";
import { type PostgresServers, sharedSession } from "./postgres-servers.js";
import { rowWithin } from "./with-client.js";

/** The interval at which the server is asked for a sign of life, and how long it may take to answer. */
const HEARTBEAT_MILLISECONDS = 1000;
const ANSWER_MILLISECONDS = 3000;

/** How long a connection, or a lock's statement, may take. */
const CONNECT_MILLISECONDS = 5000;

/** How long after the client's last query the server ends its session and frees its locks, for example because the process was stopped. */
const LEASE_MILLISECONDS = 6000;

/** How long after its last answered query a client assumes to hold its locks. */
const TRUST_MILLISECONDS = 4000;

/**
 * If a client's machine disappears, the server keeps its locks until it notices: after 10 seconds of silence and three unanswered keepalives,
 * or when the session has been idle for longer than its {@link HEARTBEAT_MILLISECONDS} allow. The client notices the same within
 * {@link ANSWER_MILLISECONDS}, which is sooner.
 */
const SETTINGS: readonly (readonly [name: string, value: string])[] = [
  ["tcp_keepalives_idle", "10"],
  ["tcp_keepalives_interval", "5"],
  ["tcp_keepalives_count", "3"],
  ["idle_session_timeout", String(LEASE_MILLISECONDS)],
];

/** Sets the settings that the server knows: PostgreSQL has the last one since version 14. */
const SET = "SELECT set_config(name, $2, false) FROM pg_settings WHERE name = $1";

/** A connection whose session holds advisory locks for as long as it lives. */
export class LockSession {
  /** Schemas and names of locks that the process holds by it, and that it does not share: a session can take the same lock twice. */
  readonly #held = new Set<string>();
  readonly #client: pg.Client;
  readonly #ended = new AbortController();
  #heartbeat: NodeJS.Timeout | undefined;
  #processId = 0;
  /** When the last answered query was sent, as a time of `performance.now()`. */
  #confirmedAt = performance.now();

  private constructor(url: string) {
    this.#client = new pg.Client({
      connectionString: url,
      // Several owners take and release locks at the same time, so the driver must not queue their queries.
      pipeline: true,
      keepAlive: true,
      application_name: "cmgen locks",
      connectionTimeoutMillis: CONNECT_MILLISECONDS,
      query_timeout: CONNECT_MILLISECONDS,
    });
    this.#client.on("error", () => this.#end());
    this.#client.on("end", () => this.#end());
  }

  /** @throws the driver's error if the server does not answer, or if the signal is aborted first. */
  static async open(servers: PostgresServers, signal: AbortSignal): Promise<LockSession> {
    await servers.find(CONNECT_MILLISECONDS);
    signal.throwIfAborted();
    const session = new LockSession(servers.url);
    const giveUp = (): void => destroyConnection(session.#client);
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      await session.#client.connect();
      await servers.settle(session.#client, sharedSession, CONNECT_MILLISECONDS);
      for (const [name, value] of SETTINGS) await session.#client.query(SET, [name, value]);
      const { rows } = await session.#client.query<{ id: number }>("SELECT pg_backend_pid() AS id");
      session.#processId = rows[0]?.id ?? 0;
    } catch (error) {
      session.#end();
      endClient(session.#client).catch(() => undefined);
      throw error;
    } finally {
      signal.removeEventListener("abort", giveUp);
    }
    session.#heartbeat = setInterval(() => void session.#ask(), HEARTBEAT_MILLISECONDS);
    session.#heartbeat.unref();
    return session;
  }

  /** Aborted when the connection is gone, or has been silent for too long. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Takes a lock of a schema for this process alone. */
  async tryHold(schema: string, name: string): Promise<HeldLock | undefined> {
    const key = JSON.stringify([schema, name]);
    if (this.#held.has(key)) return undefined;
    this.#held.add(key);
    const forget = (): void => void this.#held.delete(key);
    try {
      const lock = await this.#take("advisory_lock", schema, name);
      if (lock === undefined) forget();
      return lock && { ...lock, release: () => lock.release().finally(forget) };
    } catch (error) {
      forget();
      throw error;
    }
  }

  /** Takes a lock of a schema that others may share. */
  tryShare(schema: string, name: string): Promise<HeldLock | undefined> {
    return this.#take("advisory_lock_shared", schema, name);
  }

  async #take(
    kind: "advisory_lock" | "advisory_lock_shared",
    schema: string,
    name: string,
  ): Promise<HeldLock | undefined> {
    if (!(await this.#call(`pg_try_${kind}`, schema, name))) return undefined;
    return {
      lost: this.ended,
      isHeld: () => this.#isCurrent(),
      fence: { lock: name, holder: this.#processId },
      release: async () => {
        try {
          if (!this.ended.aborted) await this.#call(kind.replace("advisory_", "pg_advisory_un"), schema, name);
        } catch (error) {
          // The lock was released with the session.
          if (!this.ended.aborted) throw error;
        }
      },
    };
  }

  /** Whether the session certainly exists: a process that was stopped may not have noticed its end. */
  #isCurrent(): boolean {
    return !this.ended.aborted && performance.now() - this.#confirmedAt < TRUST_MILLISECONDS;
  }

  /** Calls a function of the server with the key of a schema's lock. */
  async #call(name: string, schema: string, lock: string): Promise<boolean> {
    const key = advisoryKey(sql`${sql.value(lock)}::text`);
    const { sql: text, values } = compileQuery(postgresDialect, sql`SELECT ${sql.raw(name)}(${key}) AS done`);
    const { rows } = await this.#client.query<{ done: boolean }>(SchemaNames.of(schema).fill(text), values);
    return rows[0]?.done === true;
  }

  async close(): Promise<void> {
    this.#end();
    await endClient(this.#client);
  }

  async #ask(): Promise<void> {
    const sentAt = performance.now();
    if ((await rowWithin(this.#client, "SELECT 1", ANSWER_MILLISECONDS)) !== undefined) {
      this.#confirmedAt = sentAt;
      return;
    }
    // `lost` reports this to the owners of the locks; there is nothing else to do.
    this.#end();
    // A graceful end would wait for an answer.
    destroyConnection(this.#client);
  }

  #end(): void {
    clearInterval(this.#heartbeat);
    this.#ended.abort();
  }
}
