import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planList } from "../../packages/runtime/src/list/plan-list.js";
import type { ListPlan } from "../../packages/store/src/list-plan.js";
import type { ObjectRecord } from "../../packages/store/src/store.js";
import { benchEntry } from "../bench/src/data/bench-entry.js";
import { matrix, pageOf, printList, queryOf, type ListCase, type Sort } from "../bench/src/lists/matrix.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { entryModel } from "./entry-model.js";
import { inOrder, meets, positionOf } from "./plain-scan.js";

const SIZE = 3000;
/** So that the 1,000th page of all objects is the last one. */
const PAGE = 3;

/** Every list of the bench's matrix, once. */
const lists = [...new Map(matrix(SIZE).map((cell) => [printList(cell), cell])).values()];

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

describe.each(["sqlite file", "postgresql"] as const)("each list of the matrix on %s", (engine) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openTestDatabase(engine, [entryModel]);
    await eachOf(objects, (record) => database.store.create(entryModel, record));
  });
  afterAll(() => database.close());

  it("finds what a plain scan finds, when it is first asked for and again", async () => {
    const expected = expectedOf(objects);
    expect(await wrongOf(database, expected)).toEqual([]);
    expect(await wrongOf(database, expected)).toEqual([]);
  });

  it("finds what a plain scan finds after objects have been changed, removed and added", async () => {
    await eachOf(changes, ({ name, record }) =>
      record === undefined
        ? database.store.remove(entryModel, { name, expectedVersion: 1, last: Buffer.from("{}") })
        : database.store.replace(entryModel, record, 1),
    );
    await eachOf(added, (record) => database.store.create(entryModel, record));
    expect(await wrongOf(database, expectedOf([...changed.values()]))).toEqual([]);
  });
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

interface Expected {
  readonly list: ListCase;
  readonly plan: ListPlan;
  readonly names: readonly string[];
  readonly total: number | undefined;
  readonly hasNext: boolean;
}

function expectedOf(records: readonly ObjectRecord[]): readonly Expected[] {
  const orders = new Map(lists.map(({ sort }) => [printSort(sort), inOrder(records, sort)]));
  return lists.map((list) => expectedAnswer(list, orders.get(printSort(list.sort)) ?? []));
}

function printSort({ field, descending }: Sort): string {
  return `${field} ${descending}`;
}

function expectedAnswer(list: ListCase, ordered: readonly ObjectRecord[]): Expected {
  const plan = planList(entryModel, new URLSearchParams(queryOf(list, PAGE)));
  const meetsAll = (record: ObjectRecord): boolean => list.terms.every((term) => meets(term, record));
  if (list.window === "continue") {
    // A step of a walk begins behind an object that need not match.
    const middle = Math.floor(ordered.length / 2);
    const names = ordered
      .slice(middle + 1)
      .filter(meetsAll)
      .map(({ name }) => name);
    const after = positionOf(list.sort, ordered[middle]);
    return {
      list,
      plan: { ...plan, window: { by: "keyset", limit: PAGE, after } },
      names: names.slice(0, PAGE),
      total: undefined,
      hasNext: names.length > PAGE,
    };
  }
  const first = (pageOf(list) - 1) * PAGE;
  const names = ordered.filter(meetsAll).map(({ name }) => name);
  const total = list.total ? names.length : undefined;
  return { list, plan, names: names.slice(first, first + PAGE), total, hasNext: first + PAGE < names.length };
}

/** Lists whose answer is not as expected, with both. */
async function wrongOf({ store }: TestDatabase, expected: readonly Expected[]): Promise<readonly object[]> {
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
