import { ApiProblem, createTransport, type ClientOptions, type Transport } from "@cmgen/client";

import { readDuration } from "../read-duration.js";
import type { Terminal } from "../terminal.js";
import { FilesError, NotNowError, UsageError } from "../usage-error.js";
import { boundedFetch } from "./bounded-fetch.js";
import { chooseServer, type ServerChoice } from "./choose-server.js";
import { printable } from "./printable.js";

/** A service that a command works with. */
export interface Connection {
  /** What clients of its resources are made with. */
  readonly options: ClientOptions;
  readonly transport: Transport;
}

/** Which service, as whom, and how long a request to it may take. */
export interface ConnectOptions extends ServerChoice {
  readonly timeout: string;
}

/**
 * Runs `use` with the service that was chosen.
 *
 * @throws {UsageError} for a service that cannot be chosen, and for a query that it cannot follow
 * @throws {NotNowError} if it does not answer, or not now
 * @throws {FilesError} for whatever else it refuses, in its words
 */
export async function withService<Result>(
  options: ConnectOptions,
  { workingFolder }: Pick<Terminal, "workingFolder">,
  use: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const { url, token, headers } = chooseServer(options, workingFolder);
  const clientOptions: ClientOptions = {
    baseUrl: url,
    ...(token !== undefined && { token }),
    headers,
    timeout: readDuration(options.timeout, "timeout"),
    fetch: boundedFetch,
  };
  try {
    return await use({ options: clientOptions, transport: createTransport(clientOptions) });
  } catch (error) {
    throw explained(error);
  }
}

/** A refusal in the service's words, and what may help. */
export function explained(error: unknown): unknown {
  // The client takes what `fetch` throws as a failure of the network.
  const cause = error instanceof ApiProblem && error.code === "NetworkError" ? error.cause : undefined;
  if (cause instanceof FilesError) return cause;
  if (!(error instanceof ApiProblem)) return error;
  const text = printable(problemText(error));
  if (error.code === "InvalidQuery") return new UsageError(text);
  return LATER.has(error.code) ? new NotNowError(text, { cause: error }) : new FilesError(text, { cause: error });
}

/** What may be otherwise when the same is asked later. */
const LATER: ReadonlySet<ApiProblem["code"]> = new Set(["NetworkError", "NotReady", "Timeout", "TooManyRequests"]);

/** Whether the next object may fare better: this one was refused, and not its sender. */
export function isAboutOneObject({ problem, status }: ApiProblem): boolean {
  return problem !== undefined && status !== 401 && status < 500;
}

/** What a problem says, with at most ten causes on lines of their own, and what may help. */
export function problemText({ message, problem, code }: ApiProblem): string {
  const { indexes = [] } = problem ?? {};
  const known = indexes.length === 0 ? undefined : `The indexes are ${indexes.join(", ")}.`;
  const hint = hints[code] ?? (code === "InvalidQuery" ? known : undefined);
  return `${problem === undefined ? `${message}.` : message}${hint === undefined ? "" : `\n${hint}`}`;
}

const hints: Readonly<Partial<Record<ApiProblem["code"], string>>> = {
  Unauthorized: "Give a token with --token-file, CMGEN_TOKEN or a context, or another header with --header.",
  NetworkError: "Is the service running? Name it with --server, CMGEN_SERVER or a context.",
  UnexpectedResponse: "Give the address of a cmgen service with --server, CMGEN_SERVER or a context.",
  Timeout: "Try again, or allow more time with --timeout.",
};
