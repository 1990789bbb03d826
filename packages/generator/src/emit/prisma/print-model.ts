import type { DatabaseProvider } from "../../config/config.js";
import { sourceText } from "../../render/text.js";
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
  readonly name: string;
  readonly type: string;
  readonly attributes: string;
  readonly comment?: string | undefined;
}

const TYPES: Readonly<Record<DatabaseProvider, Readonly<Record<ColumnType, string>>>> = {
  sqlite: { counter: "Int", bigint: "BigInt", number: "Float", boolean: "Boolean", text: "String", bytes: "Bytes" },
  postgresql: {
    counter: "BigInt",
    bigint: "BigInt",
    number: "Float",
    boolean: "Boolean",
    text: "String",
    bytes: "Bytes",
  },
};

/** A `model` block. */
export function printModel(table: Table, surroundings: ModelSurroundings): string {
  const lines = [...columnLines(table, surroundings), ...relationLines(table, surroundings)];
  const attributes = blockAttributes(table, surroundings).map((attribute) => `  ${attribute}`);
  const documented = documentation(table.comment, "");
  return `${documented}model ${table.model} {\n${padded(lines)}\n${attributes.join("\n")}\n}`;
}

function columnLines(table: Table, { provider }: ModelSurroundings): Line[] {
  const unique = new Map(table.indexes.filter(isUniqueColumn).map((index) => [index.parts[0]?.column, index]));
  const key = table.key.length === 1 ? table.key[0] : undefined;
  return table.columns.map((column) => {
    const index = unique.get(column.name);
    const attributes = [
      column.name === key ? `@id${bracketed(mappedKey(table, provider))}` : "",
      column.generated ? "@default(autoincrement())" : "",
      index === undefined ? "" : `@unique${bracketed(mapped(table, index))}`,
      column.name === column.field ? "" : `@map("${column.name}")`,
    ];
    const type = `${TYPES[provider][column.type]}${column.nullable ? "?" : ""}`;
    return { name: column.field, type, attributes: attributes.filter(Boolean).join(" "), comment: column.comment };
  });
}

function isUniqueColumn({ unique, parts }: TableIndex): boolean {
  return unique && parts.length === 1;
}

function relationLines(table: Table, { owner, owned, provider }: ModelSurroundings): Line[] {
  const lines = owned.map((child) => ({ name: child.owner?.field ?? "", type: `${child.model}[]`, attributes: "" }));
  if (owner === undefined || table.owner === undefined) return lines;
  const { column } = table.owner;
  const name = constraintName(table.name, [column], "fkey");
  const isNamed = provider === "postgresql" && !isDefaultName(name, table, [column]);
  const reference = `fields: [${fieldsOf(table, [column])}], references: [${fieldsOf(owner, owner.key)}]`;
  const attributes = `@relation(${reference}, onDelete: Cascade${isNamed ? `, map: "${name}"` : ""})`;
  return [...lines, { name: "object", type: owner.model, attributes }];
}

function blockAttributes(table: Table, { provider }: ModelSurroundings): string[] {
  const key = table.key.length > 1 ? [`@@id([${fieldsOf(table, table.key)}]${after(mappedKey(table, provider))})`] : [];
  const indexes = table.indexes.filter((index) => !isUniqueColumn(index)).map((index) => indexAttribute(table, index));
  const ignored = table.role === "system" ? ["@@ignore"] : [];
  return [...key, ...indexes, `@@map("${table.name}")`, ...ignored];
}

function indexAttribute(table: Table, index: TableIndex): string {
  const parts = index.parts.map((part) => printPart(table, part)).join(", ");
  return `@@${index.unique ? "unique" : "index"}([${parts}]${after(mapped(table, index))})`;
}

function printPart(table: Table, { column, descending }: KeyPart): string {
  return `${fieldsOf(table, [column])}${descending ? "(sort: Desc)" : ""}`;
}

/** Prisma names an index after its table and columns, and cuts what is too long without telling names apart: then ours is given. */
function mapped(table: Table, { name, parts }: TableIndex): string {
  const columns = parts.map(({ column }) => column);
  return isDefaultName(name, table, columns) ? "" : `map: "${name}"`;
}

function isDefaultName(name: string, table: Table, columns: readonly string[]): boolean {
  return name.startsWith(`${[table.name, ...columns].join("_")}_`);
}

/** SQLite's keys have no names. */
function mappedKey(table: Table, provider: DatabaseProvider): string {
  const isLong = `${table.name}_pkey`.length > IDENTIFIER_LIMIT;
  return isLong && provider === "postgresql" ? `map: "${constraintName(table.name, [], "pkey")}"` : "";
}

function bracketed(argument: string): string {
  return argument === "" ? "" : `(${argument})`;
}

function after(argument: string): string {
  return argument === "" ? "" : `, ${argument}`;
}

function fieldsOf(table: Table, columns: readonly string[]): string {
  return columns.map((column) => fieldOf(table, column)).join(", ");
}

function fieldOf(table: Table, name: string): string {
  const column: Column | undefined = table.columns.find((candidate) => candidate.name === name);
  if (column === undefined) throw new RangeError(`table ${table.name} has no column ${name}`);
  return column.field;
}

function padded(lines: readonly Line[]): string {
  const names = Math.max(...lines.map(({ name }) => name.length));
  const types = Math.max(...lines.map(({ type }) => type.length));
  let text = "";
  for (const { name, type, attributes, comment } of lines) {
    text += documentation(comment, "  ");
    text += `  ${name.padEnd(names)} ${attributes === "" ? type : `${type.padEnd(types)} ${attributes}`}\n`;
  }
  return text;
}

function documentation(comment: string | undefined, indent: string): string {
  if (comment === undefined) return "";
  const lines = sourceText(comment).split("\n");
  return `${lines.map((line) => `${indent}/// ${line}`.trimEnd()).join("\n")}\n`;
}
