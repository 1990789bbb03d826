import type { RelatedResources } from "../../../../packages/runtime/dist/list/plan-filters.js";
import { planList } from "../../../../packages/runtime/dist/list/plan-list.js";
import type { ModelDescriptor } from "../../../../packages/runtime/dist/model/model-descriptor.js";
import type { ListPlan } from "../../../../packages/store/dist/list-plan.js";
import { openStore } from "../../../../packages/store/dist/open/open-database.js";
import type { Store } from "../../../../packages/store/dist/store.js";
import type { BenchDatabase } from "../databases/engine.js";
import { bestProgram, program, type Parts, type Program, type WrittenAnswer } from "./best-program.js";
import { countStatements } from "./count-statements.js";
import { columnOfField, EntrySql } from "./entry-sql.js";
import { printList, printTerms, queryOf, type ListCase, type Sort } from "./matrix.js";
import type { WrittenList } from "./statement.js";
import { openRawLists, type RawLists } from "./raw-lists.js";

const PAGE = 20;

/** A database of a model's objects that is open both ways. */
export class OpenLists {
  readonly model: ModelDescriptor;
  readonly sql: EntrySql;
  readonly #database: BenchDatabase;
  #store: Store;
  #raw: RawLists;
  readonly #positions = new Map<string, Promise<WrittenList["position"]>>();
  readonly #matching = new Map<string, Promise<number>>();

  readonly #related: RelatedResources | undefined;

  private constructor({ model, related }: ListedModel, database: BenchDatabase, { store, raw }: OpenSides) {
    this.model = model;
    this.#related = related;
    this.sql = new EntrySql(this.model, database.engine);
    this.#database = database;
    this.#store = store;
    this.#raw = raw;
  }

  static async open(listed: ListedModel, database: BenchDatabase): Promise<OpenLists> {
    return new OpenLists(listed, database, await openSides(database));
  }

  get store(): Store {
    return this.#store;
  }

  /** Closes both sides and opens them again: then neither remembers anything. An SQLite file belongs to one store at a time. */
  async reopen(): Promise<void> {
    await this.close();
    const { store, raw } = await openSides(this.#database);
    this.#store = store;
    this.#raw = raw;
  }

  /** Plans a list, as a service does before it asks the store. */
  async plan(list: ListCase): Promise<ListPlan> {
    const planned = planList(this.model, new URLSearchParams(queryOf(list, PAGE)), { related: this.#related });
    if (list.window !== "continue") return planned;
    const { value, id } = await this.#position(list.sort);
    return { ...planned, window: { by: "keyset", limit: PAGE, after: [value, id] } };
  }

  /** Asks cmgen. */
  list(plan: ListPlan): ReturnType<Store["list"]> {
    return this.store.list(this.model, plan);
  }

  /** The fastest hand-written program for a list. */
  async bestProgram(list: ListCase): Promise<Program> {
    const { size } = this.#database;
    const [position, matching] = await Promise.all([this.#position(list.sort), this.#count(list)]);
    return bestProgram(this.#raw, { sql: this.sql, list, size, pageSize: PAGE, matching, position });
  }

  /** A hand-written program of which it is known how it finds its objects. */
  program(parts: Parts): Program {
    return program(this.#raw, parts);
  }

  async close(): Promise<void> {
    await Promise.all([this.store.close(), this.#raw.close()]);
  }

  #position({ field, descending, nullable }: Sort): Promise<WrittenList["position"]> {
    const column = columnOfField(field);
    const text = `SELECT o.${column}, o.id FROM ${this.sql.objectsBy(column)} ORDER BY ${this.sql.order({ field, descending, nullable }, "o")} LIMIT 1 OFFSET ${Math.floor(this.#database.size / 2)}`;
    const found =
      this.#positions.get(text) ?? this.#one(text).then(([value, id]) => ({ value: Number(value), id: Number(id) }));
    this.#positions.set(text, found);
    return found;
  }

  #count(list: ListCase): Promise<number> {
    const key = printTerms(list).join();
    const text = countStatements(this.sql, list.terms, this.#database.size).at(-1)?.text ?? "";
    const found = this.#matching.get(key) ?? this.#one(text).then(([count]) => Number(count));
    this.#matching.set(key, found);
    return found;
  }

  async #one(text: string): Promise<readonly unknown[]> {
    const statement = this.#raw.prepare({ text });
    const [row = []] = await statement.run();
    await statement.drop();
    return row;
  }
}

/** What is listed, and by the values of which others. */
export interface ListedModel {
  readonly model: ModelDescriptor;
  readonly related?: RelatedResources;
}

interface OpenSides {
  readonly store: Store;
  readonly raw: RawLists;
}

async function openSides(database: BenchDatabase): Promise<OpenSides> {
  const [store, raw] = await Promise.all([openStore(database.url), openRawLists(database)]);
  return { store, raw };
}

type Listed = Awaited<ReturnType<Store["list"]>>;

/**
 * Returns how many objects both sides answer.
 *
 * @throws {Error} if the two sides do not answer the same: what is not the same cannot be compared.
 */
export function assertSame(list: ListCase, { items, total }: Listed, byHand: WrittenAnswer): number {
  if ("batches" in items) throw new Error(`${printList(list)}: a page was streamed`);
  const totals = [total, byHand.total].filter((each) => each !== undefined);
  const [ours, theirs] = [items, byHand.items].map((each) => each.map((data) => Buffer.from(data).toString()));
  const same = ours?.length === theirs?.length && ours?.every((data, place) => data === theirs?.[place]);
  if (same && new Set(totals).size < 2) return items.length;
  throw new Error(
    `${printList(list)}: cmgen gives ${ours?.length} objects of ${total}, SQL ${theirs?.length} of ${byHand.total}`,
  );
}
