import { createHash } from "node:crypto";

import { ApiProblem } from "@cmgen/client";

import { AnswerTooLarge } from "../server/bounded-fetch.js";
import type { Connection } from "../server/connect.js";
import { FilesError } from "../usage-error.js";
import { refusalIn, refusalOf, type ImportRefusal } from "./import-refusal.js";

export const importModes = ["create", "apply", "replace"] as const;
export type ImportMode = (typeof importModes)[number];

/** How objects are sent. */
export interface BatchOptions {
  readonly connection: Connection;
  readonly mode: ImportMode;
  /** Tells this import from all others: what it has created once it does not create again. */
  readonly id: string;
}

/** What became of each object of a batch: why it was refused, or undefined. */
export type BatchOutcome = readonly (ImportRefusal | undefined)[];

/**
 * Sends objects, each for itself, in their order. What is to replace an object that does not exist is created.
 *
 * @throws {ApiProblem} for what is not about an object: the caller is unknown, or the service does not answer
 */
export async function sendBatch(objects: readonly object[], options: BatchOptions): Promise<BatchOutcome> {
  if (objects.length === 0) return [];
  try {
    const outcome = await post(objects, options, false);
    return options.mode === "replace" ? await createMissing(objects, outcome, options) : outcome;
  } catch (error) {
    if (!(error instanceof ApiProblem) || !isOfObjects(error)) throw error;
    if (objects.length === 1) return [refusalOf(error)];
    // An object in it cannot be read, and so the whole batch was refused: halves of it find out which.
    const half = Math.ceil(objects.length / 2);
    const first = await sendBatch(objects.slice(0, half), options);
    return [...first, ...(await sendBatch(objects.slice(half), options))];
  }
}

/** Sends objects that may refer to each other. Returns whether they were written: all of them, or none. */
export async function sendTogether(objects: readonly object[], options: BatchOptions): Promise<boolean> {
  try {
    // Nothing that is replaced is there yet.
    const mode = options.mode === "replace" ? "create" : options.mode;
    await post(objects, { ...options, mode }, true);
    return true;
  } catch (error) {
    if (error instanceof ApiProblem && error.status >= 400 && error.status < 500 && error.status !== 401) return false;
    throw error;
  }
}

async function createMissing(
  objects: readonly object[],
  outcome: BatchOutcome,
  options: BatchOptions,
): Promise<BatchOutcome> {
  const missing = objects.filter((_, at) => outcome[at]?.code === "NotFound");
  const created = (await sendBatch(missing, { ...options, mode: "create" })).values();
  return outcome.map((each) => (each?.code === "NotFound" ? created.next().value : each));
}

async function post(
  objects: readonly object[],
  { connection, mode, id }: BatchOptions,
  atomic: boolean,
): Promise<BatchOutcome> {
  const body = { operations: objects.map((object) => ({ op: mode, object })), atomic };
  // To apply or replace twice changes nothing. A key costs: the service keeps its answers.
  const headers = mode === "create" ? { "idempotency-key": keyOf(id, body) } : {};
  const call = { method: "POST", path: "/apis/-/batch", body, idempotent: true, options: { headers } };
  const { results } = await connection.transport.json<{ readonly results?: unknown }>(call);
  if (Array.isArray(results) && results.length === objects.length) return results.map(refusalIn);
  throw new FilesError("The service did not answer what became of each object. Is it a cmgen service of this release?");
}

function keyOf(id: string, body: object): string {
  return createHash("sha256").update(id).update(JSON.stringify(body)).digest("hex");
}

function isOfObjects({ status, cause }: ApiProblem): boolean {
  return [400, 413, 422].includes(status) || cause instanceof AnswerTooLarge;
}
