import pg from "pg";
import type { AggregatePlan, AggregateResult } from "../aggregate-plan.js";
import type { ListPlan } from "../list-plan.js";
import { LargeObjectError } from "../lists/steps.js";
import { isStreamed } from "../lists/stream-steps.js";
import { type LogPosition, pastOf, type PastRow, readPosition } from "../log-position.js";
import { positionText, selectPast, selectRevision } from "../sql/change-shapes.js";
import { postgresDialect, type SqlDialect } from "../sql/dialect.js";
import type { ListTables } from "../sql/list-statement.js";
import { compileQuery, type RunSql, sql } from "../sql/sql.js";
import type { EngineSettings } from "../store-settings.js";
import type { ListPage, PoolUse, ReplicaLag } from "../store.js";
import { endClient } from "./connection-end.js";
import { openPool, type PostgresPool } from "./database.js";
import { ListRunner, QUERY_CANCELED } from "./list-runner.js";
import { ListSlots } from "./list-slots.js";
import { forLists, LEFT_OVER_MILLISECONDS } from "./pools.js";
import { PostgresServers, sharedSession } from "./postgres-servers.js";
import type { ServerSchema } from "./schema-client.js";
import { SchemaPool } from "./schema-pool.js";
import { postgresTrouble } from "./postgres-trouble.js";

/** The interval at which the replica is asked how far it is. */
const INTERVAL_MILLISECONDS = 1000;

/** How long it may take to connect, or to answer that. */
const ANSWER_MILLISECONDS = 1000;

/** How long no list is read from a replica that was behind. */
const PAUSE_MILLISECONDS = 100;

/** A failure is reported if it comes this many times in a row: once may be a restart. */
const REPORTED_FAILURES = 2;

/** Where the log of the server ends, or how much of it a standby has replayed. */
const END = sql`pg_current_wal_insert_lsn()::text`;
const { sql: REPLAYED } = compileQuery(
  postgresDialect,
  sql`SELECT ${positionText} AS position,
 (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END)::text AS "end" FROM ${sql.table("cmgen_revision")}`,
);

/** How far a replica is. */
interface Replayed {
  readonly position: LogPosition;
  /** The end of the log that it has replayed. */
  readonly end: bigint;
}

/** The primary of a replica. */
export interface Primary {
  readonly schema: ServerSchema;
  readonly lists: ListRunner;
  readonly run: RunSql;
}

type ReplicaSettings = EngineSettings & {
  readonly dialect: SqlDialect;
  /** Connections for lists, at most. */
  readonly listConnections: number;
};

/**
 * Reads lists from a replica, which may be a little behind. An answer counts if it has all that this process knew of when it asked, and nothing
 * that the primary does not have. Otherwise the primary reads the list.
 *
 * Lists that are streamed stay on the primary: a standby cancels queries that hold up its replay for long, and by then the caller has a part.
 */
export class ListReplica {
  readonly #primary: Primary;
  readonly #settings: ReplicaSettings;
  readonly #servers: PostgresServers;
  readonly #pool: PostgresPool;
  /** It remembers lists by itself, since the primary may be ahead. */
  readonly #lists: ListRunner;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #closed = false;
  #isUsable = false;
  /** How much of the primary's log it must have before it is used. */
  #target: string | undefined;
  #failures = 0;
  #pausedUntil = 0;
  #revision = 0;
  #currentAt = performance.now();

