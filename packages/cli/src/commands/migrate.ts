import { deployPluginMigrations, printMigrationStatus } from "../database/migrate.js";
import type { Command } from "../command.js";

const actions = { status: printMigrationStatus, deploy: deployPluginMigrations } as const;

interface MigrateCommandOptions {
  readonly action: keyof typeof actions;
  readonly "database-url": string | undefined;
  readonly json: boolean;
}

/** `cmgen migrate status|deploy`: where the database's schema stands, and bringing it up to date without starting the service. */
export const migrateCommand: Command<MigrateCommandOptions> = {
  usage: "migrate <action>",
  summary: "Tell which migrations the database has (status), or apply those it lacks (deploy).",
  declare: (yargs) =>
    yargs
      .positional("action", {
        choices: ["status", "deploy"] as const,
        demandOption: true,
        describe: "status ends with 1 where migrations are due, with 4 where the history is another's.",
      })
      .option("database-url", {
        type: "string",
        describe: "file:<path> or postgresql://… Default: CMGEN_DATABASE_URL, else the plugin's own.",
      })
      .option("json", { type: "boolean", default: false, describe: "Print the outcome as JSON." }),
  run: ({ action, databaseUrl, json }, terminal) => actions[action]({ databaseUrl, json }, terminal),
};
