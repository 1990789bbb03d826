import type { Command } from "../command.js";
import { UsageError } from "../usage-error.js";

interface StartOptions {
  readonly port: number | undefined;
  readonly host: string | undefined;
  readonly "database-url": string | undefined;
  readonly entry: string | undefined;
}

/** `cmgen start`: runs the compiled service of the plugin until it is interrupted. */
export const startCommand: Command<StartOptions> = {
  usage: "start",
  summary: "Run the compiled service.",
  declare: (yargs) =>
    yargs
      .option("port", {
        type: "number",
        requiresArg: true,
        describe: "Where it listens; 0 takes a free port. Default: PORT, else 8090.",
      })
      .option("host", {
        type: "string",
        requiresArg: true,
        describe: "Address it listens on. Default: HOST, else 127.0.0.1.",
      })
      .option("database-url", {
        type: "string",
        requiresArg: true,
        describe: "file:<path>, :memory: or postgresql://… Default: CMGEN_DATABASE_URL, else the plugin's own file.",
      })
      .option("entry", {
        type: "string",
        requiresArg: true,
        describe:
          "The compiled module that starts the service. Default: server.js of the generated code, where tsconfig.json puts it.",
      })
      .check(({ port }) => {
        if (port === undefined || (Number.isInteger(port) && port >= 0 && port <= 65_535)) return true;
        throw new UsageError("--port must be a whole number from 0 to 65535.");
      }),
  run: async ({ port, host, databaseUrl, entry }, terminal) => {
    const { startCompiled } = await import("../start/start-compiled.js");
    return startCompiled({ port, host, databaseUrl, entry }, terminal);
  },
};
