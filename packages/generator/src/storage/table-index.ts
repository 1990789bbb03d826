import type { KeyPart, TableIndex } from "./database-schema.js";
import { fitIdentifier, IDENTIFIER_LIMIT } from "./identifier.js";

/** An index named as Prisma would name it; where that is too long, cut and told apart by a hash. */
export function tableIndex(table: string, parts: readonly KeyPart[], { unique = false } = {}): TableIndex {
  const columns = parts.map(({ column }) => column);
  return { name: constraintName(table, columns, unique ? "key" : "idx"), unique, parts };
}

/** Name of an index or constraint: the table, its columns and what it is. */
export function constraintName(
  table: string,
  columns: readonly string[],
  suffix: "key" | "idx" | "pkey" | "fkey",
): string {
  const stem = [table, ...columns].join("_");
  return `${fitIdentifier(stem, { limit: IDENTIFIER_LIMIT - suffix.length - 1, separator: "_" })}_${suffix}`;
}
