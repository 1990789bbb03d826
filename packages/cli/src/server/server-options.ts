import type { Argv } from "yargs";

/** Options of every command that calls a running service, as yargs reads them. */
export interface ServerOptions {
  readonly server: string | undefined;
  readonly context: string | undefined;
  readonly token: string | undefined;
  readonly "token-file": string | undefined;
  readonly header: readonly string[] | undefined;
  /** Such as `30s`; read by `readDuration`. */
  readonly timeout: string;
}

/** Declares the options that say which service is called, as whom, and how long that may take at most. */
export function declareServer<Before>(
  yargs: Argv<Before>,
  timeoutOf = "How long a request may take",
): Argv<Before & ServerOptions> {
  return (
    yargs
      // First, so that it is printed first.
      .group([], "Options:")
      .group(["server", "context", "token", "token-file", "header", "timeout"], "The service, and who calls it:")
      .option("server", {
        type: "string",
        requiresArg: true,
        describe: "Where the service is. Default: CMGEN_SERVER, else the current context, else http://127.0.0.1:8090.",
      })
      .option("context", { type: "string", requiresArg: true, describe: "A server that cmgen context has a name for." })
      .option("token", {
        type: "string",
        requiresArg: true,
        describe: "A bearer token; it shows in lists of processes. Default: the context's, or CMGEN_TOKEN.",
      })
      .option("token-file", { type: "string", requiresArg: true, describe: "File with a bearer token." })
      .option("header", {
        type: "string",
        array: true,
        nargs: 1,
        describe: 'Another header, as "X-Api-Key: abc". May be repeated.',
      })
      .option("timeout", {
        type: "string",
        default: "30s",
        requiresArg: true,
        describe: `${timeoutOf}, as 500ms, 30s or 15m.`,
      })
  );
}
