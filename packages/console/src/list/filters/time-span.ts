import type { Requirement, SelectorTerm } from "@cmgen/model/internal";
import { instantOf, isDay } from "./time-text.js";

/** Spans of time that are meant as of the day on which a list is shown. An address has them as a value: `spec.due=today`. */
export const SPANS = [
  "today",
  "yesterday",
  "this-week",
  "next-week",
  "last-7-days",
  "next-7-days",
  "this-month",
  "before-today",
] as const;

export type Span = (typeof SPANS)[number];

/** The span that a condition names, if it does. A time index has no such values, so nothing else can be meant. */
export function spanOf({ operator, values: [value, ...others] }: Requirement): Span | undefined {
  return operator === "in" && others.length === 0 ? SPANS.find((each) => each === value) : undefined;
}

/** When a span begins and ends. */
export interface SpanBounds {
  /** Undefined where it has no beginning. */
  readonly from: Date | undefined;
  /** Is no longer in it. */
  readonly to: Date;
}

/** From when until when a span lasts, in the user's own time. Weeks begin on Monday. */
export function boundsOf(span: Span, now: Date): SpanBounds {
  /** The beginning of the day that is this many days after today. */
  const day = (after: number): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() + after);
  const sinceMonday = (now.getDay() + 6) % 7;
  switch (span) {
    case "today":
      return { from: day(0), to: day(1) };
    case "yesterday":
      return { from: day(-1), to: day(0) };
    case "this-week":
      return { from: day(-sinceMonday), to: day(7 - sinceMonday) };
    case "next-week":
      return { from: day(7 - sinceMonday), to: day(14 - sinceMonday) };
    case "last-7-days":
      return { from: day(-6), to: day(1) };
    case "next-7-days":
      return { from: day(0), to: day(7) };
    case "before-today":
      return { from: undefined, to: day(0) };
    case "this-month":
      return {
        from: new Date(now.getFullYear(), now.getMonth(), 1),
        to: new Date(now.getFullYear(), now.getMonth() + 1, 1),
      };
  }
}

/**
 * The conditions with the times that spans have now, and that days have which are given without a time, as the service knows them.
 *
 * @param times names of the indexes whose values are times.
 */
export function withFixedTimes(
  terms: readonly SelectorTerm[],
  times: ReadonlySet<string>,
  now: Date,
): readonly SelectorTerm[] {
  const fixed = (term: Requirement): readonly Requirement[] => {
    if (!times.has(term.key)) return [term];
    const span = spanOf(term);
    if (span === undefined) return withWholeDay(term);
    const { from, to } = boundsOf(span, now);
    const end: Requirement = { key: term.key, operator: "<", values: [to.toISOString()] };
    return from === undefined ? [end] : [{ key: term.key, operator: ">=", values: [from.toISOString()] }, end];
  };
  return terms.flatMap((term): readonly SelectorTerm[] =>
    "anyOf" in term ? [{ anyOf: term.anyOf.map((all) => all.flatMap(fixed)) }] : fixed(term),
  );
}

/** A condition on a day without a time is about the whole day, in the user's own time. */
function withWholeDay(term: Requirement): readonly Requirement[] {
  const [day = "", ...others] = term.values;
  const from = instantOf(day);
  if (others.length > 0 || !isDay(day) || Number.isNaN(from.getTime())) return [term];
  const to = new Date(from.getFullYear(), from.getMonth(), from.getDate() + 1);
  const limit = (operator: ">=" | "<", time: Date): Requirement => ({
    ...term,
    operator,
    values: [time.toISOString()],
  });
  switch (term.operator) {
    case ">=":
      return [limit(">=", from)];
    case ">":
      return [limit(">=", to)];
    case "<":
      return [limit("<", from)];
    case "<=":
      return [limit("<", to)];
    case "in":
      return [limit(">=", from), limit("<", to)];
    default:
      return [term];
  }
}
