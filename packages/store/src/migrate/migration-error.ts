import type { Migration } from "./migration.js";
import { lineOf, type SqlStatement } from "./split-statements.js";

/** A migration that cannot be applied. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
  readonly migration: string;

  constructor(migration: string, message: string, options?: ErrorOptions) {
    super(`Migration ${migration}: ${message}`, options);
    this.migration = migration;
  }
}

/** A place in a migration, for messages. */
export function place(line: number): string {
  return `line ${line} of migration.sql`;
}

interface FailedStatement {
  readonly migration: Migration;
  readonly statement: SqlStatement;
  readonly error: unknown;
  /** The state of the database now, as a sentence. */
  readonly outcome: string;
}

/** Describes a statement's error: its line, the reason, the statement, the state of the database now, and what to do. */
export function statementError({ migration, statement, error, outcome }: FailedStatement): MigrationError {
  const line = statement.line + lineOf(statement.sql, positionIn(error)) - 1;
  const message = `${place(line)}: ${reasonOf(error)}\n${excerpt(statement.sql)}\n${outcome}${adviceFor(error)}`;
  return new MigrationError(migration.name, message, { cause: error });
}

/** The message of an error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** PostgreSQL's errors have the position in the statement, counted from 1. */
function positionIn(error: unknown): number {
  const position = error instanceof Error && "position" in error ? Number(error.position) : Number.NaN;
  return Number.isInteger(position) ? position - 1 : 0;
}

const EXCERPT_CHARACTERS = 400;

function excerpt(sql: string): string {
  const text = sql.length <= EXCERPT_CHARACTERS ? sql : `${sql.slice(0, EXCERPT_CHARACTERS)}…`;
  return text.replaceAll(/^/gm, "    ");
}

/** PostgreSQL's codes for a statement that cannot run in a transaction, and for using an enum's value that was added in the same one. */
const NOT_IN_TRANSACTION: ReadonlySet<unknown> = new Set(["25001", "55P04"]);

function adviceFor(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (!NOT_IN_TRANSACTION.has(code)) return "";
  return `\nMove the statement to a migration of its own whose first line is \`-- cmgen: no transaction\`: it then runs outside of a transaction.`;
}
