import type { DatabaseSchema } from "../storage/database-schema.js";

/** A whole statement: `new_` is what Prisma puts in front of a table that is to take another's place. */
const CREATE_TABLE = /^CREATE TABLE "(?:new_)?(?<table>[^"]+)" \([\s\S]*?^\);$/gm;

/**
 * What a Prisma schema cannot say of an SQLite table, added to the SQL that leads to `schema`. Tables of copies are small rows found by
 * their key: without a rowid they are kept in the order of that key and not in two places, which takes two thirds of the bytes and half
 * of the time to write. Prisma's differ does not see it, so it finds no difference.
 */
export function sqliteScript(script: string, schema: DatabaseSchema): string {
  const copies = new Set(schema.tables.filter(({ role }) => role === "copies").map(({ name }) => name));
  return script.replaceAll(CREATE_TABLE, (statement: string, table: string) =>
    copies.has(table) ? statement.replace(/;$/, " WITHOUT ROWID;") : statement,
  );
}
