import type { Model, ModelIndex, ModelReference } from "../api/model.js";
import { isRequired, memberSchema } from "../api/schema.js";
import type { ServiceDocument } from "../api/read-document.js";

/** A field that lists can be selected by. */
export interface FilterField {
  readonly index: ModelIndex;
  readonly reference: ModelReference | undefined;
  /** Whether an object may have no value in it. */
  readonly mayBeAbsent: boolean;
}

const builtIn = { values: undefined, isMulti: false, isSearch: false, isDescending: false } as const;

/** What every model can be selected by, beside its own indexes. */
export const metadataIndexes: readonly ModelIndex[] = [
  { ...builtIn, name: "metadata.name", type: "string" },
  { ...builtIn, name: "metadata.creationTimestamp", type: "timestamp" },
];

export function filterFields(document: ServiceDocument, model: Model): readonly FilterField[] {
  return [...model.indexes, ...metadataIndexes].map((index) => ({
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
