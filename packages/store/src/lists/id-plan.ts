import type { AllOf } from "../list-plan.js";
import { filtersOf, isDrivable, isNegative, type ListFilter, positiveOf, type Term } from "../sql/filter-condition.js";
import { common, type IdSet, united } from "../sql/id-set.js";
import type { BoundList } from "./bound-list.js";
import type { BoundStatement } from "./steps.js";

/** How the ids of objects are found: what is read, and what is made of that. */
export type IdPlan =
  | { readonly read: BoundStatement }
  | { readonly allOf: readonly IdPlan[] }
  | { readonly not: IdPlan };

/** Ids of objects; if excluded, of those that are not meant. */
export interface FoundIds {
  readonly ids: IdSet;
  readonly isExcluded: boolean;
}

/** How many rows the terms of a list find, up to a bound. */
export interface TermCounts {
  /** Undefined if they were not counted. */
  of(term: Term): number | undefined;
  /** Whether so many rows are few, so that they are tested one by one. */
  isFew(found: number): boolean;
}

/** A filter, and the rows by which it finds the objects that match it. */
export interface Driver {
  readonly filter: ListFilter;
  readonly found: number;
}

/** The terms of filters, and of their alternatives, that an index finds. */
export function countedTerms(filters: readonly ListFilter[]): readonly Term[] {
  return filters.flatMap((filter) => {
    if (filter.test === "any") return filter.of.flatMap((terms) => countedTerms(filtersOf(terms)));
    return isDrivable(filter) ? [filter] : [];
  });
}

/** The filter of some terms that finds the fewest rows. Alternatives find those of each. Undefined if none is known to find few. */
export function driverOf(terms: AllOf, counts: TermCounts): Driver | undefined {
  const drivers = filtersOf(terms).flatMap((filter): readonly Driver[] => {
    const found = foundBy(filter, counts);
    return found !== undefined && counts.isFew(found) ? [{ filter, found }] : [];
  });
  return drivers.toSorted((one, other) => one.found - other.found)[0];
}

function foundBy(filter: ListFilter, counts: TermCounts): number | undefined {
  if (filter.test !== "any") return counts.of(filter);
  let sum = 0;
  for (const terms of filter.of) sum += driverOf(terms, counts)?.found ?? Infinity;
  return sum;
}

/**
 * How to find the objects that match all of some terms: through the filter that finds few; else by all filters, each by itself. An alternative is
 * found as a list of its own.
 */
export function planIds(list: BoundList, terms: AllOf, counts: TermCounts): IdPlan {
  const driver = driverOf(terms, counts);
  if (driver !== undefined) return drivenPlan({ list, counts }, terms, driver);
  return { allOf: filtersOf(terms).map((filter) => filterPlan(list, filter, counts)) };
}

function filterPlan(list: BoundList, filter: ListFilter, counts: TermCounts): IdPlan {
  if (filter.test === "any") return anyOf(filter.of.map((terms) => planIds(list, terms, counts)));
  if (isDrivable(filter) || !isNegative(filter)) return { read: list.ids(filter) };
  return { not: { read: list.ids(positiveOf(filter)) } };
}

/** Through alternatives, what matches one of them and the other terms is found through what finds few of that one. */
function drivenPlan(
  { list, counts }: { readonly list: BoundList; readonly counts: TermCounts },
  terms: AllOf,
  { filter, found }: Driver,
): IdPlan {
  if (found === 0) return anyOf([]);
  if (filter.test !== "any") return { read: list.selectedIds(terms, filter) };
  const { fields, labels, any = [] } = terms;
  const others = any.filter((each) => each !== filter);
  const plans = filter.of.flatMap((one) => {
    const driver = driverOf(one, counts);
    const all = {
      fields: [...fields, ...one.fields],
      labels: [...labels, ...one.labels],
      any: [...others, ...(one.any ?? [])],
    };
    return driver === undefined ? [] : [drivenPlan({ list, counts }, all, driver)];
  });
  return anyOf(plans);
}

/** What is in one is not what is in none. */
function anyOf(plans: readonly IdPlan[]): IdPlan {
  return { not: { allOf: plans.map((not) => ({ not })) } };
}

/** The statements that a plan reads. */
export function readsOf(plan: IdPlan): readonly BoundStatement[] {
  if ("read" in plan) return [plan.read];
  return "not" in plan ? readsOf(plan.not) : plan.allOf.flatMap(readsOf);
}

/** Whether what a plan finds is what is not meant: then it has to be known how many objects there are. */
export function isExcluding(plan: IdPlan): boolean {
  if ("read" in plan) return false;
  return "not" in plan ? !isExcluding(plan.not) : plan.allOf.every(isExcluding);
}

/** What a plan finds, made of what its statements have read. */
export function foundIds(plan: IdPlan, idsOf: (read: BoundStatement) => IdSet): FoundIds {
  if ("read" in plan) return { ids: idsOf(plan.read), isExcluded: false };
  if ("not" in plan) {
    const { ids, isExcluded } = foundIds(plan.not, idsOf);
    return { ids, isExcluded: !isExcluded };
  }
  const found = plan.allOf.map((each) => foundIds(each, idsOf));
  const sets = (excluded: boolean): readonly IdSet[] =>
    found.filter(({ isExcluded }) => isExcluded === excluded).map(({ ids }) => ids);
  const [first, ...others] = sets(false);
  if (first === undefined) return { ids: united(sets(true)), isExcluded: true };
  return { ids: common([first, ...others], sets(true)), isExcluded: false };
}