  /** @throws {TypeError} for a URL that is not valid. */
  constructor(url: string, primary: Primary, settings: ReplicaSettings) {
    this.#primary = primary;
    this.#settings = settings;
    this.#servers = new PostgresServers(url, "read");
    const { listMilliseconds } = settings.timeouts;
    this.#pool = openPool(this.#servers, {
      connections: settings.listConnections,
      connectMilliseconds: ANSWER_MILLISECONDS,
      settings: { statement_timeout: `${listMilliseconds}`, ...forLists, ...sharedSession },
    });
    const pools = { lists: this.#pool, streams: this.#pool };
    const view = new SchemaPool(this.#pool, primary.schema);
    this.#lists = new ListRunner({ lists: view, streams: view, slots: new ListSlots(pools, settings) }, settings);
    this.#look();
  }

  list(tables: ListTables, plan: ListPlan, signal?: () => AbortSignal): Promise<ListPage> {
    const { lists } = this.#primary;
    const onPrimary = (): Promise<ListPage> => lists.list(tables, plan, signal);
    if (isStreamed(plan, this.#settings.tuning)) return onPrimary();
    return this.#read(() => this.#lists.page(tables, plan, signal), onPrimary);
  }

  aggregate(tables: ListTables, plan: AggregatePlan, signal?: () => AbortSignal): Promise<AggregateResult> {
    const from = (lists: ListRunner) => () => lists.aggregate(tables, plan, signal);
    return this.#read(from(this.#lists), from(this.#primary.lists));
  }

  /** What was changed has no revision, or it is not known. The replica is used again once it has all that the primary has now. */
  renew(): void {
    this.#isUsable = false;
    this.#target = undefined;
  }

  /** Something was written: what is remembered of lists may be old. */
  changed(): void {
    this.#lists.memory.forgetNewest();
  }

  lag(): ReplicaLag {
    const revisions = Math.max(0, this.#primary.lists.memory.highest - this.#revision);
    const isCurrent = this.#isUsable && revisions === 0;
    return { revisions, seconds: isCurrent ? 0 : (performance.now() - this.#currentAt) / 1000 };
  }

  use(): PoolUse {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { pool: "replica", open, idle, waiting };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all([this.#client && endClient(this.#client), this.#pool.endWithin(LEFT_OVER_MILLISECONDS)]);
  }

  async #read<Answer extends LogPosition>(
    onReplica: () => Promise<Answer>,
    onPrimary: () => Promise<Answer>,
  ): Promise<Answer> {
    if (!this.#isUsable || performance.now() < this.#pausedUntil) return onPrimary();
    const known = this.#primary.lists.memory.highest;
    try {
      const answer = await onReplica();
      if (answer.revision >= known && (await this.#hasPrimary(answer.revision))) return answer;
      this.#pausedUntil = performance.now() + PAUSE_MILLISECONDS;
    } catch (error) {
      if (!isOfReplica(error)) throw error;
    }
    return onPrimary();
  }

  /** A replica can be ahead: the primary shows a commit once its synchronous standbys have it. */
  async #hasPrimary(revision: number): Promise<boolean> {
    const { memory } = this.#primary.lists;
    if (revision > memory.highest) {
      const [newest] = await this.#primary.run<LogPosition>(selectRevision);
      memory.hear(newest?.revision ?? 0);
    }
    return revision <= memory.highest;
  }

  #look(): void {
    this.#looking = this.#ask()
      // The primary is away, which others report.
      .catch(() => this.renew())
      .finally(() => {
        if (this.#closed) return;
        this.#timer = setTimeout(() => this.#look(), INTERVAL_MILLISECONDS);
        this.#timer.unref();
      });
  }

  /** Finds out how far the replica is, and whether it follows the primary. */
  async #ask(): Promise<void> {
    const { lists, run } = this.#primary;
    const target = this.#isUsable ? undefined : (this.#target ?? (await endOf(run)));
    this.#target = target;
    const replayed = await this.#replayed().catch((reason: unknown) => this.#fail(reason));
    if (replayed === undefined) return;
    const { position } = replayed;
    const [past] = await run<PastRow>(selectPast(sql.value(position.revision)));
    if (past === undefined || pastOf(position, past) === "lost") {
      return this.#fail(new Error("it has changes that the primary does not have"));
    }
    lists.memory.hear(past.newest);
    this.#revision = position.revision;
    if (position.revision >= past.newest) this.#currentAt = performance.now();
    this.#failures = 0;
    // It may have been renewed meanwhile.
    if (target !== undefined && target === this.#target) this.#isUsable = replayed.end >= lsn(target);
  }

  async #replayed(): Promise<Replayed> {
    const client = (this.#client ??= await this.#connect());
    const statement = this.#primary.schema.names.fill(REPLAYED);
    const { rows } = await client.query<{ position: string; end: string }>(statement);
    const { position = "", end = "" } = rows[0] ?? {};
    return { position: readPosition(position), end: lsn(end) };
  }

  async #connect(): Promise<pg.Client> {
    await this.#servers.find(ANSWER_MILLISECONDS);
    const client = new pg.Client({
      connectionString: this.#servers.url,
      keepAlive: true,
      application_name: "cmgen replica",
      connectionTimeoutMillis: ANSWER_MILLISECONDS,
      query_timeout: ANSWER_MILLISECONDS,
    });
    client.on("error", () => undefined);
    await client.connect();
    await this.#servers.settle(client, sharedSession, ANSWER_MILLISECONDS);
    return client;
  }

  #fail(reason: unknown): void {
    const client = this.#client;
    this.#client = undefined;
    this.renew();
    this.#servers.leave();
    // Lists that wait for it are then read from the primary.
    this.#pool.breakOff();
    if (client !== undefined) endClient(client, 0).catch(() => undefined);
    this.#failures += 1;
    if (this.#failures !== REPORTED_FAILURES || this.#closed) return;
    const why = postgresTrouble(reason)?.reason ?? (reason instanceof Error ? reason.message : String(reason));
    this.#settings.failed(new Error(`The replica is not used: ${why}`, { cause: reason }));
  }
}

async function endOf(run: RunSql): Promise<string> {
  const [row] = await run<{ end: string }>(sql`SELECT ${END} AS "end"`);
  return row?.end ?? "0/0";
}

/** A place in the log, printed as two numbers to the base of 16. */
function lsn(text: string): bigint {
  const [high = "", low = ""] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Whether the primary may answer what the replica did not. Where the list took too long, it would take as long. */
function isOfReplica(error: unknown): boolean {
  if (error instanceof LargeObjectError) return true;
  if (error instanceof pg.DatabaseError) return error.code !== QUERY_CANCELED;
  return postgresTrouble(error) !== undefined;
}
