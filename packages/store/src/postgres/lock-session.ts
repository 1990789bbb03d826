import pg from "pg";
import { answersWithin } from "./answers-within.js";
import { destroyConnection } from "./database.js";
import { endClient } from "./end-client.js";

/** How often the server is asked whether it is still there, and how long it may take to say so. */
const HEARTBEAT_MILLISECONDS = 1000;
const ANSWER_MILLISECONDS = 3000;

/** How long a connection, or a lock's statement, may take. */
const PATIENCE_MILLISECONDS = 5000;

/** After how long without a question from the client the server gives its locks to others: the client's process was stopped, say. */
const LEASE_MILLISECONDS = 6000;

/** For how long after its last question that was answered a client counts on its locks. */
const TRUST_MILLISECONDS = 4000;

/**
 * When a client's machine is gone without a word, the server holds its locks until it notices: after 10 seconds of silence and three
 * unanswered questions, or when the session has been idle for longer than its {@link HEARTBEAT_MILLISECONDS} allow. The client notices the
 * same within {@link ANSWER_MILLISECONDS}, which is sooner.
 */
const SETTINGS: readonly (readonly [name: string, value: string])[] = [
  ["tcp_keepalives_idle", "10"],
  ["tcp_keepalives_interval", "5"],
  ["tcp_keepalives_count", "3"],
  ["idle_session_timeout", String(LEASE_MILLISECONDS)],
];

/** Sets what the server knows of: the last is PostgreSQL's since version 14. */
const SET = "SELECT set_config(name, $2, false) FROM pg_settings WHERE name = $1";

export interface AdvisoryLock {
  readonly name: string;
  /** Whether others may have it as well, shared. */
  readonly shared: boolean;
}

/** A connection whose session holds advisory locks: they are held for as long as it lives. */
export class LockSession {
  readonly #client: pg.Client;
  readonly #ended = new AbortController();
  #heartbeat: NodeJS.Timeout | undefined;
  /** When the last question was sent that was answered, on the clock of `performance.now()`. */
  #confirmedAt = performance.now();

  private constructor(url: string) {
    this.#client = new pg.Client({
      connectionString: url,
      // Locks of several owners are asked for and given up at the same time: the driver is to send each at once, not to queue them.
      pipeline: true,
      keepAlive: true,
      application_name: "cmgen locks",
      connectionTimeoutMillis: PATIENCE_MILLISECONDS,
      query_timeout: PATIENCE_MILLISECONDS,
    });
    this.#client.on("error", () => this.#end());
    this.#client.on("end", () => this.#end());
  }

  /** @throws the driver's error if nobody answers, or if it is given up by its signal. */
  static async open(url: string, signal: AbortSignal): Promise<LockSession> {
    const session = new LockSession(url);
    const giveUp = (): void => destroyConnection(session.#client);
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      await session.#client.connect();
      for (const [name, value] of SETTINGS) await session.#client.query(SET, [name, value]);
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

  /** Aborted when the connection is gone, or so silent that it has to be taken for that. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Whether the session cannot have ended: a process that was stopped does not know yet. */
  isCurrent(): boolean {
    return !this.#ended.signal.aborted && performance.now() - this.#confirmedAt < TRUST_MILLISECONDS;
  }

  async tryLock({ name, shared }: AdvisoryLock): Promise<boolean> {
    const take = shared ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock";
    const { rows } = await this.#client.query<{ locked: boolean }>(`SELECT ${take}(${KEY}) AS locked`, [name]);
    return rows[0]?.locked === true;
  }

  async unlock({ name, shared }: AdvisoryLock): Promise<void> {
    await this.#client.query(`SELECT ${shared ? "pg_advisory_unlock_shared" : "pg_advisory_unlock"}(${KEY})`, [name]);
  }

  async close(): Promise<void> {
    this.#end();
    await endClient(this.#client);
  }

  async #ask(): Promise<void> {
    const sentAt = performance.now();
    if (await answersWithin(this.#client, ANSWER_MILLISECONDS)) {
      this.#confirmedAt = sentAt;
      return;
    }
    // The owners of the locks learn that they are lost, which is all there is to do about it.
    this.#end();
    // A graceful end would wait for the answer that did not come.
    destroyConnection(this.#client);
  }

  #end(): void {
    clearInterval(this.#heartbeat);
    this.#ended.abort();
  }
}

const KEY = "hashtextextended('cmgen ' || $1, 0)";
