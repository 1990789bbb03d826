import type { CommandHandler } from "../commands.js";
import { Thread } from "../sqlite/thread.js";
import type { Migrated, MigrationRequest } from "./migrate-worker.js";
import type { Migration } from "./migration.js";

/** The name of the command that applies migrations. */
export const MIGRATE = "migrate";

/** Applies the migrations that another process sends to the file that this one has. It is not aborted: it is done or rolled back as a whole. */
export function migrateCommand(file: string): CommandHandler {
  return async (input) => {
    const thread = new Thread<MigrationRequest, Migrated>({
      module: "../migrate/migrate-worker.js",
      data: undefined,
      name: "cmgen migrations",
    });
    try {
      // Commands come from processes of this user.
      return await thread.ask({ file, migrations: input as readonly Migration[] });
    } finally {
      await thread.terminate();
    }
  };
}
