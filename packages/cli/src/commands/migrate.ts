import { defineCommand } from "../define-command.js";

/** Loaded when it is called for: drivers take time. */
const actions = {
  status: async () => (await import("../database/migrate.js")).printMigrationStatus,
  deploy: async () => (await import("../database/migrate.js")).deployPluginMigrations,
  check: async () => (await import("../database/check.js")).checkPluginDatabase,
  objects: async () => (await import("../database/rewrite.js")).rewritePluginObjects,
} as const;

/**
 * `cmgen migrate status|deploy|check|objects`: where the database's schema stands, bringing it up to date, whether stored objects allow that,
 * and storing them as the newest version of their kind.
 */
export const migrateCommand = defineCommand({
  usage: "migrate <action>",
  summary:
    "Tell which migrations the database has (status), apply those it lacks (deploy), find stored objects that would break (check), or store objects of older versions again (objects).",
  declare: (yargs) =>
    yargs
      .positional("action", {
        choices: ["status", "deploy", "check", "objects"] as const,
        demandOption: true,
        describe:
          "status ends with 1 if migrations are due, with 4 if the history is another's; check with 4 if objects would break, objects with 4 if some cannot be converted.",
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
      .option("json", { type: "boolean", default: false, describe: "Print the outcome as JSON." }),
  run: async ({ action, databaseUrl, plugin, json }, terminal) => {
    const act = await actions[action]();
    return act({ databaseUrl, plugin, json }, terminal);
  },
});
