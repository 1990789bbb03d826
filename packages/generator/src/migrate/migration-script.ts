import type { DatabaseProvider } from "../config/config.js";
import { printPrismaSchema } from "../emit/prisma/print-prisma-schema.js";
import { sqlLiteral } from "../render/sql.js";
import type { DatabaseSchema } from "../storage/database-schema.js";
import { changedIndexes } from "./changed-indexes.js";
import { changedTables } from "./compare-schemas.js";
import { diffSchemas } from "./diff-schemas.js";
import { dropVoidCopies } from "./drop-void-copies.js";
import { fillColumns } from "./fill-columns.js";
import { forgetIndexes } from "./forget-indexes.js";
import { postgresScript } from "./postgres-script.js";
import { sqliteScript } from "./sqlite-script.js";

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
