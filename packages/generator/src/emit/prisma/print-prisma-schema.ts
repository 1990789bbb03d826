import type { DatabaseProvider } from "../../config/config.js";
import { grouped } from "../../model/grouped.js";
import { oncePer } from "../../model/once-per.js";
import type { DatabaseSchema } from "../../storage/database-schema.js";
import { printModel } from "./print-model.js";

export interface PrismaSchemaOptions {
  readonly provider: DatabaseProvider;
  /** Blocks in front of the datasource: a comment, a generator. */
  readonly head?: readonly string[];
}

/** A Prisma schema as `prisma format` leaves it. It has no `url`: Prisma 7 takes that from `prisma.config.ts`. */
export function printPrismaSchema(schema: DatabaseSchema, { provider, head = [] }: PrismaSchemaOptions): string {
  const models = printModels(schema, provider);
  const datasource = `datasource db {\n  provider = "${provider}"\n}`;
  return `${[...head, datasource, ...(models === "" ? [] : [models])].join("\n\n")}\n`;
}

/** The `model` blocks of a schema. */
export function printModels(schema: DatabaseSchema, provider: DatabaseProvider): string {
  const texts = printedModels(schema);
  const text = texts.get(provider) ?? modelBlocks(schema, provider);
  texts.set(provider, text);
  return text;
}

/** A first migration is made from the same schemas as the files. */
const printedModels = oncePer<DatabaseSchema, Map<DatabaseProvider, string>>(() => new Map());

function modelBlocks(schema: DatabaseSchema, provider: DatabaseProvider): string {
  const tables = new Map(schema.tables.map((table) => [table.name, table]));
  const owned = grouped(schema.tables, ({ owner }) => owner?.table);
  const models = schema.tables.map((table) => {
    const owner = table.owner === undefined ? undefined : tables.get(table.owner.table);
    return printModel(table, { provider, owner, owned: owned.get(table.name) ?? [] });
  });
  return models.join("\n\n");
}
