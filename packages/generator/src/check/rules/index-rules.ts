import { checkIndexName } from "@cmgen/model/internal";

import { closestName } from "@cmgen/model/closest-name";
import { diagnose } from "../../diagnostic/diagnose.js";
import type { IndexModel, Model } from "../../model/model.js";
import { isIndexed, taggedPlaces } from "../../model/tagged-indexes.js";
import { fieldNames, type TypeLookup, typesAtPath } from "../../model/type-at-path.js";
import type { Property } from "../../model/type.js";
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
    for (const { name, span, position, source } of indexes) {
      if (seen.has(name)) {
        const isTagged = position >= 0 && indexes.some((other) => other.name === name && isOfTag(other));
        const fix = isTagged
          ? `Remove this one: the tag of \`${name}\` is its index.`
          : "Give each index of a model a name of its own.";
        yield diagnose("CM5001", span, { name, kind, fix });
      }
      seen.add(name);
      if (source === "members") continue;
      if (builtIn.has(name)) yield diagnose("CM5002", span, { name });
      for (const { message: problem } of checkIndexName(name)) yield diagnose("CM5003", span, { name, problem });
    }
  }
};

/** The fields of an index of several are indexed by themselves, so that lists can be selected by each alone. */
export const severalFieldsAreIndexed: Rule = function* ({ models, lookup }) {
  for (const model of models)
    for (const { members = [], span } of model.indexes)
      for (const { name, valueType, path } of members) {
        if (valueType !== undefined) continue;
        const own = model.indexes.find((index) => index.name === name);
        const step = own === undefined && !meetsUnreadable(lookup, model, path) && missingStep(lookup, model, path);
        if (step) yield diagnose("CM5004", span, { path: name, ...step });
        else yield diagnose("CM5012", span, { name, ...problemOf(own, typesAtPath(lookup, model, path)) });
      }
};

function problemOf(
  own: IndexModel | undefined,
  types: ReturnType<typeof typesAtPath>,
): { readonly problem: string; readonly fix: string } {
  const whole = types.find(({ shape }) => shape === "model");
  if (whole?.shape === "model")
    return {
      problem: "holds a whole object",
      fix: `To refer to one by its name, write the type \`Ref<${whole.name}>\`.`,
    };
  if (own === undefined)
    return { problem: "is not indexed", fix: "Tag the property with `@index`, or add `index(path)` for it." };
  if (own.multi) return { problem: "has several values", fix: "Take it out: each field of the index has one value." };
  return { problem: "is computed", fix: "Compute the whole value: `index({ name, value: (object) => … })`." };
}

/** An index of many values has no order of its own: lists cannot be sorted by it (HTTP API, Lists). */
export const listIndexesHaveNoOrder: Rule = function* ({ models }) {
  for (const index of models.flatMap(({ indexes }) => indexes)) {
    const { name, multi, order, span } = index;
    if (multi && order === "DESC") yield diagnose("CM5008", span, { name, order: isOfTag(index) ? "desc" : "order" });
  }
};

/** Nothing but text has upper and lower case. */
export const caseIsOfTexts: Rule = function* ({ models }) {
  for (const { name, ci, valueType, span } of models.flatMap(({ indexes }) => indexes))
    if (ci === true && valueType !== undefined && valueType !== "string") yield diagnose("CM5014", span, { name });
};

/** Nothing but text has words. */
export const wordsAreOfTexts: Rule = function* ({ models }) {
  for (const { path, search, valueType, span } of models.flatMap(({ indexes }) => indexes))
    if (search === true && valueType !== undefined && valueType !== "string")
      yield diagnose("CM5015", span, { path: path.join(".") });
};

/** All values of an index are of one type: they are kept in one column, and sort by it. */
export const indexFunctionsReturnOneType: Rule = function* ({ models }) {
  for (const { name, source, valueType, span } of models.flatMap(({ indexes }) => indexes))
    if (source === "function" && valueType === undefined) yield diagnose("CM5007", span, { name });
};

/** A tag stands where a path can name the property, in each model that has it. */
export const indexTagsHavePaths: Rule = function* ({ models, properties, lookup }) {
  const places = models.flatMap((model) => taggedPlaces(lookup, model));
  const reported = new Set<string>();
  for (const { property, path, problem } of places) {
    const { tag, span, key } = tagOf(property);
    if (problem === undefined || reported.has(key)) continue;
    reported.add(key);
    yield diagnose("CM5009", span, { tag, path: path.join("."), problem });
  }
  // A tag comes along to what is made of its type, such as the body of an endpoint.
  const reached = new Set(places.map(({ property }) => tagOf(property).key));
  for (const property of properties) {
    const { tag, span, key } = tagOf(property);
    if (!isIndexed(property) || reached.has(key)) continue;
    yield diagnose("CM5009", span, { tag, path: property.name, problem: "no model has it in its `spec` or `status`" });
  }
};

function tagOf({ tagSpans, span }: Property) {
  const tag = (["index", "unique", "search"] as const).find((name) => tagSpans?.[name] !== undefined) ?? "index";
  const place = tagSpans?.[tag] ?? span;
  return { tag, span: place, key: JSON.stringify(place) };
}

/** A default is the same for each object, so only one of them could have it. */
export const uniqueFieldsHaveNoDefault: Rule = function* ({ properties }) {
  for (const { name, index, default: value, tagSpans, span } of properties)
    if (index?.unique === true && value !== undefined) yield diagnose("CM5011", tagSpans?.unique ?? span, { name });
};

function isOfTag({ source, position }: IndexModel): boolean {
  return source === "path" && position < 0;
}

/** The path of an index exists and ends in a scalar, or in a list of scalars (spec 2.5). */
export const indexPathsEndInScalars: Rule = function* ({ models, lookup }) {
  for (const model of models) {
    for (const index of model.indexes) {
      if (index.source === "function" || index.valueType !== undefined || builtIn.has(index.name)) continue;
      yield* problemsWith(lookup, model, index);
    }
  }
};

function* problemsWith(lookup: TypeLookup, model: Model, index: IndexModel): ReturnType<Rule> {
  const { span } = index;
  const path = index.path.join(".");
  if (meetsUnreadable(lookup, model, index.path)) return;
  const step = missingStep(lookup, model, index.path);
  if (step !== undefined) {
    yield diagnose("CM5004", span, { path, ...step });
    return;
  }
  yield diagnose("CM5005", span, { path });
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
