import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { FilesError, UsageError } from "../usage-error.js";
import { readContexts, type Context } from "./contexts-file.js";
import { serverUrl } from "./server-url.js";

/** Options that say which service a command is about. */
export interface ServerChoice {
  readonly server: string | undefined;
  readonly context: string | undefined;
  readonly tokenFile: string | undefined;
}

/** The service that a command is about. */
export interface ChosenServer {
  /** Without a slash at its end. */
  readonly url: string;
  readonly token: string | undefined;
}

const DEFAULT_SERVER = "http://127.0.0.1:8090";

/**
 * Options win over the environment, which wins over the file of contexts. The token of a context is sent to the server of this context only.
 *
 * @throws {UsageError} if the service or its token cannot be chosen
 */
export function chooseServer(choice: ServerChoice, workingFolder: string): ChosenServer {
  const { url, context } = chooseAddress(choice);
  const given = choice.tokenFile === undefined ? undefined : readToken(resolve(workingFolder, choice.tokenFile));
  const token = given ?? present(process.env["CMGEN_TOKEN"]) ?? tokenOf(context);
  return { url, token };
}

function chooseAddress({ server, context: name }: ServerChoice): { url: string; context?: Context } {
  if (server !== undefined && name !== undefined) {
    throw new UsageError("Give --server or --context: a context names a server already.");
  }
  if (server !== undefined) return { url: serverUrl(server, "--server") };
  if (name !== undefined) return addressOf(name);
  const variable = present(process.env["CMGEN_SERVER"]);
  if (variable !== undefined) return { url: serverUrl(variable, "CMGEN_SERVER") };
  const { current } = readContexts();
  return current === undefined ? { url: DEFAULT_SERVER } : addressOf(current);
}

function addressOf(name: string): { url: string; context: Context } {
  const { contexts } = readContexts();
  const context = Object.hasOwn(contexts, name) ? contexts[name] : undefined;
  if (context !== undefined) return { url: context.server, context };
  const names = Object.keys(contexts);
  const there = names.length === 0 ? "No server is saved yet" : `There are: ${names.join(", ")}`;
  throw new UsageError(
    `There is no context ${JSON.stringify(name)}. ${there}. \`cmgen context set ${name} --server <address>\` makes it.`,
  );
}

function tokenOf(context: Context | undefined): string | undefined {
  return context?.tokenFile === undefined ? context?.token : readToken(context.tokenFile);
}

function present(text: string | undefined): string | undefined {
  return text === undefined || text === "" ? undefined : text;
}

/** A token of a file, without the line's end. */
function readToken(path: string): string {
  try {
    return checkToken(readFileSync(path, "utf8"), path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new FilesError(`The token cannot be read from ${path} (${code}).`, { cause: error });
  }
}

/**
 * @param where Says where the token comes from: it is not printed itself.
 * @throws {UsageError} if it cannot be sent in a header
 */
export function checkToken(text: string, where: string): string {
  const token = text.trim();
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new UsageError(`${where} must have one line with a token: printable ASCII characters without blanks.`);
}
