import { recordOf, textOf, textsOf, valuesAt } from "../api/json.js";
import type { Model, ModelIndex, ModelReference, Schema } from "../api/model.js";
import type { ServedObject } from "../api/objects.js";
import { memberSchema, resolveSchema, schemaAt } from "../api/schema.js";
import type { ServiceDocument } from "../api/read-document.js";
import type { ExtendedColumn } from "../extension/extensions.js";
import { shortName } from "./filters.js";

/** A column of a list, beside the name and the age. */
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

/** More columns than these make rows that nobody can read. */
const MOST_COLUMNS = 8;

/**
 * The columns of a model that declares none: what is required and a plain value, since that mostly says what an object is, and what has an
 * index, since that is what people look for.
 */
function columnsOf(document: ServiceDocument, model: Model): readonly Column[] {
  const titles = titleFields(document, model);
  const indexed = model.indexes.filter(({ name, isSearch }) => isPath(name) && !isSearch).map(({ name }) => name);
  const names = [...new Set([...titles, ...indexed])].slice(0, MOST_COLUMNS);
  return names.map((name) => columnOf(document, model, name));
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

function columnOf(document: ServiceDocument, model: Model, name: string): Column {
  const path = name.split(".");
  const index = model.indexes.find((each) => each.name === name);
  const schema = schemaAt(document.schemas, model.schema, path);
  return {
    id: name,
    title: shortName(name),
    path,
    help: textOf(schema["description"]),
    isSortable: index !== undefined && !index.isMulti,
    isDescending: index?.isDescending === true,
    isNumber: isNumeric(index, resolveSchema(document.schemas, schema)),
    isInstant: index?.type === "timestamp" || schema["format"] === "date-time",
    reference: model.references.find((each) => each.index === name),
    extended: undefined,
  };
}

/** The columns as plugins show them, with those that a plugin adds. */
export function extendColumns(
  document: ServiceDocument,
  model: Model,
  extended: ReadonlyMap<string, ExtendedColumn>,
): readonly Column[] {
  const columns = columnsOf(document, model);
  const added = [...extended.keys()].filter((path) => columns.every(({ id }) => id !== path));
  return [...columns, ...added.map((path) => columnOf(document, model, path))].map((column) => {
    const { title = column.title, cell } = extended.get(column.id) ?? {};
    return { ...column, title, extended: cell };
  });
}

function isNumeric(index: ModelIndex | undefined, schema: Schema): boolean {
  return (
    ["integer", "number", "int64"].includes(index?.type ?? "") || ["integer", "number"].includes(String(schema["type"]))
  );
}

/** The plain values that an object has in a column. */
export function cellValues(object: ServedObject, { path }: Column): readonly string[] {
  return valuesAt(object, path).map((value) => (typeof value === "object" ? JSON.stringify(value) : String(value)));
}
