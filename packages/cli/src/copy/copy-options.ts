import type { Argv } from "yargs";

import type { ServerOptions } from "../server/server-options.js";
import { UsageError } from "../usage-error.js";

/** Options of a copy of a database, as yargs reads them. */
export interface CopyOptions {
  readonly "as-is": boolean;
  readonly "database-url": string | undefined;
  readonly plugin: readonly string[] | undefined;
}

/** @param asIs what the command does with a whole database */
export function declareCopy<Before>(yargs: Argv<Before>, asIs: string): Argv<Before & CopyOptions> {
  return yargs
    .option("as-is", { type: "boolean", default: false, describe: asIs })
    .option("database-url", {
      type: "string",
      requiresArg: true,
      describe: "With --as-is: file:<path> or postgresql://… Default: CMGEN_DATABASE_URL, else the plugin's own.",
    })
    .option("plugin", {
      type: "string",
      array: true,
      requiresArg: true,
      describe: "With --as-is: the compiled plugin.js of each plugin that the service runs. Default: the plugin's own.",
    });
}

/** @throws {UsageError} for options that say something about a service in a command about a database, and the other way round */
export function assertFitting(isAsIs: boolean, given: { readonly online: Given; readonly offline: Given }): void {
  const { online, offline } = given;
  const [wrong] = Object.entries(isAsIs ? online : offline).find(([, value]) => isGiven(value)) ?? [];
  if (wrong === undefined) return;
  throw new UsageError(
    isAsIs
      ? `${wrong} does not go with --as-is, which is about a whole database and not about a service.`
      : `${wrong} goes with --as-is only.`,
  );
}

type Given = Readonly<Record<string, unknown>>;

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}

/** Options that say which service is called. */
export function serverGiven(options: Partial<ServerOptions> & { readonly tokenFile?: string | undefined }): Given {
  const { server, context, token, tokenFile, header } = options;
  return { "--server": server, "--context": context, "--token": token, "--token-file": tokenFile, "--header": header };
}
