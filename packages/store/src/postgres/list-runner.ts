import { type AggregatePlan, type AggregateResult, SumRangeError } from "../aggregate-plan.js";
import type { ListPlan } from "../list-plan.js";
import { aggregateQuery, aggregateSteps } from "../lists/aggregate-steps.js";
import { fewOf } from "../lists/answer.js";
import { type BoundList, BoundLists } from "../lists/bound-list.js";
import { listSteps } from "../lists/list-steps.js";
import { changedMeanwhile, objectStream } from "../lists/object-stream.js";
import { SelectionMemory } from "../lists/selection-memory.js";
import { SlowAggregates } from "../lists/slow-aggregates.js";
import type { Slots } from "../lists/slots.js";
import { LargeObjectError, type Steps } from "../lists/steps.js";
import { isStreamed, streamSteps, unchangedSteps } from "../lists/stream-steps.js";
import type { ListTuning } from "../list-tuning.js";
import { type LogPosition, pastOf, type PastRow } from "../log-position.js";
import { selectPast } from "../sql/change-shapes.js";
import type { SqlDialect } from "../sql/dialect.js";
import { type ListTables, noCatalog } from "../sql/list-statement.js";
import { sql } from "../sql/sql.js";
import type { EngineSettings, StreamPace } from "../store-settings.js";
import type { ListPage } from "../store.js";
import { CursorSource } from "./cursor-source.js";
import type { PostgresClient } from "./schema-client.js";
import { endSession, ListSession } from "./list-session.js";
import type { PostgresConnection } from "./database.js";
import type { ListSlots } from "./list-slots.js";
import { CLIENT_FACTOR, type SchemaPools } from "./pools.js";
import { isDatabaseError } from "./postgres-trouble.js";
import { runStatements } from "./statements.js";
import { workWithin } from "./with-client.js";

/** What PostgreSQL reports of a statement whose time is up. */
export const QUERY_CANCELED = "57014";

/** What it reports of a sum that is too large. */
const OUT_OF_RANGE = "22003";

interface ListRunnerSettings extends Pick<EngineSettings, "pace" | "timeouts" | "tuning"> {
  readonly dialect: SqlDialect;
}

/** Where lists are read. */
export interface ListConnections extends Pick<SchemaPools, "lists" | "streams"> {
  readonly slots: ListSlots;
}

/**
 * Reads lists on connections of a pool. Long lists wait for slots: if a server runs more of them than it has processors, none is left for reads
 * of single objects, and the lists do not end sooner.
 */
export class ListRunner {
  readonly memory = new SelectionMemory();
  readonly #connections: ListConnections;
  readonly #dialect: SqlDialect;
  readonly #pace: StreamPace;
  readonly #tuning: ListTuning;
  readonly #listMilliseconds: number;
  readonly #lists: BoundLists;
  readonly #slow = new SlowAggregates();
  /** Connections that do not lead to a server which has lost what is remembered. */
  readonly #checked = new WeakSet<PostgresConnection>();

  constructor(connections: ListConnections, { dialect, pace, timeouts, tuning }: ListRunnerSettings) {
    this.#connections = connections;
    this.#dialect = dialect;
    this.#pace = pace;
    this.#tuning = tuning;
    this.#listMilliseconds = timeouts.listMilliseconds;
    this.#lists = new BoundLists({ dialect, catalog: noCatalog, tuning });
  }

