import type { Model, ModelIndex, ModelReference } from "../../api/model.js";
import { isRequired, memberSchema } from "../../api/schema.js";
import type { ServiceDocument } from "../../api/read-document.js";

/** A field that lists can be selected by. */
export interface FilterField {
  readonly index: ModelIndex;
  readonly reference: ModelReference | undefined;
  /** Whether an object may have no value in it. */
  readonly mayBeAbsent: boolean;
}

const builtIn = { values: undefined, isMulti: false, isSearch: false, isDescending: false } as const;

/** What every model can be selected by, beside its own indexes. */
const metadataIndexes: readonly ModelIndex[] = [
  { ...builtIn, name: "metadata.name", type: "string" },
  { ...builtIn, name: "metadata.creationTimestamp", type: "timestamp" },
];

/** Everything that a model can be selected by. */
export function indexesOf(model: Pick<Model, "indexes">): readonly ModelIndex[] {
  return [...model.indexes, ...metadataIndexes];
}

/** Names of the indexes whose values are times. */
export function timeIndexes(model: Pick<Model, "indexes">): ReadonlySet<string> {
  return new Set(indexesOf(model).flatMap(({ name, type }) => (type === "timestamp" ? [name] : [])));
}

/**
 * Names of the indexes that can be selected by a span of time. Of several values one may be after its beginning and another one before its end:
 * selectors cannot ask for one between both.
 */
export function spanIndexes(model: Pick<Model, "indexes">): ReadonlySet<string> {
  return new Set(indexesOf(model).flatMap((index) => (hasSpans(index) ? [index.name] : [])));
}

export function hasSpans({ type, isMulti }: ModelIndex): boolean {
  return type === "timestamp" && !isMulti;
}

export function filterFields(document: ServiceDocument, model: Model): readonly FilterField[] {
  return indexesOf(model).map((index) => ({
    index,
    reference: model.references.find((each) => each.index === index.name),
    mayBeAbsent: mayBeAbsent(document, model, index),
  }));
}

function mayBeAbsent({ schemas }: ServiceDocument, { schema }: Model, { name, isMulti }: ModelIndex): boolean {
  const [part = "", member = "", ...deeper] = name.split(".");
  if (part === "metadata") return false;
  // Where more than one member leads to the value, one of them may be missing.
  if (isMulti || deeper.length > 0 || part !== "spec") return true;
  return !isRequired(schemas, memberSchema(schemas, schema, "spec"), member);
}
