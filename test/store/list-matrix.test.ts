import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultTuning } from "../../packages/store/dist/list-tuning.js";
import type { ObjectRecord } from "../../packages/store/src/store.js";
import { benchEntry } from "../bench/src/data/bench-entry.js";
import { matrix, printList, type Cell } from "../bench/src/lists/matrix.js";
import type { TermType } from "../bench/src/lists/term.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { entryModel } from "./entry-model.js";
import { execute } from "./execute.js";
import { expectedLists, type ExpectedList } from "./expected-lists.js";

const SIZE = 3000;

const cells = matrix(SIZE);

/** The lists of cells, each once. */
function listsOf(chosen: readonly Cell[]): readonly Cell[] {
  return [...new Map(chosen.map((cell) => [printList(cell), cell])).values()];
}

const objects = Array.from({ length: SIZE }, (_, place) => benchEntry({ number: place + 1, size: SIZE }));

/** Every thirtieth object is removed or given other values, and some are new. */
const changes = objects.flatMap(({ name }, place): { readonly name: string; readonly record?: ObjectRecord }[] => {
  const number = place + 1;
  if (number % 30 === 0) return [{ name }];
  return number % 30 === 1 ? [{ name, record: benchEntry({ number, size: SIZE, version: 2 }) }] : [];
});
const added = Array.from({ length: 50 }, (_, place) => benchEntry({ number: SIZE + place + 1, size: SIZE }));
const changed = new Map(objects.map((record) => [record.name, record]));
for (const { name, record } of changes) {
  if (record === undefined) changed.delete(name);
  else changed.set(name, record);
}
for (const record of added) changed.set(record.name, record);

const first = expectedLists(listsOf(cells), objects);
/** Steps from the middle of walks, of each selection one in each order. */
const selected = [...new Map(cells.map((cell) => [JSON.stringify(cell.terms), cell])).values()];
const orders = new Map(cells.map(({ sort }) => [`${sort.field} ${sort.descending}`, sort]));
const walks = [...orders].map(([order, sort]) => {
  const steps = selected.map((cell): Cell => ({ ...cell, sort, window: "continue", total: false, state: "cold" }));
  return [order, expectedLists(steps, objects)] as const;
});
/** What a store remembers of a list is mostly its total. */
const again = first.filter(({ list }) => list.total);
const last = expectedLists(listsOf(cells.filter(({ state }) => state === "after a write")), [...changed.values()]);

/** Types of terms on an index of one value, which is a column. */
const columnTypes: ReadonlySet<TermType> = new Set(["equality", "range", "prefix"]);

/** On a busy machine. */
const SLOW = 300_000;

describe.each(["sqlite file", "postgresql"] as const)("each list of the matrix on %s", (engine) => {
  let filled: TestDatabase;

  beforeAll(async () => {
    filled = await openTestDatabase(engine, [entryModel]);
    await eachOf(objects, (record) => filled.store.create(entryModel, record));
    // Without statistics some of PostgreSQL's plans are slow, and the test would be as well.
    if (engine === "postgresql") await execute(filled.url, "ANALYZE");
    await filled.closeStores();
  }, SLOW);
  afterAll(() => filled.close());

  const copy = (tuning = defaultTuning): Promise<TestDatabase> =>
    openTestDatabase(engine, [entryModel], { tuning, copyOf: filled.url });
  const short = { ...defaultTuning, firstLook: 8, few: 20 };

  it("finds what a plain scan finds, when it is first asked for and again", { timeout: SLOW }, async () => {
    const database = await copy();
    expect(await wrongOf(database, first)).toEqual([]);
    expect(await wrongOf(database, again)).toEqual([]);
    await database.close();
  });

  it.runIf(engine === "sqlite file")("finds the same if looks are short and given up", { timeout: SLOW }, async () => {
    const database = await copy(short);
    const withoutTotal = first.filter(({ list }) => !list.total);
    expect(await wrongOf(database, withoutTotal)).toEqual([]);
    await database.close();
  });

  it.each(walks)(
    "finds the same where a walk by %s goes on, and nothing is known of it",
    { timeout: SLOW },
    async (_, lists) => {
      const database = await copy(short);
      expect(lists.length).toBeGreaterThan(50);
      expect(await wrongOf(database, lists)).toEqual([]);
      await database.close();
    },
  );

  it("finds the same if filters on columns are first asked for together", { timeout: SLOW }, async () => {
    const database = await copy(short);
    const together = again.filter(({ list }) => list.terms.filter(({ type }) => columnTypes.has(type)).length > 1);
    expect(together.length).toBeGreaterThan(100);
    expect(await wrongOf(database, together)).toEqual([]);
    await database.close();
  });

  it(
    "finds what a plain scan finds after objects have been changed, removed and added",
    { timeout: SLOW },
    async () => {
      const database = await copy();
      await eachOf(changes, ({ name, record }) =>
        record === undefined
          ? database.store.remove(entryModel, { name, expectedVersion: 1, last: Buffer.from("{}") })
          : database.store.replace(entryModel, record, 1),
      );
      await eachOf(added, (record) => database.store.create(entryModel, record));
      expect(await wrongOf(database, last)).toEqual([]);
      await database.close();
    },
  );
});

/** How many requests are under way at once. */
const TOGETHER = 16;

async function eachOf<Value, Result>(
  values: readonly Value[],
  use: (value: Value) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let place = 0; place < values.length; place += TOGETHER) {
    results.push(...(await Promise.all(values.slice(place, place + TOGETHER).map(use))));
  }
  return results;
}

/** Lists whose answer is not as expected, with both. */
async function wrongOf(
  { store }: Pick<TestDatabase, "store">,
  expected: readonly ExpectedList[],
): Promise<readonly object[]> {
  const compared = await eachOf(expected, async ({ list, plan, names, total, hasNext }) => {
    const answer = await store.list(entryModel, plan);
    const found: string[] = [];
    for await (const bytes of answer.items) found.push(nameOf(bytes));
    const [given, wanted] = [
      [found, answer.total, answer.hasNext],
      [names, total, hasNext],
    ].map((each) => JSON.stringify(each));
    return given === wanted ? [] : [{ list: printList(list), given, wanted }];
  });
  return compared.flat();
}

function nameOf(bytes: Uint8Array): string {
  return (JSON.parse(Buffer.from(bytes).toString()) as { readonly metadata: { readonly name: string } }).metadata.name;
}