  get #slots(): ListSlots {
    return this.#connections.slots;
  }

  /** A page with a large object is streamed. */
  async list(tables: ListTables, plan: ListPlan, signal?: () => AbortSignal): Promise<ListPage> {
    if (isStreamed(plan, this.#tuning)) return this.#stream(this.#lists.of(tables, plan), signal);
    try {
      return await this.page(tables, plan, signal);
    } catch (error) {
      if (!(error instanceof LargeObjectError)) throw error;
      const few = fewOf(plan);
      return few === undefined ? this.#stream(this.#lists.of(tables, plan), signal) : this.list(tables, few, signal);
    }
  }

  /** @throws {LargeObjectError} for a page with a large object. */
  page(tables: ListTables, plan: ListPlan, signal?: () => AbortSignal): Promise<ListPage> {
    const list = this.#lists.of(tables, plan);
    return this.#attempts(this.#slots.longPages, (bound) => this.#page(list, bound), signal);
  }

  /** Counts and sums take turns with long pages: they read as much. */
  async aggregate(tables: ListTables, plan: AggregatePlan, signal?: () => AbortSignal): Promise<AggregateResult> {
    const query = aggregateQuery({ dialect: this.#dialect, tables, plan });
    const read = (bound?: number): Promise<AggregateResult> =>
      this.#read(aggregateSteps(this.#dialect, plan, query), bound);
    // Without a bound it is the second attempt.
    const attempt = (bound?: number): Promise<AggregateResult> => {
      if (bound === undefined) this.#slow.add(query);
      return read(bound);
    };
    try {
      return this.#slow.has(query)
        ? await this.#slots.longPages.run(read, signal?.())
        : await this.#attempts(this.#slots.longPages, attempt, signal);
    } catch (error) {
      throw isDatabaseError(error) && error.code === OUT_OF_RANGE ? new SumRangeError("", { cause: error }) : error;
    }
  }

  #stream(list: BoundList, signal?: () => AbortSignal): Promise<ListPage> {
    return this.#attempts(this.#slots.longStreams, (bound) => this.#openStream(list, bound, signal), signal);
  }

  /**
   * A list is tried once within bounds: a time for each of its statements. If one takes longer, the list releases its connection, which others need,
   * and begins again without them in a slot.
   */
  async #attempts<Result>(
    slots: Slots,
    read: (bound?: number) => Promise<Result>,
    signal?: () => AbortSignal,
  ): Promise<Result> {
    try {
      return await read(this.#tuning.attemptMilliseconds);
    } catch (error) {
      if (!isDatabaseError(error) || error.code !== QUERY_CANCELED) throw error;
      return slots.run(() => read(), signal?.());
    }
  }

  async #page(list: BoundList, milliseconds?: number): Promise<ListPage> {
    const answer = await this.#read(listSteps<string>(list, this.memory), milliseconds);
    return { ...answer, items: answer.items.map((data) => Buffer.from(data)) };
  }

  async #read<Answer extends LogPosition>(steps: Steps<Answer>, milliseconds?: number): Promise<Answer> {
    const client = await this.#checkPast(await this.#connections.lists.connect());
    const session = new ListSession(client, { names: this.#slots.names, milliseconds });
    try {
      const answer = await this.#inTime(client, () => session.run(steps));
      this.memory.see(answer);
      // The answer does not wait for the end of a transaction that only read.
      if (session.hasBegun) void endSession(client, session);
      else client.release();
      return answer;
    } catch (error) {
      await endSession(client, session, isDatabaseError(error) || error instanceof LargeObjectError);
      throw error;
    }
  }

  #inTime<Result>(client: PostgresClient, work: () => Promise<Result>): Promise<Result> {
    return workWithin(client, Math.ceil(this.#listMilliseconds * CLIENT_FACTOR), work);
  }

  /**
   * A new connection may lead to a server that took the place of another and has lost its last commits. Then nothing that is remembered holds.
   * Other connections lead to where they did before.
   */
  async #checkPast(client: PostgresClient): Promise<PostgresClient> {
    if (this.#checked.has(client.connection)) return client;
    const { seen } = this.memory;
    try {
      const isLost = seen !== undefined && (await this.#inTime(client, () => hasLost(client, seen)));
      if (isLost) this.memory.forgetAll();
      this.#checked.add(client.connection);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** A stream keeps its connection until it ends, or until others need it and its consumer is slow. */
  async #openStream(list: BoundList, milliseconds?: number, signal?: () => AbortSignal): Promise<ListPage> {
    const leave = await this.#slots.places.enter(signal?.());
    try {
      const client = await this.#checkPast(await this.#connections.streams.connect());
      return await this.#inTime(client, () => this.#streamOn(client, { list, milliseconds, leave }));
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #streamOn(client: PostgresClient, { list, milliseconds, leave }: BegunStream): Promise<ListPage> {
    const session = new ListSession(client, { milliseconds });
    try {
      const { rows, ...start } = await session.run(streamSteps(list, this.memory));
      const declare = (on: PostgresClient): Promise<unknown> =>
        on.query(`DECLARE items NO SCROLL CURSOR FOR ${rows.sql}`, rows.values);
      const unbounded = client.query(`SET LOCAL statement_timeout = ${this.#listMilliseconds}`);
      const source = new CursorSource(
        { client, leave },
        {
          declared: Promise.all([unbounded, declare(client)]),
          slots: this.#slots.batches,
          places: this.#slots.places,
          milliseconds: Math.ceil(this.#listMilliseconds * CLIENT_FACTOR),
          connect: () => this.#connections.streams.connect(),
          declareAgain: async (on, read) => {
            await this.#assertUnchanged(on, list, start);
            await Promise.all([declare(on), on.query(`MOVE FORWARD ${read} IN items`)]);
          },
        },
      );
      return { ...start, items: objectStream(source, this.#pace) };
    } catch (error) {
      await endSession(client, session, isDatabaseError(error));
      throw error;
    }
  }

  /** Begins a transaction for a stream that goes on. It sees what the stream's first one saw, or else the stream ends. */
  async #assertUnchanged(client: PostgresClient, list: BoundList, position: LogPosition): Promise<void> {
    const session = new ListSession(client);
    const [, isLost, isUnchanged] = await Promise.all([
      session.begin(),
      hasLost(client, position),
      session.run(unchangedSteps(list, position.revision)),
    ]);
    if (isLost || !isUnchanged) throw changedMeanwhile();
  }
}

async function hasLost(client: PostgresClient, position: LogPosition): Promise<boolean> {
  const [row] = await runStatements(client)<PastRow>(selectPast(sql.value(position.revision)));
  return pastOf(position, row) === "lost";
}

interface BegunStream {
  readonly list: BoundList;
  readonly milliseconds: number | undefined;
  /** Frees the stream's place. */
  readonly leave: () => void;
}
