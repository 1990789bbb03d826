import { defineCommand } from "../define-command.js";
import { declareServer } from "../server/server-options.js";

/** `cmgen access <action>`: who a caller is, what it may do, and why. */
export const accessCommand = defineCommand({
  usage: "access <action> [words..]",
  summary: "Say who you are to a service, what you may do, and which rule decides.",
  examples: [
    ["access whoami", "Your name, groups and roles"],
    ["access can-i update people/bob", "Whether you may: exit code 0, or 1"],
    ["access explain --user ann --verb update people/bob", "Which rule decides about somebody"],
    ["access explain --user token:ci --verb get people", "What a token may read"],
  ],
  declare: (yargs) =>
    declareServer(
      yargs
        .positional("action", {
          choices: ["whoami", "can-i", "explain"] as const,
          demandOption: true,
          describe:
            "whoami is about you, can-i asks for you, explain is about anybody and needs the operator's right explain.",
        })
        .positional("words", {
          type: "string",
          array: true,
          describe: "For can-i the verb, and then <resource> or <resource>/<name>; for explain the latter.",
        })
        .option("verb", {
          type: "string",
          requiresArg: true,
          describe: "For explain: get, list, watch, create, update or delete.",
        })
        .option("user", {
          type: "string",
          requiresArg: true,
          describe: "For explain: the caller's name, as ann or token:ci. Default: one without credentials.",
        })
        .option("group", {
          type: "string",
          array: true,
          requiresArg: true,
          describe: "For explain: a group of the caller, beside those that the service knows of. May be repeated.",
        })
        .option("role", {
          type: "string",
          array: true,
          requiresArg: true,
          describe: "For explain: a role of the caller, beside those that the service knows of. May be repeated.",
        })
        .option("claim", {
          type: "string",
          array: true,
          requiresArg: true,
          describe: "For explain: a claim of the caller, as department=sales. May be repeated.",
        })
        .option("json", { type: "boolean", default: false, describe: "Print the answer as JSON." }),
    ),
  run: async ({ action, words = [], ...options }, terminal) => {
    const { accessActions } = await import("../access/access-actions.js");
    return accessActions[action]({ ...options, words }, terminal);
  },
});
