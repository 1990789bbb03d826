import pg from "pg";
import { answersWithin } from "./answers-within.js";
import { CHANGES_CHANNEL } from "../sql/postgres-write-shapes.js";

const FIRST_RETRY_MILLISECONDS = 500;
const LAST_RETRY_MILLISECONDS = 10_000;

/** How often the server is asked whether it is still there, and how long it may take to say so: a connection can die without a word. */
const HEARTBEAT_MILLISECONDS = 10_000;
const ANSWER_MILLISECONDS = 5000;

/** How long it may take to connect and to begin listening. */
const PATIENCE_MILLISECONDS = 10_000;

/**
 * Hears of the changes of all processes, on a connection of its own. While that is broken nothing is heard; once it is back, a change is
 * reported in case there was one.
 */
export class ChangeListener {
  readonly #url: string;
  readonly #changed: () => void;
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #wait = FIRST_RETRY_MILLISECONDS;
  #closed = false;

  constructor(url: string, changed: () => void) {
    this.#url = url;
    this.#changed = changed;
  }

  /** Connects; later breaks are mended by itself. */
  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      application_name: "cmgen changes",
      connectionTimeoutMillis: PATIENCE_MILLISECONDS,
      query_timeout: PATIENCE_MILLISECONDS,
    });
    this.#client = client;
    client.on("notification", () => this.#changed());
    client.on("error", () => this.#mend(client));
    client.on("end", () => this.#mend(client));
    await client.connect();
    await client.query(`LISTEN ${CHANGES_CHANNEL}`);
    this.#wait = FIRST_RETRY_MILLISECONDS;
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => void this.#ask(client), HEARTBEAT_MILLISECONDS);
    this.#heartbeat.unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#heartbeat);
    await this.#client?.end();
  }

  async #ask(client: pg.Client): Promise<void> {
    if (await answersWithin(client, ANSWER_MILLISECONDS)) return;
    client.end().catch(() => undefined);
    this.#mend(client);
  }

  #mend(broken: pg.Client): void {
    if (this.#closed || broken !== this.#client) return;
    this.#client = undefined;
    clearInterval(this.#heartbeat);
    this.#retry = setTimeout(() => void this.#restart(), this.#wait);
    this.#retry.unref();
    this.#wait = Math.min(LAST_RETRY_MILLISECONDS, this.#wait * 2);
  }

  async #restart(): Promise<void> {
    try {
      await this.start();
      this.#changed();
    } catch {
      // The database is still away: the next attempt comes later. Whoever reads or writes gets the error itself.
      if (this.#client !== undefined) this.#mend(this.#client);
    }
  }
}
