import { checkIndexName } from "@cmgen/model";

import { closestName } from "../../config/closest-name.js";
import { diagnose } from "../../diagnostic/diagnose.js";
import type { IndexModel, Model } from "../../model/model.js";
import { fieldNames, type TypeLookup, typesAtPath } from "../../model/type-at-path.js";
import { isUnreadable } from "../types/is-whole-type.js";
import type { Rule } from "../rule.js";

/** Indexes that every model has (spec 2.5). */
const builtIn: ReadonlySet<string> = new Set([
  "metadata.name",
  "metadata.labels",
  "metadata.creationTimestamp",
  "metadata.deletionTimestamp",
]);

/** An index's name is its own in a model, none of the built-in ones, and can be written in a selector (spec 2.5). */
export const indexNamesAreAllowed: Rule = function* ({ models }) {
  for (const { indexes, kind } of models) {
    const seen = new Set<string>();
    for (const { name, span } of indexes) {
      if (seen.has(name)) yield diagnose("CM5001", span, { name, kind });
      seen.add(name);
      if (builtIn.has(name)) yield diagnose("CM5002", span, { name });
      for (const { message: problem } of checkIndexName(name)) yield diagnose("CM5003", span, { name, problem });
    }
  }
};

/** An index of many values has no order of its own: lists cannot be sorted by it (HTTP API, Lists). */
export const multiIndexesHaveNoOrder: Rule = function* ({ models }) {
  for (const { name, multi, order, span } of models.flatMap(({ indexes }) => indexes)) {
    if (multi && order === "DESC") yield diagnose("CM5008", span, { name });
  }
};

/** The path of an index exists and ends in a scalar, of one of many values in a list of scalars (spec 2.5). */
export const indexPathsEndInScalars: Rule = function* ({ models, lookup }) {
  for (const model of models) {
    for (const index of model.indexes) {
      if (index.source === "function" || index.valueType !== undefined || builtIn.has(index.name)) continue;
      yield* problemsWith(lookup, model, index);
    }
  }
};

function* problemsWith(lookup: TypeLookup, model: Model, index: IndexModel): ReturnType<Rule> {
  const { name: path, span, multi } = index;
  if (meetsUnreadable(lookup, model, index.path)) return;
  const step = missingStep(lookup, model, index.path);
  if (step !== undefined) {
    yield diagnose("CM5004", span, { path, ...step });
    return;
  }
  const types = typesAtPath(lookup, model, index.path);
  const isList = types.length > 0 && types.every(({ shape }) => shape === "array" || shape === "tuple");
  if (multi) yield diagnose("CM5006", span, { path });
  else if (isList) yield diagnose("CM5007", span, { path });
  else yield diagnose("CM5005", span, { path });
}

/** Whether something on the way has been reported by the reader. */
function meetsUnreadable(lookup: TypeLookup, model: Model, path: readonly string[]): boolean {
  return path.some((_, at) => typesAtPath(lookup, model, path.slice(0, at + 1)).some(isUnreadable));
}

/** The first segment that leads nowhere, and what may have been meant. One that leads to `null` alone leads somewhere. */
function missingStep(
  lookup: TypeLookup,
  model: Model,
  path: readonly string[],
): { segment: string; hint: string } | undefined {
  for (let length = 1; length <= path.length; length += 1) {
    const types = typesAtPath(lookup, model, path.slice(0, length));
    if (types.length > 0 || isEmptyPart(model, path, length)) continue;
    const before = length === 1 ? [] : typesAtPath(lookup, model, path.slice(0, length - 1));
    const segment = path[length - 1] ?? "";
    if (before.length > 0 && before.every((type) => fieldNames(lookup, [type]).includes(segment))) return undefined;
    const names = length === 1 ? partsOf(model) : fieldNames(lookup, before);
    return { segment, hint: hintFor(segment, names) };
  }
  return undefined;
}

/** `spec` that may only be null has no types, and is there all the same. */
function isEmptyPart(model: Model, path: readonly string[], length: number): boolean {
  return length === 1 && partsOf(model).includes(path[0] ?? "");
}

function partsOf({ spec, status }: Model): readonly string[] {
  return [...(spec === undefined ? [] : ["spec"]), ...(status === undefined ? [] : ["status"])];
}

function hintFor(segment: string, names: readonly string[]): string {
  if (names.includes(segment)) return "Not every member of the union at that place has it; take a function.";
  const meant = closestName(segment, names);
  if (meant !== undefined) return `Did you mean \`${meant}\`?`;
  if (names.length === 0) return "There are no properties at that place; take a function to index what is deeper.";
  return `There is ${names.map((name) => `\`${name}\``).join(", ")}.`;
}
