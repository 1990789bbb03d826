import pg from "pg";
import { schemaIn } from "../database-url.js";
import { hostName, hostUrls, type ServerUse } from "../host-urls.js";
import { quoteName } from "../sql/sql.js";
import { destroyConnection, endClient } from "./connection-end.js";
import { NotPrimaryError, postgresTrouble } from "./postgres-trouble.js";

export type Settings = Readonly<Record<string, string>>;

/**
 * The search path of connections that stores share. It has no table of a store: a statement that does not name its schema fails, and is not run in
 * another one.
 */
export const sharedSession: Settings = { search_path: "pg_catalog" };

/** How long to wait for the other servers after one has answered that it is the primary: a newer primary may be among them. */
const OTHERS_MILLISECONDS = 300;

/**
 * What a server reports of itself. Each promotion begins a timeline with a higher number: of two servers of a cluster that both take writes,
 * the one with the higher timeline is the newer primary.
 */
interface Standing {
  readonly isStandby: boolean;
  readonly cluster?: string | null;
  readonly timeline?: number | null;
}

/** What a server answered, or why it did not. */
interface Answer {
  /** Its host and port, for messages. */
  readonly host: string;
  readonly standing?: Standing | undefined;
  readonly problem?: string;
}

const SETTINGS = "set_config(name, setting, false) FROM json_each_text($1) AS s (name, setting)";

const STANDBY = `pg_is_in_recovery() AS "isStandby"`;

/** The file that a primary writes its log to has a name that begins with the timeline. */
const TIMELINE = `CASE WHEN NOT pg_is_in_recovery() THEN (SELECT system_identifier::text FROM pg_control_system()) END AS cluster,
 CASE WHEN NOT pg_is_in_recovery() THEN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline`;

/**
 * The servers that a database URL names, one of which is the primary: the one that takes writes. To open a connection, first call
 * {@link find}, make a client for {@link url}, and call {@link settle} before using it.
 */
export class PostgresServers {
  readonly schema: string | undefined;
  readonly #use: ServerUse;
  readonly #urls: readonly string[];
  /** The last one that was found to be the primary, or the first. */
  #url: string;
  #isFound: boolean;
  #searching: Promise<void> | undefined;
  /** The newest primary so far. */
  #newest: Standing | undefined;

  /**
   * @param use with `read`, each of the servers may be used, and a standby is preferred.
   * @throws {TypeError} for a URL that is not valid.
   */
  constructor(url: string, use: ServerUse = "write") {
    this.schema = schemaIn(url);
    this.#use = use;
    this.#urls = hostUrls(url, use);
    this.#url = this.#urls[0] ?? url;
    this.#isFound = this.#isOnly;
  }

  /** The URL of the primary, with this host only. */
  get url(): string {
    return this.#url;
  }

  /** Whether {@link find} has nothing to do. */
  get isFound(): boolean {
    return this.#isFound;
  }

  /**
   * The settings of a session. It finds tables only in the schema that the URL names. Its statements are not compiled: that takes a hundred
   * times as long as to run them, and is decided by a plan's estimated cost.
   */
  get settings(): Settings {
    return { jit: "off", ...(this.schema !== undefined && { search_path: quoteName(this.schema) }) };
  }

  /**
   * Finds out which server is the primary, if that is not known. All of them are asked at the same time.
   *
   * @param milliseconds how long a server may take to answer.
   * @throws {NotPrimaryError} if none of them is.
   */
  async find(milliseconds: number): Promise<void> {
    if (this.#isFound) return;
    this.#searching ??= this.#search(milliseconds).finally(() => (this.#searching = undefined));
    await this.#searching;
  }

  /** The server found may no longer be the primary, or is gone. The next connection looks for the primary again. */
  leave(): void {
    this.#isFound = this.#isOnly;
  }

  /**
   * Sets up a session before its connection is used: if it found its tables in another schema, writes would go there.
   *
   * @throws {NotPrimaryError} if the server is not the primary.
   */
  async settle(client: pg.ClientBase, settings: Settings, milliseconds: number): Promise<void> {
    // The driver's own timeout has ended by now.
    const timer = setTimeout(() => destroyConnection(client), milliseconds);
    try {
      const values = [JSON.stringify({ ...this.settings, ...settings })];
      const { rows } = await client.query<Standing>(`SELECT ${this.#standing}, ${SETTINGS}`, values);
      this.#accept(client, rows[0]);
    } finally {
      clearTimeout(timer);
    }
  }

  get #isOnly(): boolean {
    return this.#urls.length === 1;
  }

