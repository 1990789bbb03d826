import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { AllOf, FieldColumn } from "@cmgen/store";

/** A field that lists can select by, and where it is stored. */
export interface ListField {
  readonly column: FieldColumn;
  /** The default sort direction. */
  readonly order: "ASC" | "DESC";
  /** Whether its texts are held with their case folded. */
  readonly ci?: true;
  /** Whether it holds the words of texts. */
  readonly search?: true;
  /** All texts that it can hold; absent where there may be others. */
  readonly values?: readonly string[];
  /** Where the caller knows its values; absent where it knows those of every object that it can find. */
  readonly shownIn?: ShownIn;
}

/** The objects of which a caller is shown a field. */
export interface ShownIn {
  /** Alternatives of which an object must match one; none where the field is shown in no object. */
  readonly rows: readonly AllOf[];
  /** The roles whose rules hide it in other objects. */
  readonly hiddenBy: readonly string[];
}

/** Fields that every model has (spec 2.5). `metadata.labels` has a selector of its own. */
const builtIn: readonly (readonly [string, ListField])[] = [
  ["metadata.name", { column: { in: "object", column: "name", type: "string" }, order: "ASC" }],
  ["metadata.creationTimestamp", { column: { in: "object", column: "created_at", type: "timestamp" }, order: "ASC" }],
  ["metadata.deletionTimestamp", { column: { in: "object", column: "deleted_at", type: "timestamp" }, order: "ASC" }],
];

const known = new WeakMap<object, ReadonlyMap<string, ListField>>();

/** A model's fields by name: the built-in ones, then its indexes as declared. */
export function listFields(model: Pick<ModelDescriptor, "indexes">): ReadonlyMap<string, ListField> {
  const fields = known.get(model) ?? new Map([...builtIn, ...model.indexes.filter(isSelectable).map(declaredField)]);
  known.set(model, fields);
  return fields;
}

function isSelectable(index: ModelDescriptor["indexes"][number]): boolean {
  return index.multi || index.members === undefined;
}

function declaredField(index: ModelDescriptor["indexes"][number]): readonly [string, ListField] {
  const { name, order, type, values, ci, search } = index;
  const column: FieldColumn = index.multi
    ? { in: "values", table: index.table, type }
    : { in: "object", column: index.column, type };
  return [name, { column, order, ...(values && { values }), ...(ci && { ci }), ...(search && { search }) }];
}
