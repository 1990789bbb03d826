import { defineCommand } from "../define-command.js";
import { declareServer } from "../server/server-options.js";

/** `cmgen console`: the console for a service that does not serve one, or serves it to others. */
export const consoleCommand = defineCommand({
  usage: "console",
  summary: "Open the console for any running service, on this machine alone.",
  examples: [
    ["console", "For the service of the current context, as its caller"],
    ["console --context production --port 9000", "Of another service, at a port of your choice"],
  ],
  declare: (yargs) =>
    declareServer(yargs).option("port", {
      type: "number",
      default: 0,
      requiresArg: true,
      describe: "The port to listen on, on 127.0.0.1. Default: one that is free.",
    }),
  run: async (options, terminal) => {
    const { serveConsole } = await import("../console/serve-console.js");
    return serveConsole(options, terminal);
  },
});
