import { defineCommand } from "../define-command.js";

/** `cmgen token <action>`: tokens for programs that call the service. */
export const tokenCommand = defineCommand({
  usage: "token <action> [id]",
  summary: "Make, list and revoke tokens for programs that call the service.",
  examples: [
    ["token create --name ci --role editor --expires 30d", "Print a new token, once"],
    ["token revoke 9f86d08188", "Refuse a token from now on"],
  ],
  declare: (yargs) =>
    yargs
      .positional("action", {
        choices: ["create", "list", "revoke"] as const,
        demandOption: true,
        describe: "create prints a new token, list all that there are, revoke ends one.",
      })
      .positional("id", { type: "string", describe: "For revoke: the token's id, as list prints it." })
      .option("name", {
        type: "string",
        requiresArg: true,
        describe: "For create: what it is for. Without --user the caller is called token:<name>.",
      })
      .option("role", {
        type: "string",
        array: true,
        requiresArg: true,
        describe: "For create: a role that it has, beside those that bindings give it. May be repeated.",
      })
      .option("group", {
        type: "string",
        array: true,
        requiresArg: true,
        describe: "For create: a group that the caller is in. May be repeated.",
      })
      .option("user", {
        type: "string",
        requiresArg: true,
        describe: "For create: the user that it acts for, with that user's roles and groups. Default: none.",
      })
      .option("plugin", {
        type: "string",
        array: true,
        describe:
          "For create with --role or --user: the compiled plugin.js of each plugin that the service runs. Default: the plugin's own.",
      })
      .option("expires", {
        type: "string",
        requiresArg: true,
        describe: "For create: how long it is valid, such as 12h or 30d, or never. Default: 90d.",
      })
      .option("database-url", {
        type: "string",
        describe: "file:<path> or postgresql://… Default: CMGEN_DATABASE_URL, else the plugin's own.",
      })
      .option("json", { type: "boolean", default: false, describe: "Print the outcome as JSON." }),
  run: async ({ action, ...options }, terminal) => {
    const { tokenActions } = await import("../identities/token.js");
    return tokenActions[action](options, terminal);
  },
});
