import type { ProblemCause } from "@cmgen/model";
import { elementsOf, membersOf, type Members } from "./members.js";
import type { Send } from "./send.js";
import { codeOf, ToolError } from "./tool-error.js";

/** Bytes of an answer that are read. A page may have a hundred objects of megabytes each, and an endpoint may answer without end. */
const MAX_ANSWER_BYTES = 8 * 2 ** 20;

/** How the service is asked within one call of a tool. */
export interface Asking {
  readonly send: Send;
  readonly signal: AbortSignal;
}

export interface Question {
  readonly method: string;
  readonly path: string;
  readonly query?: URLSearchParams;
  readonly body?: unknown;
  /** Default `application/json`. */
  readonly mediaType?: string;
}

/** What the service has answered. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** What the text says, if it is JSON. */
  readonly json: unknown;
}

/**
 * Asks the service.
 *
 * @throws {ToolError} for whatever it refuses, with the code and the causes of its problem; `NoAnswer` where there is no answer, and `TooLarge` where
 * that is larger than 8 MiB.
 */
export async function ask({ send, signal }: Asking, question: Question): Promise<ServiceAnswer> {
  const { method, path, query, body, mediaType = "application/json" } = question;
  const search = query?.toString() ?? "";
  const headers = { accept: "application/json", ...(body !== undefined && { "content-type": mediaType }) };
  const request = { method, path: search === "" ? path : `${path}?${search}`, headers, signal };
  const sent = { ...request, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await send(sent).catch(noAnswer);
  const { status, headers: received } = response;
  const text = await readText(response);
  const answer = { status, headers: received, text, json: parsed(text) };
  if (status >= 200 && status < 300) return answer;
  throw refusalOf(answer);
}

function noAnswer(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new ToolError("NoAnswer", `The service did not answer: ${reason}.`);
}

async function readText({ body }: Response): Promise<string> {
  if (body === null) return "";
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) break;
      chunks.push(chunk);
    }
  } catch (error) {
    noAnswer(error);
  }
  if (bytes <= MAX_ANSWER_BYTES) return new TextDecoder().decode(Buffer.concat(chunks));
  throw new ToolError("TooLarge", `The answer has more than ${MAX_ANSWER_BYTES / 2 ** 20} MiB.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An endpoint may have errors of a form of its own, which are shown as they are. */
const SHOWN = 1000;

function refusalOf({ status, headers, text, json }: ServiceAnswer): ToolError {
  const problem = membersOf(json);
  const { code, detail, title } = problem;
  if (typeof code !== "string")
    return new ToolError(codeOfStatus(status), `The service answered ${status}: ${text.slice(0, SHOWN)}`);
  const message = [detail, title].find((each) => typeof each === "string");
  const retryAfter = headers.get("retry-after");
  return new ToolError(codeOf(code), message ?? code, {
    errors: elementsOf(problem["errors"]).map(causeOf),
    facts: { ...factsOf(problem), ...(retryAfter !== null && { retryAfterSeconds: Number(retryAfter) }) },
  });
}

function codeOfStatus(status: number): "NotFound" | "InternalError" | "BadRequest" {
  return status === 404 ? "NotFound" : status >= 500 ? "InternalError" : "BadRequest";
}

function causeOf(cause: unknown): ProblemCause {
  const { path, code, message } = membersOf(cause);
  return { path: String(path), code: String(code), message: String(message) };
}

const FACTS = ["currentVersion", "index", "owner", "referrers", "indexes", "requestId"] as const;

function factsOf(problem: Members): ToolError["facts"] {
  return Object.fromEntries(FACTS.flatMap((name) => (problem[name] === undefined ? [] : [[name, problem[name]]])));
}
