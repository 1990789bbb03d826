import type { Column, ColumnType, KeyPart, Owner, Table, TableIndex, TableRole } from "../storage/database-schema.js";
import type { ModelShape, ShapeSchema } from "../evolve/model-shape.js";
import { SNAPSHOT_FORM, type Snapshot } from "./snapshot.js";

const COLUMN_TYPES: readonly ColumnType[] = ["counter", "bigint", "number", "boolean", "text", "bytes"];
const ROLES: readonly TableRole[] = ["objects", "copies", "system"];

/**
 * Reads what {@link printSnapshot} wrote. Prisma models and fields are named after tables and columns.
 *
 * @throws {SyntaxError} if the text is no snapshot of a form this version knows.
 */
export function parseSnapshot(text: string): Snapshot {
  const { version, after, tables, models } = object(JSON.parse(text));
  if (version !== SNAPSHOT_FORM) throw new SyntaxError(`its "version" is not ${SNAPSHOT_FORM}`);
  return {
    after: list(after).map(string),
    schema: { tables: list(tables).map(parseTable) },
    ...(models === undefined ? {} : { models: list(models).map(parseShape) }),
  };
}

/** As {@link parseSnapshot}, but of one text once: the snapshots of all databases are usually the same. */
export function parseSnapshots(): typeof parseSnapshot {
  const parsed = new Map<string, Snapshot>();
  return (text) => {
    const snapshot = parsed.get(text) ?? parseSnapshot(text);
    parsed.set(text, snapshot);
    return snapshot;
  };
}

function parseShape(value: unknown): ModelShape {
  const { apiVersion, kind, schema, types, steps } = object(value);
  return {
    apiVersion: string(apiVersion),
    kind: string(kind),
    schema: parseSchema(schema),
    types: Object.fromEntries(Object.entries(object(types)).map(([name, type]) => [name, parseSchema(type)])),
    steps: list(steps).map(string),
  };
}

function parseSchema(value: unknown): ShapeSchema {
  return typeof value === "boolean" ? value : object(value);
}

function parseTable(value: unknown): Table {
  const { name, role, columns, key, indexes, owner, index } = object(value);
  return {
    name: string(name),
    model: `T_${string(name)}`,
    role: oneOf(ROLES, role),
    columns: list(columns).map(parseColumn),
    key: list(key).map(string),
    indexes: list(indexes).map(parseIndex),
    ...(owner === undefined ? {} : { owner: parseOwner(owner, string(name)) }),
    ...(index === undefined ? {} : { index: string(index) }),
  };
}

function parseColumn(value: unknown): Column {
  const { name, type, nullable, generated, index } = object(value);
  return {
    name: string(name),
    field: string(name),
    type: oneOf(COLUMN_TYPES, type),
    nullable: nullable === true,
    ...(generated === true ? { generated } : {}),
    ...(index === undefined ? {} : { index: string(index) }),
  };
}

function parseIndex(value: unknown): TableIndex {
  const { name, unique, parts, only } = object(value);
  const index = { name: string(name), unique: unique === true, parts: list(parts).map(parsePart) };
  return only === undefined ? index : { ...index, only: parseCondition(only) };
}

function parseCondition(value: unknown): NonNullable<TableIndex["only"]> {
  const { column, text } = object(value);
  return { column: string(column), text: string(text) };
}

function parsePart(value: unknown): KeyPart {
  const { column, descending } = object(value);
  return { column: string(column), ...(descending === true ? { descending } : {}) };
}

function parseOwner(value: unknown, rows: string): Owner {
  const { table, column } = object(value);
  return { table: string(table), column: string(column), field: `rows_${rows}` };
}

function object(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong("an object", value);
  return { ...value };
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong("a list", value);
  return value;
}

function string(value: unknown): string {
  if (typeof value !== "string") throw wrong("a string", value);
  return value;
}

function oneOf<T extends string>(choices: readonly T[], value: unknown): T {
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) throw wrong(`one of ${choices.join(", ")}`, value);
  return choice;
}

function wrong(expected: string, found: unknown): SyntaxError {
  return new SyntaxError(`it has ${JSON.stringify(found) ?? "nothing"} where ${expected} belongs`);
}
