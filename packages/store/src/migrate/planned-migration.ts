import { MigrationError, place } from "./migration-error.js";
import type { Migration } from "./migration.js";
import { ScriptError, splitStatements, type Engine, type SqlStatement } from "./split-statements.js";

/** A migration, split into statements. */
export interface PlannedMigration extends Migration {
  readonly statements: readonly SqlStatement[];
  /** Whether its only statement is run outside of a transaction, because its first line asks for that. */
  readonly alone: boolean;
}

const ALONE_LINE = /^\s*--\s*cmgen:\s*no transaction\s*(?:\r?\n|$)/i;

/** Commands that begin or end a transaction, or a part of one. Only the runner may do that. */
const TRANSACTION =
  /^(?:BEGIN|START TRANSACTION|COMMIT|END|ROLLBACK|ABORT|SAVEPOINT|RELEASE|PREPARE TRANSACTION)(?= |$)/;

/**
 * Splits a migration into statements.
 *
 * @throws {MigrationError} for a script that cannot be split, and for one that begins or ends transactions itself.
 */
export function planMigration(engine: Engine, migration: Migration): PlannedMigration {
  const statements = statementsOf(engine, migration);
  for (const { opening, line } of statements) {
    const command = TRANSACTION.exec(opening)?.[0];
    if (command === undefined) continue;
    throw new MigrationError(
      migration.name,
      `${place(line)}: ${command} is not allowed, since all migrations run in one transaction; remove it`,
    );
  }
  const alone = ALONE_LINE.test(migration.sql);
  if (alone) assertAlone(engine, migration, statements);
  return { ...migration, statements, alone };
}

function statementsOf(engine: Engine, migration: Migration): readonly SqlStatement[] {
  try {
    return splitStatements(engine, migration.sql);
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    throw new MigrationError(migration.name, `${place(error.line)}: ${error.message}; add its end`, {
      cause: error,
    });
  }
}

function assertAlone(engine: Engine, migration: Migration, { length }: readonly SqlStatement[]): void {
  const problem =
    engine === "sqlite"
      ? "SQLite runs every migration in a transaction; remove this line"
      : length === 1
        ? undefined
        : `a migration outside of a transaction must have one statement, and this one has ${length}; split it into several migrations`;
  if (problem !== undefined) throw new MigrationError(migration.name, `${place(1)}: ${problem}`);
}
