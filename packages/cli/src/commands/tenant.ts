import { defineCommand } from "../define-command.js";

/** `cmgen tenant <action>`: the tenants of a service. */
export const tenantCommand = defineCommand({
  usage: "tenant <action> [name]",
  summary: "Make, list, delete, migrate and move the tenants of a service.",
  examples: [
    ["tenant create acme", "Make a schema or file for a tenant"],
    ["tenant list", "All tenants, what keeps one from being served, and their databases"],
  ],
  declare: (yargs) =>
    yargs
      .positional("action", {
        choices: ["create", "list", "drop", "migrate", "move"] as const,
        demandOption: true,
        describe:
          "create makes a tenant, list shows all, drop deletes one with all of its objects, migrate applies the migrations that are due to one or to all, move takes one to another node of a Citus cluster.",
      })
      .positional("name", { type: "string", describe: "The tenant. For migrate: default all." })
      .option("to", {
        type: "string",
        requiresArg: true,
        describe: "For move: the node, as the cluster knows it: <host>:<port>.",
      })
      .option("force", { type: "boolean", default: false, describe: "For drop: ask nothing." })
      .option("database-url", {
        type: "string",
        describe:
          "The database of the service: file:<path> or postgresql://… Default: CMGEN_DATABASE_URL, else the plugin's own.",
      })
      .option("json", { type: "boolean", default: false, describe: "Print the outcome as JSON." }),
  run: async ({ action, ...options }, terminal) => {
    const { tenantActions } = await import("../tenants/tenant.js");
    return tenantActions[action](options, terminal);
  },
});
