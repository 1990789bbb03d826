import type { Argv } from "yargs";

import { UsageError } from "../usage-error.js";

/** Options of every command that calls a running service, as yargs reads them. */
export interface ServerOptions {
  readonly server: string | undefined;
  readonly context: string | undefined;
  readonly "token-file": string | undefined;
  readonly timeout: number;
}

/** Declares the options that say which service is called, with which token, and for how long at most. */
export function declareServer<Before>(yargs: Argv<Before>): Argv<Before & ServerOptions> {
  return yargs
    .option("server", {
      type: "string",
      requiresArg: true,
      describe: "Where the service is. Default: CMGEN_SERVER, else the current context, else http://127.0.0.1:8090.",
    })
    .option("context", { type: "string", requiresArg: true, describe: "A server that cmgen context has a name for." })
    .option("token-file", {
      type: "string",
      requiresArg: true,
      describe: "File with a bearer token. Default: the token in CMGEN_TOKEN, else the context's.",
    })
    .option("timeout", { type: "number", default: 30, requiresArg: true, describe: "Seconds a request may take." })
    .check(({ timeout }) => {
      if (timeout > 0 && timeout <= 3600) return true;
      throw new UsageError("--timeout must be a number of seconds up to 3600.");
    });
}
