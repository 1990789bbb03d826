import { defineCommand } from "../define-command.js";

/** `cmgen user <action>`: users who sign in to the service. */
export const userCommand = defineCommand({
  usage: "user <action> [name]",
  summary: "Make users who sign in to the service, list and disable them, end their sessions.",
  examples: [
    ["user create ann --admin --email ann@example.com", "The first administrator; asks for the password"],
    ["user reset ann", "Print a token with which she sets a new password"],
  ],
  declare: (yargs) =>
    yargs
      .positional("action", {
        choices: ["create", "list", "disable", "enable", "reset", "sessions", "sign-out"] as const,
        demandOption: true,
        describe:
          "create makes a user with a password, list prints all, disable and enable say whether one may sign in, reset prints a token to set a new password, sessions lists where a user is signed in, sign-out ends all of that.",
      })
      .positional("name", { type: "string", describe: "The user's name." })
      .option("admin", { type: "boolean", describe: "For create: give the user the role admin." })
      .option("email", { type: "string", requiresArg: true, describe: "For create: the user's email address." })
      .option("display-name", { type: "string", requiresArg: true, describe: "For create: what the user is called." })
      .option("group", {
        type: "string",
        array: true,
        requiresArg: true,
        describe: "For create: a group that the user is in. May be repeated.",
      })
      .option("role", {
        type: "string",
        array: true,
        requiresArg: true,
        describe: "For create: a role that the user has, beside those that bindings give. May be repeated.",
      })
      .option("password-stdin", {
        type: "boolean",
        describe: "For create: read the password from standard input, in place of asking for it.",
      })
      .option("from-provider", {
        type: "boolean",
        describe:
          "For sessions and sign-out: the name is that of somebody who has signed in at an identity provider, and not of a user.",
      })
      .option("plugin", {
        type: "string",
        array: true,
        describe:
          "The compiled plugin.js of each plugin that the service runs. Default: the plugin's own, as dist/generated/plugin.js, or plugins.js where the config names plugins.",
      })
      .option("database-url", {
        type: "string",
        describe: "file:<path> or postgresql://… Default: CMGEN_DATABASE_URL, else the plugin's own.",
      })
      .option("json", { type: "boolean", default: false, describe: "Print the outcome as JSON." }),
  run: async ({ action, ...options }, terminal) => {
    const { userActions } = await import("../identities/user.js");
    return userActions[action](options, terminal);
  },
});
