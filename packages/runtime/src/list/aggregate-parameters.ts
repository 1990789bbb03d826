import type { AggregateFunction } from "@cmgen/model/internal";
import { aggregateFunctions } from "@cmgen/model/internal";
import type { FieldColumn, GroupKey, IndexValueType, Measure, ObjectColumn } from "@cmgen/store";
import type { ListField } from "./list-fields.js";
import type { QueryProblems } from "./list-parameters.js";

/** What is counted and added: as it was asked for, and as the store understands it. */
export interface AskedMeasure extends Measure {
  readonly name: string;
}

export interface AskedGroup extends GroupKey {
  /** As it was asked for: `spec.due`, or `day(spec.due)`. */
  readonly name: string;
}

type Fields = ReadonlyMap<string, ListField>;

/** So many functions and groups take a statement no longer than a few. */
const MOST_FUNCTIONS = 32;
const MOST_GROUPS = 8;
const sumTypes: ReadonlySet<IndexValueType> = new Set(["integer", "int64", "number"]);

/** Which types of values a function takes. */
const takes: Readonly<Record<AggregateFunction, (type: IndexValueType) => boolean>> = {
  sum: (type) => sumTypes.has(type),
  avg: (type) => sumTypes.has(type),
  min: (type) => type !== "boolean",
  max: (type) => type !== "boolean",
  distinct: () => true,
};

/** Plans the functions of `aggregate`: `count`, `sum(spec.amount)`. Repeats are left out, and so is `count`, which is always answered. */
export function planMeasures(
  texts: readonly string[],
  fields: Fields,
  problems: QueryProblems,
): readonly AskedMeasure[] {
  const asked = termsOf(texts).filter((text) => text !== "count");
  if (asked.length > MOST_FUNCTIONS) {
    problems.add({ path: "aggregate", code: "maximum", message: `may name at most ${MOST_FUNCTIONS} functions` });
    return [];
  }
  return asked.flatMap((text) => planMeasure(text, fields, problems) ?? []);
}

function planMeasure(text: string, fields: Fields, problems: QueryProblems): AskedMeasure | undefined {
  const { call, name } = readCall(text);
  const of = aggregateFunctions.find((known) => known === call);
  if (of === undefined) {
    problems.add({ path: "aggregate", code: "syntax", message: wrongFunction(text, call) });
    return undefined;
  }
  const field = fields.get(name);
  if (field === undefined) {
    const message = `${name} is not an index of this type; only indexes can be counted and added${problems.guess(name, fields.keys())}`;
    problems.add({ path: "aggregate", code: "unknownField", message });
    return undefined;
  }
  const column = measurable(of, field.column);
  if (column !== undefined) return { name, of, field: column };
  problems.add({ path: "aggregate", code: "type", message: unfit({ of, name }, field, fields) });
  return undefined;
}

function wrongFunction(text: string, call: string): string {
  if (call === "count")
    return `count takes no field: it counts the objects of a group, and distinct(field) their values`;
  const known = aggregateFunctions.map((name) => `${name}(field)`).join(", ");
  return `${JSON.stringify(text)} is not one of count, ${known}`;
}

/** The column whose values a function takes; undefined if it does not take them. */
function measurable(of: AggregateFunction, column: FieldColumn): ObjectColumn | undefined {
  return column.in === "object" && takes[of](column.type) ? column : undefined;
}

function unfit({ of, name }: Pick<AskedMeasure, "of" | "name">, field: ListField, fields: Fields): string {
  const fit = [...fields].filter(([, { column }]) => measurable(of, column) !== undefined).map(([each]) => each);
  const taken = fit.length === 0 ? "no index of this type" : fit.join(", ");
  return `${holdings(name, field)}, which have no ${of}; ${of} takes ${taken}`;
}

/** `spec.tags holds several strings`. */
function holdings(name: string, { column }: ListField): string {
  return `${name} holds ${column.in === "values" ? "several " : ""}${plurals[column.type]}`;
}

const plurals: Readonly<Record<IndexValueType, string>> = {
  string: "strings",
  integer: "whole numbers",
  int64: "whole numbers",
  number: "numbers",
  boolean: "booleans",
  timestamp: "timestamps",
};

/** Plans `groupBy`: indexes, `day(field)` and `month(field)`. Repeats are left out. */
export function planGroups(texts: readonly string[], fields: Fields, problems: QueryProblems): readonly AskedGroup[] {
  const groups = termsOf(texts).flatMap((text) => planGroup(text, fields, problems) ?? []);
  const several = groups.filter(({ field }) => field.in === "values").map(({ name }) => name);
  if (groups.length > MOST_GROUPS)
    problems.add({ path: "groupBy", code: "maximum", message: `may name at most ${MOST_GROUPS} indexes` });
  // A few objects with a thousand values in each of two indexes would be in millions of groups.
  if (several.length > 1) {
    const message = `may name one index that has several values, and not ${several.join(" and ")}`;
    problems.add({ path: "groupBy", code: "maximum", message });
  }
  return groups;
}

function planGroup(text: string, fields: Fields, problems: QueryProblems): AskedGroup | undefined {
  const { call, name } = readCall(text);
  const by = call === "" ? "value" : call;
  if (by !== "value" && by !== "day" && by !== "month") {
    const message = `${JSON.stringify(text)} is neither an index nor day(field) or month(field)`;
    problems.add({ path: "groupBy", code: "syntax", message });
    return undefined;
  }
  const field = fields.get(name);
  if (field === undefined) {
    const message = `${name} is not an index of this type; objects can be grouped by indexes only${problems.guess(name, fields.keys())}`;
    problems.add({ path: "groupBy", code: "unknownField", message });
    return undefined;
  }
  if (by === "value" || hasPeriods(field)) return { name: text, by, field: field.column };
  problems.add({ path: "groupBy", code: "type", message: withoutPeriods({ by, name }, field, fields) });
  return undefined;
}

/** Of several instants two may be of one day: an object would count twice in a group. */
function hasPeriods({ column }: ListField): boolean {
  return column.in === "object" && column.type === "timestamp";
}

function withoutPeriods(
  asked: { readonly by: string; readonly name: string },
  field: ListField,
  fields: Fields,
): string {
  const fit = [...fields].filter(([, each]) => hasPeriods(each)).map(([name]) => name);
  return `${holdings(asked.name, field)}, which have no ${asked.by}; ${asked.by} takes ${fit.join(", ")}`;
}

/** Names of indexes contain neither commas nor parentheses. */
function termsOf(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => text.split(",")).map((text) => text.trim()))];
}

/** `sum(spec.amount)` as its two parts; a name alone is of no call. */
function readCall(text: string): { readonly call: string; readonly name: string } {
  const { call = "", name = text } = /^(?<call>[^()]*)\((?<name>[^()]*)\)$/.exec(text)?.groups ?? {};
  return { call: call.trim(), name: name.trim() };
}
