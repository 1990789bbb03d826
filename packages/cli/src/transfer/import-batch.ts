import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";

import { ApiProblem } from "@cmgen/client";
import { parseJson } from "@cmgen/runtime/document";

import { asRecord } from "../objects/served-object.js";
import type { Connection } from "../server/connect.js";
import { FilesError, NotNowError } from "../usage-error.js";
import type { ImportMode } from "./import-mode.js";
import { type ImportRefusal, refusalOf } from "./import-refusal.js";

/** How objects are sent. */
export interface BatchOptions {
  readonly connection: Connection;
  readonly mode: ImportMode;
  /** Nothing is written: the service only says what it would refuse. */
  readonly dryRun: boolean;
  /** Tells this import from all others: what it has created once it does not create again. */
  readonly id: string;
}

/** What became of each object of a batch: why it was refused, or undefined. */
export type BatchOutcome = readonly (ImportRefusal | undefined)[];

/** Milliseconds before a batch that is under way already is asked for again, and how often. */
const WAIT = 250;
const MOST_WAITS = 240;

const NDJSON = "application/x-ndjson";

/**
 * Sends objects, of which the service writes each that it takes.
 *
 * @throws {ApiProblem} for what is not about an object: the caller is unknown, or the service does not answer
 */
export async function sendBatch(objects: readonly object[], options: BatchOptions): Promise<BatchOutcome> {
  if (objects.length === 0) return [];
  const lines = await answerOf(objects.map((object) => `${JSON.stringify(object)}\n`).join(""), options);
  const end = asRecord(lines.at(-1));
  if (end["stopped"] !== undefined) throw new NotNowError(String(asRecord(end["stopped"])["detail"]));
  if (end["line"] !== objects.length)
    throw new FilesError(
      "The service did not answer what became of each object. Is it a cmgen service of this release?",
    );
  const refusals = new Map<unknown, ImportRefusal>();
  for (const { line, problem } of lines.map(asRecord))
    if (problem !== undefined) refusals.set(line, refusalOf(problem));
  return objects.map((_, at) => refusals.get(at + 1));
}

/** @returns the values that are on the lines of the answer */
async function answerOf(text: string, options: BatchOptions, waits = MOST_WAITS): Promise<readonly unknown[]> {
  const { connection, mode, dryRun, id } = options;
  const query = new URLSearchParams({ mode, ...(dryRun && { dryRun: "true" }) });
  // To apply or replace twice changes nothing. A key costs: the service keeps what it has created.
  const headers = mode === "create" && !dryRun ? { "idempotency-key": keyOf(id, text) } : {};
  const call = { path: "/apis/-/import", query, text, mediaType: NDJSON, accept: NDJSON, options: { headers } };
  try {
    const response = await connection.transport.send({ method: "POST", idempotent: true, ...call });
    const answer = await response.text();
    return answer
      .split("\n")
      .slice(0, -1)
      .map((line) => parseJson(line));
  } catch (error) {
    // A run that was killed has sent the same, and the service is still at it.
    if (!(error instanceof ApiProblem) || error.code !== "Conflict" || waits === 0) throw brokenOff(error);
    await setTimeout(WAIT);
    return answerOf(text, options, waits - 1);
  }
}

/** `fetch` throws a `TypeError` for an answer that ends before its end. */
function brokenOff(error: unknown): unknown {
  if (!(error instanceof TypeError)) return error;
  return new NotNowError("The answer of the service broke off.", { cause: error });
}

function keyOf(id: string, text: string): string {
  return createHash("sha256").update(id).update(text).digest("hex");
}
