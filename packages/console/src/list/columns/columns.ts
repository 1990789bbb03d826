import { recordOf, textOf, textsOf, valuesAt } from "../../api/json.js";
import type { Model, ModelIndex, ModelReference, Schema } from "../../api/model.js";
import type { ServedObject } from "../../api/objects.js";
import { memberSchema, resolveSchema, schemaAt } from "../../api/schema.js";
import type { ServiceDocument } from "../../api/read-document.js";
import type { ExtendedColumn } from "../../extension/extensions.js";
import { fieldTitle } from "../field-title.js";

/** A column of a list, beside the name. */
export interface Column {
  /** Path from the object, with dots: also the name of the index, where there is one. */
  readonly id: string;
  readonly title: string;
  readonly path: readonly string[];
  /** What the schema says of it, for readers. */
  readonly help: string | undefined;
  readonly isSortable: boolean;
  readonly isDescending: boolean;
  readonly isNumber: boolean;
  readonly isInstant: boolean;
  readonly reference: ModelReference | undefined;
  /** What a plugin shows the value by. */
  readonly extended: ExtendedColumn["cell"] | undefined;
}

const CREATED = "metadata.creationTimestamp";

/** More columns than these make rows that nobody can read; the user may choose more. */
const MOST_COLUMNS = 8;

/**
 * The columns of a list unless the user chooses others: those that the model declares, else {@link usualColumns}; those that plugins add; and the
 * creation.
 */
export function defaultColumns(
  document: ServiceDocument,
  model: Model,
  extended: ReadonlyMap<string, ExtendedColumn>,
): readonly string[] {
  return [...new Set([...(model.columns ?? usualColumns(document, model)), ...extended.keys(), CREATED])];
}

/**
 * The columns of a model that declares none: what is required and a plain value, since that mostly says what an object is, and what has an
 * index, since that is what people look for.
 */
function usualColumns(document: ServiceDocument, model: Model): readonly string[] {
  const indexed = model.indexes.filter(({ name, isSearch }) => isPath(name) && !isSearch).map(({ name }) => name);
  return [...new Set([...titleFields(document, model), ...indexed])].slice(0, MOST_COLUMNS);
}

function titleFields({ schemas }: ServiceDocument, model: Model): readonly string[] {
  const spec = memberSchema(schemas, model.schema, "spec");
  const required = textsOf(spec["required"]);
  const plain = Object.keys(recordOf(spec["properties"])).filter((member) => {
    const schema = memberSchema(schemas, spec, member);
    return required.includes(member) && schema["type"] === "string" && schema["x-cmgen-ref"] === undefined;
  });
  return plain.slice(0, 1).map((member) => `spec.${member}`);
}

/** Whether an index is a field, which objects have, and not the result of a function. */
function isPath(index: string): boolean {
  return /^(?:spec|status)\./.test(index);
}

export function columnOf(document: ServiceDocument, model: Model, id: string): Column {
  const path = id.split(".");
  const index = model.indexes.find(({ name }) => name === id);
  const schema = schemaAt(document.schemas, model.schema, path);
  const isCreated = id === CREATED;
  return {
    id,
    title: fieldTitle(id),
    path,
    help: textOf(schema["description"]),
    isSortable: isCreated || (index !== undefined && !index.isMulti),
    isDescending: isCreated || index?.isDescending === true,
    isNumber: isNumeric(index, resolveSchema(document.schemas, schema)),
    isInstant: isCreated || index?.type === "timestamp" || schema["format"] === "date-time",
    reference: model.references.find((each) => each.index === id),
    extended: undefined,
  };
}

/** A column as a plugin shows it, where one does. */
export function extendColumn(column: Column, extended: ReadonlyMap<string, ExtendedColumn>): Column {
  const { title = column.title, cell } = extended.get(column.id) ?? {};
  return { ...column, title, extended: cell };
}

function isNumeric(index: ModelIndex | undefined, schema: Schema): boolean {
  return (
    ["integer", "number", "int64"].includes(index?.type ?? "") || ["integer", "number"].includes(String(schema["type"]))
  );
}

/** The plain values that an object has in a column. */
export function cellValues(object: ServedObject, { id, path }: Column): readonly string[] {
  if (id === "metadata.labels")
    return Object.entries(object.metadata.labels ?? {}).map(([key, value]) => `${key}=${value}`);
  return valuesAt(object, path).map((value) => (typeof value === "object" ? JSON.stringify(value) : String(value)));
}
