import { planList } from "../../packages/runtime/dist/list/plan-list.js";
import type { ListPlan } from "../../packages/store/src/list-plan.js";
import type { ObjectRecord } from "../../packages/store/src/store.js";
import { pageOf, queryOf, type ListCase, type Sort } from "../bench/src/lists/matrix.js";
import { printTerm } from "../bench/src/lists/term.js";
import { entryModel } from "./entry-model.js";
import { inOrder, meets, positionOf } from "./plain-scan.js";

/** Objects in a page, or in a step of a walk: so many that the 1,000th page of 3,000 objects is the last one. */
const PAGE = 3;

/** A list, and what it must answer. */
export interface ExpectedList {
  readonly list: ListCase;
  readonly plan: ListPlan;
  readonly names: readonly string[];
  readonly total: number | undefined;
  readonly hasNext: boolean;
}

/** What a plain scan finds: each term is held against each object, and each order is made, once. */
export function expectedLists(lists: readonly ListCase[], records: readonly ObjectRecord[]): readonly ExpectedList[] {
  const sorts = new Map(lists.map(({ sort }) => [printSort(sort), sort]));
  const orders = new Map([...sorts].map(([text, sort]) => [text, inOrder(records, sort)]));
  const terms = new Map(lists.flatMap((list) => list.terms.map((term) => [printTerm(term), term])));
  const found = new Map(
    [...terms].map(([text, term]) => [text, new Set(records.filter((record) => meets(term, record)))]),
  );
  return lists.map((list) => {
    const sets = list.terms.map((term) => found.get(printTerm(term)));
    const selects = (record: ObjectRecord): boolean => sets.every((set) => set?.has(record) === true);
    return expectedAnswer(list, orders.get(printSort(list.sort)) ?? [], selects);
  });
}

function printSort({ field, descending }: Sort): string {
  return `${field} ${descending}`;
}

function expectedAnswer(
  list: ListCase,
  ordered: readonly ObjectRecord[],
  selects: (record: ObjectRecord) => boolean,
): ExpectedList {
  const plan = planList(entryModel, new URLSearchParams(queryOf(list, PAGE)));
  if (list.window === "continue") {
    // A step of a walk begins behind an object that need not match.
    const middle = Math.floor(ordered.length / 2);
    const names = ordered
      .slice(middle + 1)
      .filter(selects)
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
  const names = ordered.filter(selects).map(({ name }) => name);
  const total = list.total ? names.length : undefined;
  return { list, plan, names: names.slice(first, first + PAGE), total, hasNext: first + PAGE < names.length };
}
