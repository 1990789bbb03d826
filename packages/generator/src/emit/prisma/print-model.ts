import type { DatabaseProvider } from "../../config/config.js";
import type { Column, ColumnType, KeyPart, Table, TableIndex } from "../../storage/database-schema.js";
import { IDENTIFIER_LIMIT } from "../../storage/identifier.js";
import { constraintName } from "../../storage/table-index.js";

export interface ModelSurroundings {
  readonly provider: DatabaseProvider;
  /** The table whose rows own this one's. */
  readonly owner: Table | undefined;
  /** Tables whose rows this one's own. */
  readonly owned: readonly Table[];
}

/** A field's line, in columns that are padded to one width within a block. */
interface Line {
  readonly cells: readonly [name: string, type: string, attributes: string];
  readonly comment: string | undefined;
}

const TYPES: Readonly<Record<DatabaseProvider, Readonly<Record<ColumnType, string>>>> = {
  sqlite: { counter: "Int", bigint: "BigInt", number: "Float", boolean: "Boolean", text: "String", bytes: "Bytes" },
  postgresql: { counter: "BigInt", bigint: "BigInt", number: "Float", boolean: "Boolean", text: "String", bytes: "Bytes" },
};

/** A `model` block. */
export function printModel(table: Table, surroundings: ModelSurroundings): string {
  const lines = [...table.columns.map((column) => columnLine(table, column, surroundings)), ...relationLines(table, surroundings)];
  const attributes = blockAttributes(table, surroundings).map((attribute) => `  ${attribute}`);
  const body = [...padded(lines), "", ...attributes];
  return [...documentation(table.comment, ""), `model ${table.model} {`, ...body, "}"].join("\n");
}

function columnLine(table: Table, column: Column, { provider }: ModelSurroundings): Line {
  const attributes = [
    ...(isKey(table, column) ? [idAttribute(table, provider)] : []),
    ...(column.generated ? ["@default(autoincrement())"] : []),
    ...table.indexes.filter((index) => isUniqueOn(index, column)).map((index) => `@unique${mapped(table, index)}`),
    ...(column.name === column.field ? [] : [`@map("${column.name}")`]),
  ];
  const type = `${TYPES[provider][column.type]}${column.nullable ? "?" : ""}`;
  return { cells: [column.field, type, attributes.join(" ")], comment: column.comment };
}

function isKey({ key }: Table, column: Column): boolean {
  return key.length === 1 && key[0] === column.name;
}

function isUniqueOn({ unique, parts }: TableIndex, column: Column): boolean {
  return unique && parts.length === 1 && parts[0]?.column === column.name;
}

function relationLines(table: Table, { owner, owned }: ModelSurroundings): Line[] {
  const lines: Line[] = owned.map((child) => ({ cells: [relationField(table, child), `${child.model}[]`, ""], comment: undefined }));
  if (owner === undefined || table.owner === undefined) return lines;
  const reference = `fields: [${fieldOf(table, table.owner.column)}], references: [${owner.key.map((key) => fieldOf(owner, key)).join(", ")}]`;
  const name = constraintName(table.name, [table.owner.column], "fkey");
  const map = isDefaultName(name, table, [table.owner.column]) ? "" : `, map: "${name}"`;
  return [...lines, { cells: ["object", owner.model, `@relation(${reference}, onDelete: Cascade${map})`], comment: undefined }];
}

/** `PersonSpecTags` is `specTags` of a `Person`. */
function relationField(table: Table, child: Table): string {
  const rest = child.model.startsWith(table.model) ? child.model.slice(table.model.length).replace(/^_+/, "") : child.model;
  const field = rest.charAt(0).toLowerCase() + rest.slice(1);
  return rest === "Label" ? "labels" : table.columns.some((column) => column.field === field) ? `${field}Values` : field;
}

function blockAttributes(table: Table, { provider }: ModelSurroundings): string[] {
  const key = table.key.length > 1 ? [`@@id([${fieldsOf(table, table.key)}]${mappedKey(table, provider)})`] : [];
  const indexes = table.indexes.filter(({ unique, parts }) => !unique || parts.length > 1).map((index) => indexAttribute(table, index));
  return [...key, ...indexes, `@@map("${table.name}")`];
}

function indexAttribute(table: Table, index: TableIndex): string {
  const parts = index.parts.map((part) => printPart(table, part)).join(", ");
  const map = mapped(table, index).replace(/^\((.*)\)$/, ", $1");
  return `@@${index.unique ? "unique" : "index"}([${parts}]${map})`;
}

function printPart(table: Table, { column, descending }: KeyPart): string {
  return `${fieldOf(table, column)}${descending ? "(sort: Desc)" : ""}`;
}

/** Prisma names an index after its table and columns, and cuts what is too long without telling names apart: then ours is given. */
function mapped(table: Table, { name, parts }: TableIndex): string {
  return isDefaultName(name, table, parts.map(({ column }) => column)) ? "" : `(map: "${name}")`;
}

function isDefaultName(name: string, table: Table, columns: readonly string[]): boolean {
  return name.startsWith(`${[table.name, ...columns].join("_")}_`);
}

/** SQLite's primary keys have no names. */
function idAttribute(table: Table, provider: DatabaseProvider): string {
  return `@id${mappedKey(table, provider).replace(/^, (.*)$/, "($1)")}`;
}

function mappedKey(table: Table, provider: DatabaseProvider): string {
  const isLong = `${table.name}_pkey`.length > IDENTIFIER_LIMIT;
  return isLong && provider === "postgresql" ? `, map: "${constraintName(table.name, [], "pkey")}"` : "";
}

function fieldsOf(table: Table, columns: readonly string[]): string {
  return columns.map((column) => fieldOf(table, column)).join(", ");
}

function fieldOf(table: Table, name: string): string {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column === undefined) throw new RangeError(`table ${table.name} has no column ${name}`);
  return column.field;
}

function padded(lines: readonly Line[]): string[] {
  const width = (position: 0 | 1) => Math.max(...lines.map(({ cells }) => cells[position].length));
  const [names, types] = [width(0), width(1)];
  return lines.flatMap(({ cells: [name, type, attributes], comment }) => [
    ...documentation(comment, "  "),
    `  ${name.padEnd(names)} ${type.padEnd(types)} ${attributes}`.trimEnd(),
  ]);
}

function documentation(comment: string | undefined, indent: string): string[] {
  return comment === undefined ? [] : comment.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => `${indent}/// ${line}`.trimEnd());
}
