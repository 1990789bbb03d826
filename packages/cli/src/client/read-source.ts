import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";

import { readDuration } from "../read-duration.js";
import { chooseServer, type ServerChoice } from "../server/choose-server.js";
import { readCredentials, type Credentials } from "../server/credentials.js";
import { FilesError, UsageError } from "../usage-error.js";
import { fetchDocument } from "./fetch-document.js";

/** Which service is asked where no source is named, and who asks. */
export interface SourceOptions extends ServerChoice {
  readonly workingFolder: string;
  /** Of a download. */
  readonly timeout: string;
}

/** A document of a thousand models has 8 MiB. */
const MAX_BYTES = 64 * 2 ** 20;

/**
 * The text of an OpenAPI document: a file, an address that ends in `.json`, or the address of a service, whose `/openapi.json` it is. Without a
 * source it is that of the service that was chosen.
 *
 * @throws {UsageError} for what is neither a file's path nor such an address
 * @throws {FilesError} if it cannot be had
 */
export async function readSource(source: string | undefined, options: SourceOptions): Promise<string> {
  const { workingFolder, server, context } = options;
  if (source === undefined) {
    const { url, ...credentials } = chooseServer(options, workingFolder);
    return download(url, credentials, options);
  }
  if (server !== undefined || context !== undefined) {
    throw new UsageError("Give a document, or a service with --server or --context.");
  }
  const [scheme] = /^[A-Za-z][\w+.-]+:\/\//.exec(source) ?? [];
  if (scheme === undefined) return readFile(resolve(workingFolder, source), source);
  if (!/^https?:/i.test(scheme) || !URL.canParse(source)) {
    throw new UsageError(`${source} is not the address of a service: it must start with http:// or https://.`);
  }
  return download(source, readCredentials(options, undefined, workingFolder), options);
}

function download(address: string, { token, headers }: Credentials, { timeout }: SourceOptions): Promise<string> {
  const limits = { timeout: readDuration(timeout, "timeout"), maxBytes: MAX_BYTES };
  const bearer = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const url = documentAddress(new URL(address));
  return fetchDocument(url, { ...limits, headers: { ...bearer, ...headers } });
}

function documentAddress(url: URL): URL {
  if (url.username !== "" || url.password !== "") {
    throw new UsageError(
      "The address must not have a user name or a password: give a token with --token-file, or another header with --header.",
    );
  }
  if (url.pathname.endsWith(".json")) return url;
  return new URL(`${url.origin}${url.pathname.replace(/\/+$/, "")}/openapi.json`);
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
