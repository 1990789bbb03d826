import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { MigrationError, place } from "./migration-error.js";
import { type Engine, ScriptError, splitStatements, type SqlStatement } from "./split-statements.js";

/** One step of a database's schema, as Prisma Migrate keeps it: a folder with a `migration.sql`. */
export interface Migration {
  /** The folder's name, which starts with its time: migrations are applied in the order of their names. */
  readonly name: string;
  readonly sql: string;
}

/**
 * Reads the migrations of a folder, in order.
 *
 * @throws {Error} if a migration has no `migration.sql`.
 */
export async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(names.sort().map(async (name) => ({ name, sql: await readScript(folder, name) })));
}

/** Identifies a migration's script in the history: the sha256 of its bytes, in hex. */
export function checksumOf(sql: string): string {
  return createHash("sha256").update(sql).digest("hex");
}

/** Whether a script has a checksum. Its line ends are ignored, since a checkout may have changed them. */
export function hasChecksum(sql: string, checksum: string): boolean {
  const unix = sql.replaceAll("\r\n", "\n");
  return [sql, unix, unix.replaceAll("\n", "\r\n")].some((script) => checksumOf(script) === checksum);
}

async function readScript(folder: string, name: string): Promise<string> {
  const file = join(folder, name, "migration.sql");
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new Error(`The migration ${name} cannot be read from ${file}`, { cause: error });
  }
}

/** A migration, split into statements. */
export interface PlannedMigration extends Migration {
  readonly statements: readonly SqlStatement[];
  /** Whether its only statement is run outside of a transaction, because its first line asks for that. */
  readonly alone: boolean;
}

/** The first line of a migration whose statement PostgreSQL refuses in a transaction, such as `CREATE INDEX CONCURRENTLY`. */
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
