import type { MigrationRecord } from "@cmgen/store/backup";

import { FilesError } from "../usage-error.js";
import { outputOf } from "./postgres-programs.js";

/** The dump of a schema. */
export interface SchemaDump {
  readonly path: string;
  /** What it is called in messages. */
  readonly name: string;
  readonly schema: string;
}

/**
 * Reads the history of migrations in a dump.
 *
 * @throws {FilesError} if the dump has none in the schema, or cannot be read.
 */
export async function dumpedMigrations(
  { path, name, schema }: SchemaDump,
  signal: AbortSignal,
): Promise<readonly MigrationRecord[]> {
  const selected = ["--data-only", `--schema=${schema}`, "--table=_prisma_migrations", "--file=-", path];
  const lines = (await outputOf("pg_restore", selected, signal)).split("\n");
  const start = lines.findIndex((line) => /^COPY .*\) FROM stdin;$/.test(line));
  if (start < 0) {
    throw new FilesError(
      `${name} has no database of a service in the schema ${JSON.stringify(schema)}, which it would be restored into. A dump is restored into the schema that it was made of: name it in the database's URL, as ?schema=…`,
    );
  }
  const columns = /\((.*)\) FROM stdin;$/.exec(lines[start] ?? "")?.[1]?.split(", ") ?? [];
  const rows = lines.slice(start + 1, lines.indexOf(String.raw`\.`, start));
  return rows.map((row) => {
    const cells = new Map(row.split("\t").map((cell, place) => [columns[place], cell]));
    const has = (column: string): boolean => cells.get(column) !== String.raw`\N`;
    return {
      name: cells.get("migration_name") ?? "",
      checksum: cells.get("checksum") ?? "",
      finished: has("finished_at"),
      rolledBack: has("rolled_back_at"),
    };
  });
}
