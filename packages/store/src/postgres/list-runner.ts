import { availableParallelism } from "node:os";
import type { ListPlan } from "../list-plan.js";
import { aloneSteps } from "../lists/alone-steps.js";
import type { BoundList } from "../lists/bound-list.js";
import { BoundLists } from "../lists/bound-lists.js";
import { shapeCache } from "../lists/shape-cache.js";
import type { ListTuning } from "../list-tuning.js";
import { listSteps } from "../lists/list-steps.js";
import { SelectionMemory } from "../lists/selection-memory.js";
import { SlowKinds } from "../lists/slow-kinds.js";
import { type ListAnswer, TooLargeError, TooMuchError } from "../lists/steps.js";
import { isStreamed, streamSteps, unchangedSteps } from "../lists/stream-steps.js";
import { Turns } from "../lists/turns.js";
import { changedMeanwhile, objectStream } from "../lists/object-stream.js";
import { type LogPosition, pastOf, type PastRow } from "../log-position.js";
import { selectPast } from "../sql/change-shapes.js";
import { postgresDialect } from "../sql/dialect.js";
import { noCatalog } from "../sql/index-catalog.js";
import type { ListInput, ListTables } from "../sql/list-statement.js";
import { compileShape } from "../sql/sql.js";
import type { EngineSettings, StreamPace } from "../store-settings.js";
import type { ListPage } from "../store.js";
import { CursorSource } from "./cursor-source.js";
import type { PostgresClient } from "./database.js";
import { Effort } from "./effort.js";
import { ListSession } from "./list-session.js";
import { PATIENCE, type PostgresPools } from "./pools.js";
import { PreparedNames } from "./prepared-names.js";
import { StreamPlaces } from "./stream-places.js";
import { isDatabaseError } from "./postgres-trouble.js";
import { breakOff, endTransaction, workWithin } from "./with-client.js";

const past = compileShape<LogPosition>(postgresDialect, (slot) => selectPast(slot(({ revision }) => revision)));

/** `longLists` limits three kinds of work, each separately: long pages, long starts of streams, and batches of streams. */
type ListRunnerSettings = Pick<EngineSettings, "pace" | "timeouts" | "tuning" | "longLists">;

/** Leaves one processor for short requests, if the database's machine has as many as this one. */
function defaultLongLists(): number {
  return Math.min(4, Math.max(1, availableParallelism() - 1));
}

/**
 * Reads lists on connections of a pool. Long lists take turns: if a server runs more of them than it has processors, none is left for reads of
 * single objects, and the lists do not end sooner.
 */
export class ListRunner {
  readonly #pools: Pick<PostgresPools, "lists" | "streams">;
  readonly #pace: StreamPace;
  readonly #milliseconds: number;
  readonly #longPages: Turns;
  /** Separate, since the start of a stream may wait for a connection that another stream's consumer keeps. */
  readonly #longStreams: Turns;
  /** One place for each connection of the streams' pool. */
  readonly #places: StreamPlaces;
  readonly #batches: Turns;
  readonly #lists: BoundLists;
  readonly #tuning: ListTuning;
  readonly memory = new SelectionMemory();
  /** Kinds of pages that were too large to be held. Finding out costs a connection. */
  readonly #large = new SlowKinds();
  readonly #names = new PreparedNames();
  readonly #checked = new WeakSet<PostgresClient>();

  constructor(
    pools: Pick<PostgresPools, "lists" | "streams">,
    { pace, timeouts, tuning, longLists = defaultLongLists() }: ListRunnerSettings,
  ) {
    this.#pools = pools;
    this.#pace = pace;
    const { listMilliseconds } = timeouts;
    this.#milliseconds = Math.ceil(listMilliseconds * PATIENCE);
    const turns = (atATime: number): Turns => new Turns(atATime, listMilliseconds);
    // Long pages leave a connection to short ones, which controllers read.
    this.#longPages = turns(Math.min(longLists, pools.lists.options.max - 1));
    this.#longStreams = turns(longLists);
    this.#places = new StreamPlaces(pools.streams.options.max, listMilliseconds);
    this.#batches = turns(longLists);
    this.#tuning = tuning;
    const shapes = shapeCache<ListInput>();
    this.#lists = new BoundLists({ dialect: postgresDialect, catalog: noCatalog, tuning, shapes });
  }

  /**
   * A page is first read as a short list. If it turns out to be long, it is read again when it is its turn; if it turns out too large to be
   * held, it is streamed.
   */
  list(tables: ListTables, plan: ListPlan, signal?: () => AbortSignal): Promise<ListPage> {
    const list = this.#lists.of(tables, plan);
    return isStreamed(plan, this.#tuning) ? this.#stream(list, signal) : this.#page(list, signal);
  }

  async #page(list: BoundList, signal?: () => AbortSignal): Promise<ListPage> {
    const now = performance.now();
    if (this.#large.has(list.key, now)) return this.#stream(list, signal);
    try {
      return await this.#inTurn(this.#longPages, (effort) => this.#read(list, effort), signal);
    } catch (error) {
      if (!(error instanceof TooLargeError)) throw error;
      this.#large.add(list.key, now);
      return this.#stream(list, signal);
    }
  }

  #stream(list: BoundList, signal?: () => AbortSignal): Promise<ListPage> {
    return this.#inTurn(this.#longStreams, (effort) => this.#openStream(list, effort, signal), signal);
  }

