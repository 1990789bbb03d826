import { printTerm } from "./term.js";
import { matches, selections, type Selection } from "./selections.js";

/** The part of a list that is asked for. `continue` is a step of a walk, from the middle of all objects. */
export const windows = ["page 1", "page 50", "page 1,000", "continue"] as const;
export type Window = (typeof windows)[number];

/** What is known when a list is asked for: nothing of its terms; it was asked before; an object has been changed since. */
export const states = ["cold", "asked before", "after a write"] as const;
export type State = (typeof states)[number];

export interface Sort {
  readonly field: "spec.age" | "spec.due" | "metadata.creationTimestamp" | "spec.score";
  readonly descending: boolean;
  /** Whether some objects lack the field. */
  readonly nullable: boolean;
}

/** What a list asks for. */
export interface ListCase extends Selection {
  readonly sort: Sort;
  readonly window: Window;
  /** Whether its exact total is asked for. */
  readonly total: boolean;
  /** The terms as a client writes them, where that is more than each by itself. */
  readonly fieldSelector?: string;
}

/** A list in a state: what the bench measures. */
export interface Cell extends ListCase {
  readonly state: State;
}

const sorts: readonly Sort[] = [
  { field: "spec.age", descending: true, nullable: false },
  { field: "metadata.creationTimestamp", descending: true, nullable: false },
  { field: "spec.score", descending: false, nullable: false },
  { field: "spec.age", descending: true, nullable: false },
  { field: "metadata.creationTimestamp", descending: true, nullable: false },
  { field: "spec.due", descending: true, nullable: true },
];

type Form = Pick<ListCase, "window" | "total">;

const firstPages: readonly Form[] = [
  { window: "page 1", total: true },
  { window: "page 1", total: false },
];
const otherForms: readonly Form[] = [
  { window: "continue", total: false },
  { window: "page 50", total: true },
  { window: "page 50", total: false },
  { window: "page 1,000", total: true },
  { window: "page 1,000", total: false },
];

/**
 * The matrix. Selections of no term and of one are asked for in every form and state. Those of more terms are asked for as first pages and in
 * one other form, asked before, and in one form in each of the other states. Sorts and the other forms alternate.
 */
export function matrix(size: number): readonly Cell[] {
  return selections(size).flatMap((selection, place) => {
    // Consecutive selections differ in their match, so the sort changes with each round of those.
    const sort = turn(sorts, place + Math.floor(place / matches.length));
    const cell = (form: Form, state: State): Cell => ({ ...selection, ...form, sort, state });
    const forms = [...firstPages, ...otherForms];
    if (selection.terms.length < 2) return states.flatMap((state) => forms.map((form) => cell(form, state)));
    const asked = [...firstPages, turn(otherForms, place)];
    const changed = turn(forms, place);
    return [...asked.map((form) => cell(form, "asked before")), cell(changed, "cold"), cell(changed, "after a write")];
  });
}

function turn<Value>(values: readonly Value[], place: number): Value {
  const value = values[place % values.length];
  if (value === undefined) throw new RangeError("Nothing to take turns");
  return value;
}

/** A page's number, or 0 for a step of a walk. */
export function pageOf({ window }: Pick<ListCase, "window">): number {
  return window === "continue" ? 0 : Number(window.slice("page ".length).replaceAll(",", ""));
}

/** The list as a query, but for the place where a step of a walk begins. */
export function queryOf(list: ListCase, pageSize: number): string {
  const query = new URLSearchParams();
  if (list.fieldSelector !== undefined) query.append("fieldSelector", list.fieldSelector);
  else for (const term of list.terms) query.append(`${term.on}Selector`, printTerm(term));
  query.append("sort", `${list.sort.field},${list.sort.descending ? "desc" : "asc"}`);
  if (list.window === "continue") {
    query.append("limit", String(pageSize));
  } else {
    query.append("page", String(pageOf(list)));
    query.append("size", String(pageSize));
    query.append("total", list.total ? "exact" : "none");
  }
  return query.toString();
}

/** The terms of a list, each as a client writes it; or all of them together. */
export function printTerms({ terms, fieldSelector }: Pick<ListCase, "terms" | "fieldSelector">): readonly string[] {
  return fieldSelector === undefined ? terms.map(printTerm) : [fieldSelector];
}

/** A list in words; the same for equal lists. */
export function printList(list: ListCase): string {
  const { sort, window, total } = list;
  const selector = printTerms(list).join(" and ") || "all";
  const order = `by ${sort.field}${sort.descending ? " descending" : ""}`;
  return `${selector}, ${order}, ${window}${window === "continue" ? "" : total ? " with total" : " without total"}`;
}
