import { matchesRequirement, type Comparable } from "@cmgen/model";
import { valuesOfIndex } from "../indexes/index-values.js";
import type { FieldColumn, FieldFilter, LabelFilter, ListPlan } from "../list/list-plan.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { StoredObject } from "../resource/stored-object.js";

/** What a list or a watch selects. */
export type Selection = Pick<ListPlan, "fields" | "labels">;

/** Whether an object is in a selection: what the store's queries find by its indexes, found out by looking at the object. */
export function matchesSelection(model: ModelDescriptor, { fields, labels }: Selection, object: StoredObject): boolean {
  return (
    labels.every((filter) => matchesLabel(filter, object)) &&
    fields.every((filter) => matchesField(filter, fieldValues(model, filter.field, object)))
  );
}

function matchesLabel(filter: LabelFilter, { metadata }: StoredObject): boolean {
  const labels = metadata.labels ?? {};
  const value = Object.hasOwn(labels, filter.key) ? labels[filter.key] : undefined;
  const values = "values" in filter ? filter.values : [];
  return matchesRequirement({ operator: filter.test, values }, value === undefined ? [] : [value]);
}

function matchesField(filter: FieldFilter, actual: readonly Comparable[]): boolean {
  return matchesRequirement<Comparable>({ operator: filter.test, values: wanted(filter) }, actual);
}

function wanted(filter: FieldFilter): readonly Comparable[] {
  if ("values" in filter) return filter.values;
  if ("value" in filter) return [filter.value];
  return "prefix" in filter ? [filter.prefix] : [];
}

/** An index that cannot say what an object's values are has none of it, in the database too. */
function fieldValues(model: ModelDescriptor, field: FieldColumn, object: StoredObject): readonly Comparable[] {
  const index = model.indexes.find((candidate) =>
    candidate.multi
      ? field.in === "values" && candidate.table === field.table
      : field.in === "object" && candidate.column === field.column,
  );
  if (index === undefined) return builtInValues(field, object);
  const found = valuesOfIndex(index, object);
  return "values" in found ? found.values : [];
}

function builtInValues(field: FieldColumn, { metadata }: StoredObject): readonly Comparable[] {
  const column = field.in === "object" ? field.column : "";
  if (column === "name") return [metadata.name];
  if (column === "created_at") return [Date.parse(metadata.creationTimestamp)];
  if (column !== "deleted_at") throw new TypeError(`No field is kept in ${column}`);
  return metadata.deletionTimestamp === undefined ? [] : [Date.parse(metadata.deletionTimestamp)];
}
