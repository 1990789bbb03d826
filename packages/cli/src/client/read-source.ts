import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";

import { FilesError, UsageError } from "../usage-error.js";
import { fetchDocument } from "./fetch-document.js";

export interface SourceOptions {
  readonly workingFolder: string;
  readonly token: string | undefined;
  /** Each as `Name: value`. */
  readonly headers: readonly string[];
  /** Of a download. */
  readonly timeoutMs: number;
}

/** A document of a thousand models has 8 MiB. */
const MAX_BYTES = 64 * 2 ** 20;

/**
 * The text of an OpenAPI document: a file, an address that ends in `.json`, or the address of a service, whose `/openapi.json` it is.
 *
 * @throws {UsageError} for what is neither a file's path nor such an address
 * @throws {FilesError} if it cannot be had
 */
export async function readSource(source: string, options: SourceOptions): Promise<string> {
  const [scheme] = /^[A-Za-z][\w+.-]+:\/\//.exec(source) ?? [];
  if (scheme === undefined) return readFile(resolve(options.workingFolder, source), source);
  if (!/^https?:/i.test(scheme) || !URL.canParse(source)) {
    throw new UsageError(`${source} is not the address of a service: it must start with http:// or https://.`);
  }
  const url = documentAddress(new URL(source));
  return fetchDocument(url, { headers: headersOf(options), timeoutMs: options.timeoutMs, maxBytes: MAX_BYTES });
}

function documentAddress(url: URL): URL {
  if (url.username !== "" || url.password !== "") {
    throw new UsageError("The address must not have a user name or a password: give them by --token or --header.");
  }
  if (url.pathname.endsWith(".json")) return url;
  return new URL(`${url.origin}${url.pathname.replace(/\/+$/, "")}/openapi.json`);
}

function headersOf({ token, headers }: SourceOptions): Readonly<Record<string, string>> {
  const given = headers.map((header) => {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([^\r\n]*)$/.exec(header) ?? [];
    if (name !== undefined && value !== undefined) return [name.toLowerCase(), value] as const;
    throw new UsageError('--header must be a name, a colon and a value, such as "X-Api-Key: abc".');
  });
  const bearer = token === undefined || token === "" ? [] : [["authorization", `Bearer ${token}`] as const];
  return Object.fromEntries([...bearer, ...given]);
}

function readFile(path: string, shown: string): string {
  try {
    if (statSync(path).size <= MAX_BYTES) return readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    const reason = code === "ENOENT" ? "does not exist" : `cannot be read (${code})`;
    throw new FilesError(`${shown} ${reason}. Give an openapi.json, or the address of a service.`, { cause: error });
  }
  throw new FilesError(`${shown} is larger than ${MAX_BYTES / 2 ** 20} MiB, the limit for a document.`);
}
