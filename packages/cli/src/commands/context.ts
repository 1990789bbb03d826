import type { Command } from "../command.js";
import type { ExitCode } from "../exit-code.js";
import type { ContextOptions } from "../server/change-contexts.js";
import type { Terminal } from "../terminal.js";

const actions = ["list", "use", "set", "delete"] as const;

interface ContextCommandOptions {
  readonly action: (typeof actions)[number];
  readonly name: string | undefined;
  readonly server: string | undefined;
  readonly "token-file": string | undefined;
}

/** `cmgen context list|use|set|delete`: names for servers, and the one that commands are about. */
export const contextCommand: Command<ContextCommandOptions> = {
  usage: "context <action> [name]",
  summary: "Manage named servers: list them, use one, set one, or delete one.",
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
  run: async ({ action, name, server, tokenFile }, terminal) => change(action, { name, server, tokenFile }, terminal),
};

async function change(
  action: ContextCommandOptions["action"],
  options: ContextOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { changeContexts } = await import("../server/change-contexts.js");
  return changeContexts[action](options, terminal);
}
