import { MigrationError } from "./migration-error.js";
import type { Migration } from "./migration.js";
import { ALONE, place } from "./planned-migration.js";
import type { SqlStatement } from "./split-statements.js";

export interface FailedStatement {
  readonly migration: Migration;
  readonly statement: SqlStatement;
  readonly error: unknown;
  /** What the database is like now. */
  readonly outcome: string;
}

/** The error of a statement: the line it is about, why, what became of the migration, and the statement. */
export function statementError({ migration, statement, error, outcome }: FailedStatement): MigrationError {
  const line = statement.line + linesBefore(statement.sql, positionIn(error));
  const message = `${place(line)}: ${reasonOf(error)}\n${excerpt(statement.sql)}\n${outcome}${adviceFor(error)}`;
  return new MigrationError(migration.name, message, { cause: error });
}

/** Why something failed, in its own words. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** PostgreSQL says which character of the statement an error is about, counted from 1. */
function positionIn(error: unknown): number {
  const position = error instanceof Error && "position" in error ? Number(error.position) : Number.NaN;
  return Number.isInteger(position) ? position - 1 : 0;
}

function linesBefore(sql: string, position: number): number {
  return sql.slice(0, position).split("\n").length - 1;
}

const EXCERPT_CHARACTERS = 400;

function excerpt(sql: string): string {
  const text = sql.length <= EXCERPT_CHARACTERS ? sql : `${sql.slice(0, EXCERPT_CHARACTERS)}…`;
  return text.replaceAll(/^/gm, "    ");
}

/** What PostgreSQL answers where a transaction is in the way: for a statement that must not be in one, and for an enum's value made in it. */
const NOT_IN_TRANSACTION: ReadonlySet<unknown> = new Set(["25001", "55P04"]);

function adviceFor(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (!NOT_IN_TRANSACTION.has(code)) return "";
  return `\nMove the statement to a migration of its own whose first line is \`${ALONE}\`: it then runs outside of a transaction.`;
}
