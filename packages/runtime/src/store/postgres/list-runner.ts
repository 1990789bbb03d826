import type { ListPlan } from "../../list/list-plan.js";
import { aloneSteps } from "../lists/alone-steps.js";
import { BoundList, type ListContext } from "../lists/bound-list.js";
import { CountMemory } from "../lists/count-memory.js";
import { Foresight } from "../lists/foresight.js";
import { isStreamed, listSteps, streamSteps } from "../lists/list-steps.js";
import { ShapeCache } from "../lists/shape-cache.js";
import type { ListAnswer, ListRow } from "../lists/steps.js";
import { Habits } from "../lists/habits.js";
import { objectStream, type BatchSource } from "../object-stream.js";
import { postgresDialect } from "../sql/dialect.js";
import { noCatalog } from "../sql/index-catalog.js";
import type { ListInput, ListTables } from "../sql/list-statement.js";
import type { StoreSettings } from "../store-settings.js";
import type { ListPage, ObjectBatch } from "../store.js";
import type { PostgresClient } from "./database.js";
import { ListSession } from "./list-session.js";
import type { PostgresPools } from "./pools.js";
import { PreparedNames } from "./prepared-names.js";
import { isDatabaseError } from "./with-client.js";

/** Objects of a stream that are fetched before it is known how large they are. */
const FIRST_BATCH = 32;

/** Bytes of a stream that are fetched at a time: more of them are hardly faster, and as much is held twice. */
const BATCH_BYTES = 128 * 1024;

const BEGIN = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/** Reads lists on connections of a pool. */
export class ListRunner {
  readonly #pools: Pick<PostgresPools, "lists" | "streams">;
  readonly #stallMilliseconds: number;
  readonly #context: ListContext;
  readonly #foresight = new Foresight();
  readonly #names = new PreparedNames();

  constructor(
    pools: Pick<PostgresPools, "lists" | "streams">,
    { stallMilliseconds, tuning }: Pick<StoreSettings, "stallMilliseconds" | "tuning">,
  ) {
    this.#pools = pools;
    this.#stallMilliseconds = stallMilliseconds;
    const memory = { shapes: new ShapeCache<ListInput>(), counts: new CountMemory(), habits: new Habits(tuning) };
    this.#context = { dialect: postgresDialect, catalog: noCatalog, tuning, ...memory };
  }

  list(tables: ListTables, plan: ListPlan): Promise<ListPage> {
    const list = new BoundList(this.#context, tables, plan);
    return isStreamed(plan, this.#context.tuning) ? this.#stream(list) : this.#page(list);
  }

  async #page(list: BoundList): Promise<ListPage> {
    const client = await this.#connect();
    const session = new ListSession(client, this.#names);
    try {
      const alone = await session.run(aloneSteps<string>(list));
      if (alone !== undefined) {
        this.#release(client, false);
        return pageOf(alone);
      }
      const begun = client.query(BEGIN);
      session.send(this.#foresight.statements(list));
      const [, answer] = await Promise.all([begun, session.run(listSteps<string>(list))]);
      this.#foresight.remember(list, session.asked);
      // The answer need not wait for the end of a transaction that only read.
      void endTransaction(client).then((broken) => this.#release(client, broken));
      return pageOf(answer);
    } catch (error) {
      client.release(!isDatabaseError(error) || (await endTransaction(client)));
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
  async #stream(list: BoundList): Promise<ListPage> {
    const client = await this.#pools.streams.connect();
    try {
      await client.query(BEGIN);
      const { rows, ...start } = await new ListSession(client).run(streamSteps(list));
      await client.query(`DECLARE items NO SCROLL CURSOR FOR ${rows.shape.sql}`, rows.values);
      return { ...start, items: objectStream(cursorSource(client), this.#stallMilliseconds) };
    } catch (error) {
      client.release(!isDatabaseError(error) || (await endTransaction(client)));
      throw error;
    }
  }
}

function pageOf(answer: ListAnswer<string>): ListPage {
  return { ...answer, items: answer.items.map((data) => Buffer.from(data)) };
}

function cursorSource(client: PostgresClient): BatchSource {
  let closed = false;
  let count = FIRST_BATCH;
  return {
    next: async () => {
      // One that was closed while this was on its way has no more items.
      if (closed) return undefined;
      const { rows } = await client.query<ListRow<string>>(`FETCH ${count} FROM items`);
      if (rows.length === 0) return undefined;
      const batch = textBatch(rows.map(({ data }) => data));
      count = nextCount(rows.length, batch.joined.length);
      return batch;
    },
    close: async () => {
      closed = true;
      client.release(await endTransaction(client));
    },
  };
}

/** As many as are likely to have the bytes wanted, going by the last batch. Objects that are suddenly large are met by not many more. */
function nextCount(count: number, bytes: number): number {
  const likely = Math.floor((BATCH_BYTES * count) / bytes);
  return Math.max(1, Math.min(likely, 2 * count));
}

/** Texts become bytes all at once: one by one costs more than reading them. */
function textBatch(texts: readonly string[]): ObjectBatch {
  return { joined: Buffer.from(`,${texts.join(",")}`), items: () => texts.map((text) => Buffer.from(text)) };
}

/** Ends a transaction that only read. Returns whether the connection is of no more use. */
async function endTransaction(client: PostgresClient): Promise<boolean> {
  try {
    await client.query("ROLLBACK");
    return false;
  } catch {
    // Nothing was written: all there is to do about it is not to use the connection again.
    return true;
  }
}
