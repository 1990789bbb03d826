import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { FilesError, UsageError } from "../usage-error.js";
import type { Context } from "./contexts-file.js";

/** Options that say who calls. */
export interface CredentialChoice {
  readonly token: string | undefined;
  readonly tokenFile: string | undefined;
  /** Each as `Name: value`. */
  readonly header: readonly string[] | undefined;
}

/** Who calls a service. Nothing of it is ever printed. */
export interface Credentials {
  readonly token: string | undefined;
  /** By names in lower case. They win over the token. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The context of the server that is called, if it is one of those that have a name. */
export interface ContextInUse {
  readonly context: Context;
  /** Whether the command line names it, and not only the file of contexts. */
  readonly isNamed: boolean;
}

/**
 * The credentials of a call: those of the command line, which are the options for them and then the token of the context that it names; else
 * those of the environment; else those of the current context. The token of a context is sent to this context's server only.
 *
 * @throws {UsageError} if an option has none that can be sent
 * @throws {FilesError} if a file of a token cannot be read
 */
export function readCredentials(
  choice: CredentialChoice,
  inUse: ContextInUse | undefined,
  workingFolder: string,
): Credentials {
  const ofContext = (): string | undefined => tokenOf(inUse?.context);
  const token =
    givenToken(choice, workingFolder) ??
    (inUse?.isNamed === true ? ofContext() : undefined) ??
    environmentToken() ??
    ofContext();
  return { token, headers: headersOf(choice.header ?? []) };
}

function givenToken({ token, tokenFile }: CredentialChoice, workingFolder: string): string | undefined {
  if (token !== undefined && tokenFile !== undefined) throw new UsageError("Give --token or --token-file, not both.");
  if (token !== undefined) return checkToken(token, "--token");
  return tokenFile === undefined ? undefined : readToken(resolve(workingFolder, tokenFile));
}

function environmentToken(): string | undefined {
  const token = process.env["CMGEN_TOKEN"];
  return token === undefined || token === "" ? undefined : checkToken(token, "CMGEN_TOKEN");
}

function tokenOf(context: Context | undefined): string | undefined {
  return context?.tokenFile === undefined ? context?.token : readToken(context.tokenFile);
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

/** @throws {UsageError} which does not have the header in it: that may be a secret */
function headersOf(headers: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    headers.map((header) => {
      const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t\x20-\x7e\xa0-\xff]*)$/.exec(header) ?? [];
      if (name !== undefined && value !== undefined) return [name.toLowerCase(), value] as const;
      throw new UsageError('--header must be a name, a colon and a value, such as "X-Api-Key: abc".');
    }),
  );
}