  /** A list that turns out to be long and has to wait releases its connection, which others need, and begins again when it is its turn. */
  async #inTurn(
    turns: Turns,
    read: (effort: Effort) => Promise<ListPage>,
    signal?: () => AbortSignal,
  ): Promise<ListPage> {
    const effort = new Effort(this.#tuning.shortEffort, { turns, signal });
    try {
      return await read(effort);
    } catch (error) {
      if (!(error instanceof TooMuchError)) throw error;
      return turns.take(() => read(new Effort(Infinity)), signal?.());
    } finally {
      effort.end();
    }
  }

  async #read(list: BoundList, effort: Effort): Promise<ListPage> {
    const client = await this.#connect();
    return workWithin(client, this.#milliseconds, () => this.#readOn(client, list, effort));
  }

  async #readOn(client: PostgresClient, list: BoundList, effort: Effort): Promise<ListPage> {
    const { heldBytes } = this.#tuning;
    const session = new ListSession(client, { heldBytes, names: this.#names });
    try {
      const alone = await session.run(aloneSteps<string>(list, this.memory), effort);
      if (alone !== undefined) {
        this.memory.see(alone);
        if (session.isCut) breakOff(client);
        else this.#release(client, false);
        return pageOf(alone);
      }
      const begun = session.begin();
      const [, answer] = await Promise.all([begun, session.run(listSteps<string>(list, this.memory), effort)]);
      this.memory.see(answer);
      // The answer does not wait for the end of a transaction that only read.
      if (session.isCut) breakOff(client);
      else void endTransaction(client).then((broken) => this.#release(client, broken));
      return pageOf(answer);
    } catch (error) {
      await giveUp(client, error);
      throw error;
    }
  }

  /** A connection without statements prepared under retired names. */
  async #connect(): Promise<PostgresClient> {
    for (;;) {
      const taken = this.#pools.lists.take();
      const client = taken instanceof Promise ? await taken : taken;
      if (!this.#names.isFresh(client)) client.release(true);
      else if (this.#checked.has(client)) return client;
      else return this.#checkPast(client);
    }
  }

  /**
   * A new connection may lead to a server that took the place of another and has lost its last commits. Then nothing that is remembered holds.
   * Other connections lead to where they did before.
   */
  async #checkPast(client: PostgresClient): Promise<PostgresClient> {
    const { seen } = this.memory;
    try {
      const isLost = seen !== undefined && (await workWithin(client, this.#milliseconds, () => hasLost(client, seen)));
      if (isLost) this.memory.forgetAll();
      this.#checked.add(client);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  #release(client: PostgresClient, broken: boolean): void {
    if (broken || !this.#names.isFresh(client)) client.release(true);
    else this.#pools.lists.keep(client);
  }

  /** A stream keeps its connection until it ends, or until others need it and its consumer is slow. */
  async #openStream(list: BoundList, effort: Effort, signal?: () => AbortSignal): Promise<ListPage> {
    const leave = await this.#places.enter({ isNew: true, signal: signal?.() });
    try {
      const client = await this.#checkPast(await this.#pools.streams.connect());
      return await workWithin(client, this.#milliseconds, () => this.#streamOn(client, { list, effort, leave }));
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #streamOn(client: PostgresClient, { list, effort, leave }: BegunStream): Promise<ListPage> {
    const session = new ListSession(client, this.#tuning);
    try {
      const begun = session.begin();
      const steps = session.run(streamSteps(list, this.memory), effort);
      const [, { rows, ...start }] = await Promise.all([begun, steps]);
      const declare = (on: PostgresClient): Promise<unknown> =>
        on.query(`DECLARE items NO SCROLL CURSOR FOR ${rows.shape.sql}`, rows.values);
      const source = new CursorSource(
        { client, leave },
        {
          declared: declare(client),
          turns: this.#batches,
          places: this.#places,
          milliseconds: this.#milliseconds,
          connect: () => this.#pools.streams.connect(),
          declareAgain: async (on, read) => {
            await this.#assertUnchanged(on, list, start);
            await Promise.all([declare(on), on.query(`MOVE FORWARD ${read} IN items`)]);
          },
        },
      );
      return { ...start, items: objectStream(source, this.#pace) };
    } catch (error) {
      await giveUp(client, error);
      throw error;
    }
  }

  /** Begins a transaction for a stream that goes on. It sees what the stream's first one saw, or else the stream ends. */
  async #assertUnchanged(client: PostgresClient, list: BoundList, position: LogPosition): Promise<void> {
    const session = new ListSession(client, this.#tuning);
    const steps = unchangedSteps(list, position.revision);
    const [, isLost, isUnchanged] = await Promise.all([
      session.begin(),
      hasLost(client, position),
      session.run(steps, new Effort(Infinity)),
    ]);
    if (isLost || !isUnchanged) throw changedMeanwhile();
  }
}

async function hasLost(client: PostgresClient, position: LogPosition): Promise<boolean> {
  const { rows } = await client.query<PastRow>(past.sql, past.bind(position));
  return pastOf(position, rows[0]) === "lost";
}

interface BegunStream {
  readonly list: BoundList;
  readonly effort: Effort;
  /** Frees the stream's place. */
  readonly leave: () => void;
}

function pageOf(answer: ListAnswer<string>): ListPage {
  return { ...answer, items: answer.items.map((data) => Buffer.from(data)) };
}

/** Releases a connection after an error of a list. */
async function giveUp(client: PostgresClient, error: unknown): Promise<void> {
  if (error instanceof TooLargeError) return breakOff(client);
  const isAlive = isDatabaseError(error) || error instanceof TooMuchError;
  return client.release(!isAlive || (await endTransaction(client)));
}
