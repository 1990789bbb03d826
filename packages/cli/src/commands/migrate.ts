import { defineCommand } from "../define-command.js";
import { UsageError } from "../usage-error.js";

/** Loaded when it is called for: drivers take time. */
const actions = {
  status: async () => (await import("../database/migrate.js")).printMigrationStatus,
  deploy: async () => (await import("../database/migrate.js")).deployPluginMigrations,
  check: async () => (await import("../database/check.js")).checkPluginDatabase,
  objects: async () => (await import("../database/rewrite.js")).rewritePluginObjects,
  reset: async () => (await import("../database/reset.js")).resetPluginDatabase,
} as const;

/** `cmgen migrate <action>`: where the database's schema stands, bringing it up to date, and what stored objects make of that. */
export const migrateCommand = defineCommand({
  usage: "migrate <action>",
  summary: "Say where the database stands, bring it up to date, check or rewrite objects, or empty it.",
  examples: [
    ["migrate status", "Which migrations are due"],
    ["migrate deploy --database-url file:people.db", "Apply them to a database"],
  ],
  declare: (yargs) =>
    yargs
      .positional("action", {
        choices: ["status", "deploy", "check", "objects", "reset"] as const,
        demandOption: true,
        describe:
          "status says which migrations are due, deploy applies them, check finds stored objects that would break, objects stores those of older versions again, reset drops everything in a database for development.",
      })
      .option("database-url", {
        type: "string",
        describe: "file:<path> or postgresql://… Default: CMGEN_DATABASE_URL, else the plugin's own.",
      })
      .option("plugin", {
        type: "string",
        array: true,
        describe:
          "For check and objects: the compiled plugin.js of each plugin that the service runs. Default: the plugin's own, as dist/generated/plugin.js, or plugins.js where the config names plugins.",
      })
      .option("force", {
        type: "boolean",
        default: false,
        describe: "For reset: drop what is in PostgreSQL, or in a file outside of the plugin, too, and ask nothing.",
      })
      .option("json", { type: "boolean", default: false, describe: "Print the outcome as JSON." }),
  run: async ({ action, databaseUrl, plugin, force, json }, terminal) => {
    if (force && action !== "reset") throw new UsageError("--force goes with migrate reset only.");
    const act = await actions[action]();
    return act({ databaseUrl, plugin, force, json }, terminal);
  },
});
