import pg from "pg";
import { postgresDialect } from "../sql/dialect.js";
import { advisoryKey } from "../sql/fence.js";
import { compileQuery, sql } from "../sql/sql.js";
import { destroyConnection, sessionSettings, settle } from "./database.js";
import { endClient, rowWithin } from "./with-client.js";

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

export interface AdvisoryLock {
  readonly name: string;
  /** Whether other sessions may share it. */
  readonly shared: boolean;
}

/** A connection whose session holds advisory locks for as long as it lives. */
export class LockSession {
  /** Names of locks that the process holds by it, and that it does not share. They end with it. */
  readonly held = new Set<string>();
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
  static async open(url: string, signal: AbortSignal): Promise<LockSession> {
    const session = new LockSession(url);
    const giveUp = (): void => destroyConnection(session.#client);
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      await session.#client.connect();
      await settle(session.#client, sessionSettings(url), CONNECT_MILLISECONDS);
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

  /** Process id of the session at the server. */
  get processId(): number {
    return this.#processId;
  }

  /** Aborted when the connection is gone, or has been silent for too long. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Whether the session certainly exists: a process that was stopped may not have noticed its end. */
  isCurrent(): boolean {
    return !this.#ended.signal.aborted && performance.now() - this.#confirmedAt < TRUST_MILLISECONDS;
  }

  async tryLock({ name, shared }: AdvisoryLock): Promise<boolean> {
    const take = shared ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock";
    const { rows } = await this.#client.query<{ locked: boolean }>(lockQuery(take, name));
    return rows[0]?.locked === true;
  }

  async unlock({ name, shared }: AdvisoryLock): Promise<void> {
    await this.#client.query(lockQuery(shared ? "pg_advisory_unlock_shared" : "pg_advisory_unlock", name));
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

function lockQuery(call: string, name: string): { readonly text: string; readonly values: unknown[] } {
  const key = advisoryKey(sql`${sql.value(name)}::text`);
  const { sql: text, values } = compileQuery(postgresDialect, sql`SELECT ${sql.raw(call)}(${key}) AS locked`);
  return { text, values: [...values] };
}
