import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";

import { ApiProblem } from "@cmgen/client";

import { AnswerTooLarge } from "../server/bounded-fetch.js";
import type { Connection } from "../server/connect.js";
import { FilesError } from "../usage-error.js";
import type { ImportMode } from "./import-mode.js";
import { refusalIn, refusalOf, refusalsByPlace, type ImportRefusal } from "./import-refusal.js";

/** How objects are sent. */
export interface BatchOptions {
  readonly connection: Connection;
  readonly mode: ImportMode;
  /** Tells this import from all others: what it has created once it does not create again. */
  readonly id: string;
}

/** What became of each object of a batch: why it was refused, or undefined. */
export type BatchOutcome = readonly (ImportRefusal | undefined)[];

/** One operation of a batch, and the place of its object in what was given. */
interface Operation {
  readonly place: number;
  readonly op: ImportMode;
  readonly object: object;
}

/** Milliseconds before a batch that is under way already is asked for again, and how often. */
const WAIT = 250;
const MOST_WAITS = 240;

/** How often objects are sent together, without those that were refused, before each is sent for itself. */
const TOGETHER = 3;

/**
 * Sends objects, and writes each that the service takes. What is to replace an object that does not exist is created.
 *
 * They are sent as one write, which is several times as fast as a write for each and lets them refer to each other. Those that are refused are
 * left out, and the others are sent again. What is to be created is sent as a write for each: only so a key says of each object whether it was
 * created before.
 *
 * @throws {ApiProblem} for what is not about an object: the caller is unknown, or the service does not answer
 */
export async function sendBatch(objects: readonly object[], options: BatchOptions): Promise<BatchOutcome> {
  const refusals = new Map<number, ImportRefusal>();
  const again = (operation: Operation, refusal: ImportRefusal): readonly Operation[] => {
    if (operation.op === "replace" && refusal.code === "NotFound") return [{ ...operation, op: "apply" }];
    refusals.set(operation.place, refusal);
    return [];
  };
  let left: readonly Operation[] = objects.map((object, place) => ({ place, op: options.mode, object }));
  for (let times = 0; times < TOGETHER && options.mode !== "create" && left.length > 0; times += 1) {
    const refused = await sendTogether(left, options);
    if (refused === undefined) left = [];
    else if (refused.size === 0) break;
    else left = left.flatMap((each, at) => mapped(refused.get(at), (refusal) => again(each, refusal)) ?? [each]);
  }
  while (left.length > 0) {
    const refused = await sendEach(left, options);
    left = left.flatMap((each, at) => mapped(refused[at], (refusal) => again(each, refusal)) ?? []);
  }
  return objects.map((_, place) => refusals.get(place));
}

function mapped<Value, Result>(value: Value | undefined, map: (value: Value) => Result): Result | undefined {
  return value === undefined ? undefined : map(value);
}

/** Writes all or nothing. Returns undefined, or what was refused by its place, as far as the service says it. */
async function sendTogether(
  operations: readonly Operation[],
  options: BatchOptions,
): Promise<ReadonlyMap<number, ImportRefusal> | undefined> {
  try {
    await post(operations, options, true);
    return undefined;
  } catch (error) {
    if (error instanceof ApiProblem && (isOfObjects(error) || [403, 404, 409].includes(error.status)))
      return refusalsByPlace(error);
    throw error;
  }
}

/** Writes each for itself. */
async function sendEach(
  operations: readonly Operation[],
  options: BatchOptions,
  waits = MOST_WAITS,
): Promise<BatchOutcome> {
  try {
    const results = await post(operations, options, false);
    return results.map(refusalIn);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (error.code === "Conflict" && waits > 0) {
      // A run that was killed has sent the same, and the service is still at it.
      await setTimeout(WAIT);
      return sendEach(operations, options, waits - 1);
    }
    if (!isOfObjects(error)) throw error;
    if (operations.length === 1) return [refusalOf(error)];
    // One of them cannot be read, and so all were refused: halves find out which.
    const half = Math.ceil(operations.length / 2);
    const first = await sendEach(operations.slice(0, half), options);
    return [...first, ...(await sendEach(operations.slice(half), options))];
  }
}

/** @returns the results, one for each operation */
async function post(
  sent: readonly Operation[],
  { connection, mode, id }: BatchOptions,
  atomic: boolean,
): Promise<readonly unknown[]> {
  const body = { operations: sent.map(({ op, object }) => ({ op, object })), atomic };
  // To apply or replace twice changes nothing. A key costs: the service keeps its answers.
  const headers = mode === "create" ? { "idempotency-key": keyOf(id, body) } : {};
  const call = { method: "POST", path: "/apis/-/batch", body, idempotent: true, options: { headers } };
  const { results } = await connection.transport.json<{ readonly results?: unknown }>(call);
  if (Array.isArray(results) && results.length === sent.length) return results;
  throw new FilesError("The service did not answer what became of each object. Is it a cmgen service of this release?");
}

function keyOf(id: string, body: object): string {
  return createHash("sha256").update(id).update(JSON.stringify(body)).digest("hex");
}

/** Whether it is about what was sent, and not about who sent it or when. */
function isOfObjects({ status, cause }: ApiProblem): boolean {
  return [400, 413, 422].includes(status) || cause instanceof AnswerTooLarge;
}
