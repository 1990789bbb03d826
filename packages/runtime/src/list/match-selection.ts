import { matchesRequirement, type Comparable } from "@cmgen/model/internal";
import { valuesOfIndex, type IndexedModel } from "../indexes/index-values.js";
import type { ExtensionObject } from "../model/model-descriptor.js";
import type { AllOf, FieldColumn, FieldFilter, LabelFilter } from "@cmgen/store";

/** What a list or a watch selects. */
export type Selection = AllOf;

/** What is selected: an object as it is stored. */
export interface SelectableObject extends ExtensionObject {
  metadata: {
    name: string;
    creationTimestamp: string;
    version: number;
    uid: string;
    deletionTimestamp?: string;
    labels?: Record<string, string>;
  };
}

/** A state of an object, as selections see it. Each value is computed once for all selections. */
export class SelectableState {
  readonly #model: IndexedModel;
  readonly #object: SelectableObject;
  readonly #values = new Map<string, readonly Comparable[]>();

  constructor(model: IndexedModel, object: SelectableObject) {
    this.#model = model;
    this.#object = object;
  }

  label(key: string): string | undefined {
    const { labels } = this.#object.metadata;
    return labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined;
  }

  values(field: FieldColumn): readonly Comparable[] {
    const key = field.in === "object" ? `column ${field.column}` : `table ${field.table}`;
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const values = fieldValues(this.#model, field, this.#object);
    this.#values.set(key, values);
    return values;
  }
}

/** Whether an object is in a selection. Gives the same answer as the store's queries, but from the object itself. */
export function matchesSelection({ fields, labels, any = [] }: Selection, state: SelectableState): boolean {
  return (
    labels.every((filter) => matchesLabel(filter, state)) &&
    fields.every((filter) =>
      matchesRequirement<Comparable>({ operator: filter.test, values: wanted(filter) }, state.values(filter.field)),
    ) &&
    any.every(({ of }) => of.some((alternative) => matchesSelection(alternative, state)))
  );
}

function matchesLabel(filter: LabelFilter, state: SelectableState): boolean {
  const value = state.label(filter.key);
  const values = "values" in filter ? filter.values : [];
  return matchesRequirement({ operator: filter.test, values }, value === undefined ? [] : [value]);
}

function wanted(filter: FieldFilter): readonly Comparable[] {
  if ("values" in filter) return filter.values;
  if ("value" in filter) return [filter.value];
  return "prefix" in filter ? [filter.prefix] : [];
}

/** If an index's function fails, the object has no value in this index, as in the database. */
function fieldValues(model: IndexedModel, field: FieldColumn, object: SelectableObject): readonly Comparable[] {
  const index = model.indexes.find((candidate) =>
    candidate.multi
      ? field.in === "values" && candidate.table === field.table
      : field.in === "object" && candidate.column === field.column,
  );
  if (index === undefined) return builtInValues(field, object);
  const found = valuesOfIndex(index, object);
  return "values" in found ? found.values : [];
}

function builtInValues(field: FieldColumn, { metadata }: SelectableObject): readonly Comparable[] {
  const column = field.in === "object" ? field.column : "";
  if (column === "name") return [metadata.name];
  if (column === "created_at") return [Date.parse(metadata.creationTimestamp)];
  if (column !== "deleted_at") throw new TypeError(`No field is kept in ${column}`);
  return metadata.deletionTimestamp === undefined ? [] : [Date.parse(metadata.deletionTimestamp)];
}
