import { printSelector, type Requirement, type SelectorTerm } from "@cmgen/model/internal";
import { texts } from "../../texts.js";
import { fieldTitle } from "../field-title.js";
import { dayText, rangeText, timeText } from "./time-text.js";
import { spanOf } from "./time-span.js";

const BOUNDS = [">=", ">", "<", "<="] as const;
type BoundOperator = (typeof BOUNDS)[number];

/** A limit of a range. */
interface Bound {
  readonly operator: BoundOperator;
  readonly value: string;
}

function boundOf(term: SelectorTerm | undefined): Bound | undefined {
  if (term === undefined || "anyOf" in term || term.of !== undefined) return undefined;
  const operator = BOUNDS.find((each) => each === term.operator);
  return operator && { operator, value: term.values[0] ?? "" };
}

/** Conditions as they are shown: all limits of one index are one filter, at the place of the first. */
export function filtersOf(terms: readonly SelectorTerm[]): readonly (readonly SelectorTerm[])[] {
  const filters: SelectorTerm[][] = [];
  for (const term of terms) {
    const known = boundOf(term) && filters.find(([first]) => boundOf(first) && keyOf(first) === keyOf(term));
    if (known === undefined) filters.push([term]);
    else known.push(term);
  }
  return filters;
}

function keyOf(term: SelectorTerm | undefined): string | undefined {
  return term === undefined || "anyOf" in term ? undefined : term.key;
}

/**
 * A filter in words, for people: with times as the user's own clock has them.
 *
 * @param times names of the indexes whose values are times.
 */
export function describeFilter(filter: readonly SelectorTerm[], times: ReadonlySet<string>): string {
  const key = keyOf(filter[0]);
  const isTime = key !== undefined && times.has(key);
  const bounds = filter.flatMap((term) => boundOf(term) ?? []);
  if (key === undefined || bounds.length < filter.length) return filter.map((term) => describe(term, isTime)).join();
  return `${fieldTitle(key)} ${isTime ? timesText(bounds) : numbersText(bounds)}`;
}

function describe(term: SelectorTerm, isTime: boolean): string {
  if ("anyOf" in term || term.of !== undefined) return printSelector([term]);
  const { key, operator, values } = term;
  const words = wordsOf(term);
  if (words === undefined) return printSelector([term]);
  const field = fieldTitle(key);
  const span = isTime ? spanOf(term) : undefined;
  if (span !== undefined) return `${field} ${texts.list.spans[span]}`;
  const isList = operator === "in" || operator === "notIn";
  const shown = isTime ? values.map(timeText) : values;
  return [field, words, shown.join(isList ? " / " : ",")].filter((part) => part !== "").join(" ");
}

function wordsOf({ operator }: Requirement): string | undefined {
  switch (operator) {
    case "exists":
      return texts.list.exists;
    case "absent":
      return texts.list.absent;
    case "in":
      return texts.list.equals;
    case "notIn":
      return texts.list.notEquals;
    case "startsWith":
      return texts.list.startsWith;
    case "contains":
      return texts.list.contains;
    default:
      return undefined;
  }
}

const SIGNS = { ">": ">", ">=": "≥", "<": "<", "<=": "≤" } as const;

function numbersText(bounds: readonly Bound[]): string {
  const [from, to] = wholeRange(bounds, "<=");
  if (from !== undefined && to !== undefined)
    return from === to ? `${texts.list.equals} ${from}` : texts.list.range(from, to);
  return bounds.map(({ operator, value }) => `${SIGNS[operator]} ${value}`).join(texts.list.and);
}

function timesText(bounds: readonly Bound[]): string {
  const [from, to] = wholeRange(bounds, "<");
  const range = from === undefined || to === undefined ? undefined : rangeText(from, to);
  const one = ({ operator, value }: Bound): string => {
    const isWholeDay = operator === ">=" || operator === "<";
    return texts.list.bounds[operator](isWholeDay ? dayText(value) : timeText(value));
  };
  return range ?? bounds.map(one).join(texts.list.and);
}

/** The limits of a range that has both, the upper one by this operator. */
function wholeRange(
  bounds: readonly Bound[],
  upper: BoundOperator,
): readonly [from: string | undefined, to: string | undefined] {
  if (bounds.length !== 2) return [undefined, undefined];
  const valueOf = (operator: BoundOperator): string | undefined =>
    bounds.find((bound) => bound.operator === operator)?.value;
  return [valueOf(">="), valueOf(upper)];
}
