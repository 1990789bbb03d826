import type { DatabaseSchema, KeyPart, Table } from "../storage/database-schema.js";

const COLLATION = 'COLLATE "C"';

/** The start of a column in `CREATE TABLE` or `ADD COLUMN`. */
const TEXT_COLUMN = /^(?<start>(?: {4}| *ADD COLUMN +|ALTER TABLE "[^"]+" ADD COLUMN +)"[^"]+" TEXT)(?= |,|;|$)/gm;
const CREATE_INDEX = /^(?<start>CREATE (?:UNIQUE )?INDEX "(?<index>[^"]+)" ON "(?<table>[^"]+)")\(.*\);$/;

/**
 * What a Prisma schema cannot say of a PostgreSQL table, added to the SQL that leads to `schema`. Text compares by code point, as on
 * SQLite. Absent values come first in ascending order and last in descending (HTTP API, Lists), so indexes on columns that may be
 * empty have them there. Prisma's differ sees neither, so it finds no difference.
 */
export function postgresScript(script: string, schema: DatabaseSchema): string {
  const tables = new Map(schema.tables.map((table) => [table.name, table]));
  return script
    .replaceAll(TEXT_COLUMN, `$<start> ${COLLATION}`)
    .replaceAll(/ SET DATA TYPE TEXT(?=,|;|$)/gm, ` SET DATA TYPE TEXT ${COLLATION}`)
    .split("\n")
    .map((line) => placedIndex(line, tables))
    .join("\n");
}

function placedIndex(line: string, tables: ReadonlyMap<string, Table>): string {
  const { start, index, table: name = "" } = CREATE_INDEX.exec(line)?.groups ?? {};
  const table = tables.get(name);
  const parts = table?.indexes.find((candidate) => candidate.name === index)?.parts;
  if (table === undefined || parts === undefined) return line;
  return `${start}(${parts.map((part) => placedPart(table, part)).join(", ")});`;
}

function placedPart(table: Table, { column, descending }: KeyPart): string {
  const direction = descending ? " DESC" : "";
  const isNullable = table.columns.some(({ name, nullable }) => name === column && nullable);
  const nulls = !isNullable ? "" : descending ? " NULLS LAST" : " NULLS FIRST";
  return `"${column}"${direction}${nulls}`;
}
