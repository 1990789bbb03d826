import { defineCommand } from "../define-command.js";

const actions = ["list", "use", "set", "delete"] as const;

/** `cmgen context list|use|set|delete`: names for servers, and the one that commands are about. */
export const contextCommand = defineCommand({
  usage: "context <action> [name]",
  summary: "Manage named servers: list them, use one, set one, or delete one.",
  examples: [
    ["context set local --server http://127.0.0.1:8090", "Give a server a name"],
    ["context use local", "Call it from now on"],
  ],
  declare: (yargs) =>
    yargs
      .positional("action", {
        choices: actions,
        demandOption: true,
        describe: "set makes a context or changes it; the first one is used at once.",
      })
      .positional("name", { type: "string", describe: "The context's name." })
      .option("server", { type: "string", requiresArg: true, describe: "For set: where the service is." })
      .option("token-file", {
        type: "string",
        requiresArg: true,
        describe: "For set: a file with a bearer token, read at each call; - keeps the token of standard input.",
      }),
  run: async ({ action, name, server, tokenFile }, terminal) => {
    const { changeContexts } = await import("../server/change-contexts.js");
    return changeContexts[action]({ name, server, tokenFile }, terminal);
  },
});
