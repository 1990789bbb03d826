import type { ListPlan } from "../../list/list-plan.js";
import { aloneSteps } from "../lists/alone-steps.js";
import { BoundList, type ListContext } from "../lists/bound-list.js";
import { CountMemory } from "../lists/count-memory.js";
import { Foresight } from "../lists/foresight.js";
import { isStreamed, listSteps, streamSteps } from "../lists/list-steps.js";
import { ShapeCache } from "../lists/shape-cache.js";
import { SlowKinds } from "../lists/slow-kinds.js";
import type { ListAnswer } from "../lists/steps.js";
import { TooLargeError } from "../lists/too-large-error.js";
import { TooMuchError } from "../lists/too-much-error.js";
import { Turns } from "../lists/turns.js";
import { Habits } from "../lists/habits.js";
import { objectStream } from "../object-stream.js";
import { postgresDialect } from "../sql/dialect.js";
import { noCatalog } from "../sql/index-catalog.js";
import type { ListInput, ListTables } from "../sql/list-statement.js";
import type { StoreSettings } from "../store-settings.js";
import type { ListPage } from "../store.js";
import { cursorSource } from "./cursor-source.js";
import type { PostgresClient } from "./database.js";
import { ListSession } from "./list-session.js";
import type { PostgresPools } from "./pools.js";
import { PreparedNames } from "./prepared-names.js";
import { breakOff, endTransaction, isDatabaseError } from "./with-client.js";

const BEGIN = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

export interface ListRunnerOptions extends Pick<StoreSettings, "stallMilliseconds" | "tuning"> {
  /** How many pages that take long, beginnings of streams that do, and batches of streams the server works on at a time, of each. */
  readonly longLists: number;
}

/**
 * Reads lists on connections of a pool. Those that take long take turns: a server that works on more of them than it has processors has
 * none left for who reads one object, and is done with them no sooner.
 */
export class ListRunner {
  readonly #pools: Pick<PostgresPools, "lists" | "streams">;
  readonly #stallMilliseconds: number;
  readonly #longPages: Turns;
  /** Apart, since a stream that begins may have to wait for a connection that another's consumer keeps. */
  readonly #longStreams: Turns;
  readonly #batches: Turns;
  readonly #context: ListContext;
  readonly #counts = new CountMemory();
  /** Kinds of pages that were too large to be held: finding out costs a connection. */
  readonly #large = new SlowKinds();
  readonly #foresight = new Foresight();
  readonly #names = new PreparedNames();

  constructor(
    pools: Pick<PostgresPools, "lists" | "streams">,
    { stallMilliseconds, tuning, longLists }: ListRunnerOptions,
  ) {
    this.#pools = pools;
    this.#stallMilliseconds = stallMilliseconds;
    this.#longPages = new Turns(longLists);
    this.#longStreams = new Turns(longLists);
    this.#batches = new Turns(longLists);
    const memory = { shapes: new ShapeCache<ListInput>(), habits: new Habits(tuning) };
    this.#context = { dialect: postgresDialect, catalog: noCatalog, tuning, ...memory };
  }

  /**
   * A page is read as a short list, then, where it turns out to take long, anew when it is its turn, and where it turns out too large to be
   * held, as a stream.
   */
  list(tables: ListTables, plan: ListPlan, signal?: () => AbortSignal): Promise<ListPage> {
    const list = new BoundList(this.#context, tables, plan);
    return isStreamed(plan, this.#context.tuning) ? this.#stream(list, signal) : this.#page(list, signal);
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
    return this.#inTurn(this.#longStreams, (effort) => this.#openStream(list, effort), signal);
  }

  /** What turns out to take long gives up its connection, which others need, and begins anew when it is its turn. */
  async #inTurn(
    turns: Turns,
    read: (effort: number) => Promise<ListPage>,
    signal?: () => AbortSignal,
  ): Promise<ListPage> {
    try {
      return await read(this.#context.tuning.shortEffort);
    } catch (error) {
      if (!(error instanceof TooMuchError)) throw error;
      return turns.take(() => read(Infinity), signal?.());
    }
  }

  async #read(list: BoundList, effort: number): Promise<ListPage> {
    const client = await this.#connect();
    const { heldBytes } = this.#context.tuning;
    const session = new ListSession(client, { heldBytes, names: this.#names });
    try {
      const alone = await session.run(aloneSteps<string>(list, this.#counts), effort);
      if (alone !== undefined) {
        this.#release(client, false);
        return pageOf(alone);
      }
      const begun = client.query(BEGIN);
      session.send(this.#foresight.statements(list));
      const [, answer] = await Promise.all([begun, session.run(listSteps<string>(list, this.#counts), effort)]);
      this.#foresight.remember(list, session.asked);
      // The answer need not wait for the end of a transaction that only read.
      if (session.isCut) breakOff(client);
      else void endTransaction(client).then((broken) => this.#release(client, broken));
      return pageOf(answer);
    } catch (error) {
      await giveUp(client, error);
      throw error;
    }
  }

  /** A connection that keeps nothing prepared under names that have been given up. */
  async #connect(): Promise<PostgresClient> {
    for (;;) {
      const client = await this.#pools.lists.connect();
      if (this.#names.isFresh(client)) return client;
      client.release(true);
    }
  }

  #release(client: PostgresClient, broken: boolean): void {
    client.release(broken || !this.#names.isFresh(client));
  }

  /** A stream keeps a connection of the pool until it ends. */
  async #openStream(list: BoundList, effort: number): Promise<ListPage> {
    const client = await this.#pools.streams.connect();
    const session = new ListSession(client, this.#context.tuning);
    try {
      await client.query(BEGIN);
      const { rows, ...start } = await session.run(streamSteps(list, this.#counts), effort);
      await client.query(`DECLARE items NO SCROLL CURSOR FOR ${rows.shape.sql}`, rows.values);
      const source = cursorSource(client, this.#batches);
      return { ...start, items: objectStream(source, this.#stallMilliseconds) };
    } catch (error) {
      await giveUp(client, error);
      throw error;
    }
  }
}

function pageOf(answer: ListAnswer<string>): ListPage {
  return { ...answer, items: answer.items.map((data) => Buffer.from(data)) };
}

/** Gives a connection back after an error of a list. */
async function giveUp(client: PostgresClient, error: unknown): Promise<void> {
  if (error instanceof TooLargeError) return breakOff(client);
  const isAlive = isDatabaseError(error) || error instanceof TooMuchError;
  return client.release(!isAlive || (await endTransaction(client)));
}