  /** One host may be that of a service which hides its servers, and does not know the timeline. */
  get #standing(): string {
    return this.#isOnly || this.#use === "read" ? STANDBY : `${STANDBY}, ${TIMELINE}`;
  }

  #accept(client: pg.ClientBase, standing: Standing | undefined): void {
    const host = client instanceof pg.Client ? `${client.host}:${client.port}` : hostName(this.#url);
    const problem = this.#problemOf({ host, standing });
    if (problem === undefined) this.#newest = standing;
    else {
      this.leave();
      throw new NotPrimaryError(this.#isOnly ? `${problem}: ${ADVICE}` : problem);
    }
  }

  async #search(milliseconds: number): Promise<void> {
    const answers = await this.#answers(milliseconds);
    const problems = answers.map((answer) => this.#problemOf(answer));
    const usable = answers.filter((_, place) => problems[place] === undefined);
    const found =
      // None is where the primary is wanted.
      usable.find(({ standing }) => standing?.isStandby) ??
      usable.find(({ standing }) => !usable.some((other) => isOlder(standing, other.standing)));
    if (found === undefined) {
      const advice = answers.every(({ standing }) => standing?.isStandby === true) ? `: ${ADVICE}` : "";
      throw new NotPrimaryError(
        `none of the servers ${this.#use === "read" ? "answers" : "is the primary"} (${problems.join("; ")})${advice}`,
      );
    }
    this.#newest = found.standing;
    this.#url = found.url;
    this.#isFound = true;
  }

  /** What the servers answer. When one has answered that it is the primary, the others have little time left. */
  #answers(milliseconds: number): Promise<readonly UrlAnswer[]> {
    const answers: UrlAnswer[] = [];
    return new Promise((resolve) => {
      const hear = (answer: UrlAnswer): void => {
        answers.push(answer);
        if (answers.length === this.#urls.length) resolve(answers);
        else if (this.#problemOf(answer) === undefined) setTimeout(() => resolve([...answers]), OTHERS_MILLISECONDS);
      };
      for (const url of this.#urls) void this.#ask(url, milliseconds).then(hear);
    });
  }

  async #ask(url: string, milliseconds: number): Promise<UrlAnswer> {
    const host = hostName(url);
    const options = { application_name: "cmgen", connectionTimeoutMillis: milliseconds, query_timeout: milliseconds };
    const client = new pg.Client({ connectionString: url, ...options });
    // Queries that wait for an answer fail with the connection.
    client.on("error", () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<Standing>(`SELECT ${this.#standing}`);
      return { url, host, standing: rows[0] };
    } catch (error) {
      return { url, host, problem: postgresTrouble(error)?.reason ?? String(error) };
    } finally {
      endClient(client).catch(() => undefined);
    }
  }

  /** Why a server cannot be used as the primary. */
  #problemOf({ host, standing, problem = "no answer" }: Answer): string | undefined {
    if (standing === undefined) return `${host}: ${problem}`;
    if (this.#use === "read") return undefined;
    if (standing.isStandby) return `${host} is a standby, which takes no writes`;
    if (!isOlder(standing, this.#newest)) return undefined;
    const timelines = `its timeline is ${standing.timeline}, and ${this.#newest?.timeline} has been seen`;
    return `${host} was the primary before another server was promoted (${timelines})`;
  }
}

const ADVICE = "name the primary, or all hosts, as postgresql://host1,host2/…";

interface UrlAnswer extends Answer {
  readonly url: string;
}

/** Whether a server was the primary of a cluster before another one. */
function isOlder(one: Standing | undefined, other: Standing | undefined): boolean {
  const [earlier, later] = [one?.timeline ?? 0, other?.timeline ?? 0];
  return one?.cluster === other?.cluster && earlier < later;
}
