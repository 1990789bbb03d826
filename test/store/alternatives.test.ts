import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planList } from "../../packages/runtime/dist/list/plan-list.js";
import { defaultTuning } from "../../packages/store/dist/list-tuning.js";
import type { AllOf, AnyOf, ListPlan } from "../../packages/store/src/list-plan.js";
import { benchEntry } from "../bench/src/data/bench-entry.js";
import { matrix, pageOf, printList, queryOf, type Cell } from "../bench/src/lists/matrix.js";
import type { Term } from "../bench/src/lists/term.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { entryModel } from "./entry-model.js";
import { execute } from "./execute.js";
import { inOrder, meets, positionOf } from "./plain-scan.js";

const SIZE = 2000;
const PAGE = 5;

const objects = Array.from({ length: SIZE }, (_, place) => benchEntry({ number: place + 1, size: SIZE }));
const cells = [...new Map(matrix(SIZE).map((cell) => [printList(cell), cell])).values()];
const termed = cells.filter(({ terms }) => terms.length > 0 && terms.length < 3);

/** A list of a selector and alternatives, and what a plain scan finds. */
interface ChosenList {
  readonly about: string;
  readonly plan: ListPlan;
  readonly names: readonly string[];
  readonly total: number | undefined;
}

/** Alternatives of two and three selectors of other lists, which share no place with the list that they are added to. */
const lists: readonly ChosenList[] = cells
  .filter(({ terms }) => terms.length < 3)
  .map((cell, place) => {
    const count = 2 + (place % 2);
    const chosen = Array.from(
      { length: count },
      (_, at) => termed[(place * 7 + at * 31 + 3) % termed.length]?.terms ?? [],
    );
    return chosenList(cell, shaped(place, chosen));
  });

/** Terms that all hold, or alternatives. */
interface Chosen {
  readonly terms: readonly Term[];
  readonly any?: readonly (readonly Chosen[])[];
}

/** Alternatives of several shapes: alone, two of them beside each other, and some within one of the others. */
function shaped(place: number, chosen: readonly (readonly Term[])[]): Chosen["any"] {
  const alternatives = chosen.map((terms): Chosen => ({ terms }));
  const others = termed.slice(place % 50, (place % 50) + 2).map(({ terms }): Chosen => ({ terms }));
  if (place % 3 === 0) return [alternatives];
  if (place % 3 === 1) return [alternatives, others];
  const [first, ...rest] = alternatives;
  return [[...rest, { terms: place % 2 === 0 ? [] : (first?.terms ?? []), any: [others] }]];
}

function isChosen({ terms, any = [] }: Chosen, record: (typeof objects)[number]): boolean {
  return terms.every((term) => meets(term, record)) && any.every((of) => of.some((chosen) => isChosen(chosen, record)));
}

function chosenList(cell: Cell, any: NonNullable<Chosen["any"]> = []): ChosenList {
  const all = (chosen: Chosen): AllOf => {
    const { fields, labels } = planList(
      entryModel,
      new URLSearchParams(queryOf({ ...cell, terms: chosen.terms, window: "page 1" }, PAGE)),
    );
    return { fields, labels, ...(chosen.any && { any: chosen.any.map(anyOf) }) };
  };
  const anyOf = (of: readonly Chosen[]): AnyOf => ({ test: "any", of: of.map(all) });
  const asked = planList(entryModel, new URLSearchParams(queryOf(cell, PAGE)));
  const ordered = inOrder(objects, cell.sort);
  const isFound = (record: (typeof objects)[number]): boolean => isChosen({ terms: cell.terms, any }, record);
  const middle = Math.floor(ordered.length / 2);
  const isWalk = cell.window === "continue";
  const found = (isWalk ? ordered.slice(middle + 1) : ordered).filter(isFound).map(({ name }) => name);
  const first = isWalk ? 0 : (pageOf(cell) - 1) * PAGE;
  const window = isWalk
    ? ({ by: "keyset", limit: PAGE, after: positionOf(cell.sort, ordered[middle]) } as const)
    : asked.window;
  return {
    about: `${printList(cell)} any ${JSON.stringify(any)}`,
    plan: { ...asked, window, any: any.map(anyOf) },
    names: found.slice(first, first + PAGE),
    total: cell.total ? found.length : undefined,
  };
}

describe.each(["sqlite file", "postgresql"] as const)("lists of alternatives on %s", (engine) => {
  let filled: TestDatabase;

  beforeAll(async () => {
    filled = await openTestDatabase(engine, [entryModel]);
    for (let place = 0; place < objects.length; place += 50)
      await Promise.all(objects.slice(place, place + 50).map((record) => filled.store.create(entryModel, record)));
    if (engine === "postgresql") await execute(filled.url, "ANALYZE");
    await filled.closeStores();
  }, 120_000);
  afterAll(() => filled.close());

  const copy = (tuning = defaultTuning): Promise<TestDatabase> =>
    openTestDatabase(engine, [entryModel], { tuning, copyOf: filled.url });

  it.each([
    ["as they are tuned", defaultTuning],
    ["with short looks", { ...defaultTuning, firstLook: 8, few: 20 }],
  ])("finds what a plain scan finds, at first and again, %s", { timeout: 300_000 }, async (_, tuning) => {
    const database = await copy(tuning);
    expect(lists.length).toBeGreaterThan(300);
    expect(await wrongOf(database)).toEqual([]);
    expect(await wrongOf(database)).toEqual([]);
    await database.close();
  });

  it("follows changes of what it has found", async () => {
    const database = await copy();
    const [one, other] = [alternative("spec.age>=18", "spec.age<3"), alternative("spec.age>=18", "spec.age<3")];
    const before = await database.store.list(entryModel, one);
    const record = objects.find(({ indexValues }) => Number(indexValues.get("spec.age")?.[0]) >= 18);
    if (record === undefined) throw new Error("No entry is 18 or older");
    const indexValues = new Map([...record.indexValues, ["spec.age", [10]] as const]);
    await database.store.replace(entryModel, { ...record, version: 2, indexValues }, 1);
    expect((await database.store.list(entryModel, other)).total).toBe(Number(before.total) - 1);
    await database.close();
  });
});

function alternative(...selectors: readonly string[]): ListPlan {
  const plan = (fieldSelector: string): ListPlan => planList(entryModel, [["fieldSelector", fieldSelector]]);
  const any = selectors.map((selector) => {
    const { fields, labels } = plan(selector);
    return { fields, labels };
  });
  return {
    ...planList(entryModel, [
      ["size", "5"],
      ["page", "1"],
    ]),
    any: [{ test: "any", of: any }],
  };
}

async function wrongOf({ store }: Pick<TestDatabase, "store">): Promise<readonly object[]> {
  const wrong: object[] = [];
  for (const { about, plan, names, total } of lists) {
    const answer = await store.list(entryModel, plan);
    const found: string[] = [];
    for await (const bytes of answer.items)
      found.push((JSON.parse(Buffer.from(bytes).toString()) as { metadata: { name: string } }).metadata.name);
    if (JSON.stringify([found, answer.total]) !== JSON.stringify([names, total]))
      wrong.push({ about, found, names, given: answer.total, total });
  }
  return wrong;
}
