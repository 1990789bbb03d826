import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** One step of a database's schema, as Prisma Migrate keeps it: a folder with a `migration.sql`. */
export interface Migration {
  /** The folder's name, which starts with its time: migrations are applied in the order of their names. */
  readonly name: string;
  readonly sql: string;
}

/** The first line of a migration whose statement PostgreSQL refuses in a transaction, such as `CREATE INDEX CONCURRENTLY`. */
export const ALONE = "-- cmgen: no transaction";

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
