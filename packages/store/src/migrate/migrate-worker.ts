import { openWriter } from "../sqlite/database.js";
import { answerRequests } from "../sqlite/thread.js";
import { deployMigrations } from "./deploy-migrations.js";
import type { MigrationStatus } from "./migration-history.js";
import type { Migration } from "./migration.js";
import { sqliteMigrations } from "./sqlite-migrations.js";

/** A file of this process, and the migrations it is to have. */
export interface MigrationRequest {
  readonly file: string;
  readonly migrations: readonly Migration[];
}

/** What was applied, and what is odd about the history. */
export interface Migrated {
  readonly applied: readonly string[];
  readonly odd: readonly MigrationStatus[];
}

/** Migrates a file on a separate thread, while the process that has it serves. */
answerRequests(async ({ file, migrations }: MigrationRequest & { readonly id: number }): Promise<Migrated> => {
  const database = openWriter(file);
  try {
    const odd: MigrationStatus[] = [];
    const applied = await deployMigrations(sqliteMigrations(database), migrations, {
      odd: (status) => odd.push(status),
    });
    return { applied, odd };
  } finally {
    database.close();
  }
});
