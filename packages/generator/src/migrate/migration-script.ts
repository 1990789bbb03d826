import type { DatabaseProvider } from "../config/config.js";
import { printPrismaSchema } from "../emit/prisma/print-prisma-schema.js";
import type { DatabaseSchema } from "../storage/database-schema.js";
import { changedIndexes, type IndexChange } from "./changed-indexes.js";
import { changedTables } from "./compare-schemas.js";
import { diffSchemas } from "./diff-schemas.js";
import { dropVoidCopies } from "./drop-void-copies.js";
import { fillColumns } from "./fill-columns.js";
import { postgresScript } from "./postgres-script.js";

/** Which database the SQL is for. */
export interface ScriptInput {
  readonly provider: DatabaseProvider;
}

/** The SQL that leads a database from one schema to another; `""` where there is nothing to do. */
export async function migrationScript(
  { provider }: ScriptInput,
  from: DatabaseSchema,
  to: DatabaseSchema,
): Promise<string> {
  const concerned = concernedTables(from, to);
  if (concerned.size === 0) return "";
  const changes = changedIndexes(from, to);
  const { statements, schema: rest } = dropVoidCopies(from, changes);
  const print = (schema: DatabaseSchema): string => printPrismaSchema(concernedPart(schema, concerned), { provider });
  const script = await diffSchemas(provider, print(rest), print(to));
  const sections = [
    section("ForgetIndexes", forgetIndexes(from, to, changes)),
    section("DropIndexValues", statements),
    partialIndexes(provider === "postgresql" ? postgresScript(script, to) : sqliteScript(script, to), to),
    section("FillColumns", fillColumns(provider, from, to)),
  ];
  return sections.filter((text) => text !== "").join("\n");
}

/** Tables that change, and those they refer to: comparing the others would take time and tell nothing. */
function concernedTables(from: DatabaseSchema, to: DatabaseSchema): Set<string> {
  const tables = changedTables(from, to).flatMap((change) => [change.from ?? [], change.to ?? []].flat());
  return new Set(tables.flatMap(({ name, owner }) => (owner === undefined ? [name] : [name, owner.table])));
}

/** In a first migration that is the schema itself, whose text is known. */
function concernedPart(schema: DatabaseSchema, concerned: ReadonlySet<string>): DatabaseSchema {
  const tables = schema.tables.filter(({ name }) => concerned.has(name));
  return tables.length === schema.tables.length ? schema : { tables };
}

const CREATE_INDEX = /^(?<start>CREATE (?:UNIQUE )?INDEX "(?<index>[^"]+)" ON .*);$/gm;

/** Adds the conditions of indexes, which a Prisma schema cannot say. Prisma's differ does not see them, so it finds no difference. */
function partialIndexes(script: string, { tables }: DatabaseSchema): string {
  const conditions = new Map(
    tables.flatMap(({ indexes }) => indexes.flatMap(({ name, only }) => (only === undefined ? [] : [[name, only]]))),
  );
  return script.replaceAll(CREATE_INDEX, (statement: string, start: string, index: string) => {
    const only = conditions.get(index);
    return only === undefined ? statement : `${start} WHERE "${only.column}" = ${sqlLiteral(only.text)};`;
  });
}

function section(title: string, statements: readonly string[]): string {
  return statements.length === 0 ? "" : `-- ${title}\n${statements.join("\n")}\n`;
}

const STATES = "cmgen_indexes";

/**
 * Statements that forget what changed indexes were built from, and those of models that go: so that the service builds them when it
 * starts, even if they once were the same as they are to be.
 */
function forgetIndexes(from: DatabaseSchema, to: DatabaseSchema, changes: readonly IndexChange[]): string[] {
  if (!has(from, STATES)) return [];
  const dropped = from.tables.filter(({ role, name }) => role === "objects" && !has(to, name));
  const statements = [
    ...changes.map(({ table, index }) => `"table" = ${sqlLiteral(table)} AND "index" = ${sqlLiteral(index)}`),
    ...dropped.map(({ name }) => `"table" = ${sqlLiteral(name)}`),
  ].map((condition) => `DELETE FROM "${STATES}" WHERE ${condition};`);
  return [...new Set(statements)];
}

function has({ tables }: DatabaseSchema, name: string): boolean {
  return tables.some((table) => table.name === name);
}

/** A whole statement: `new_` is what Prisma puts in front of a table that is to take another's place. */
const CREATE_TABLE = /^CREATE TABLE "(?:new_)?(?<table>[^"]+)" \([\s\S]*?^\);$/gm;

/**
 * What a Prisma schema cannot say of an SQLite table, added to the SQL that leads to `schema`. Tables of copies are small rows found by
 * their key: without a rowid they are kept in the order of that key and not in two places, which takes two thirds of the bytes and half
 * of the time to write. Prisma's differ does not see it, so it finds no difference.
 */
function sqliteScript(script: string, schema: DatabaseSchema): string {
  const copies = new Set(schema.tables.filter(({ role }) => role === "copies").map(({ name }) => name));
  return script.replaceAll(CREATE_TABLE, (statement: string, table: string) =>
    copies.has(table) ? statement.replace(/;$/, " WITHOUT ROWID;") : statement,
  );
}

/** `text` as a literal of SQL, of either database: PostgreSQL's backslashes are plain characters unless a literal says otherwise. */
function sqlLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
