import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { ProblemDetails } from "@cmgen/model";
import type { Receipt } from "@cmgen/store";
import { BatchRefusal } from "../batch/batch-problem.js";
import type { BatchOperation } from "../batch/batch-operation.js";
import { doTogether } from "../batch/do-batch.js";
import { type BatchRules, readOperation } from "../batch/read-batch.js";
import { isJsonObject, type JsonObject } from "../document/json-object.js";
import { ApiError, isApiError } from "../error/api-error.js";
import { problemOf } from "../error/problem.js";
import type { Service } from "../host/service.js";
import { keptAnswer, type KeyedRequest, receiptOf } from "../http/idempotency.js";
import { requestIdOf } from "../http/request-id.js";
import type { LinePortion, ObjectLine, RefusedLine } from "./import-lines.js";

/** What becomes of an object of a name that is taken: it is refused, merged into the one that is there, or takes its place. */
export const IMPORT_MODES = ["create", "apply", "replace"] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** How lines are written. */
export interface Importing {
  readonly service: Service;
  readonly request: IncomingMessage;
  readonly rules: BatchRules;
  readonly mode: ImportMode;
  /** Nothing is written: it is only found out what would be refused. */
  readonly isTrial: boolean;
  /** The request, if an object that it has created once must not be created again. */
  readonly keyed: KeyedRequest | undefined;
  /** Whether the caller may not see all objects. */
  readonly isLimited: boolean;
}

/** A line and the operation that writes its object. */
interface LineOperation {
  readonly line: ObjectLine;
  readonly operation: BatchOperation;
}

/** How often objects are written together, without those that were refused, before each is written for itself. */
const TOGETHER = 3;

/**
 * Writes the objects of lines, each that can be written. They are one write, which is several times as fast as a write for each, and lets them
 * refer to each other in any order. Those that are refused are left out, and the others are written without them.
 *
 * @returns the lines that were refused.
 * @throws {ApiError} for what is not about an object: the service or its database cannot do anything now.
 */
export async function importPortion(portion: LinePortion, importing: Importing): Promise<readonly LineProblem[]> {
  const keyed = importing.keyed && keyOfPortion(importing.keyed, portion);
  const kept = keyed && (await keptAnswer(keyed));
  // We wrote it below.
  if (kept !== undefined) return JSON.parse(String(kept.body)) as readonly LineProblem[];
  const refused = portion.refused.map((line) => problemOfLine(line, importing));
  const operations: LineOperation[] = [];
  for (const line of portion.objects) {
    const read = operationOf(line, importing);
    if (isApiError(read)) refused.push(problemOfLine({ line: line.line, error: read }, importing));
    else operations.push({ line, operation: read });
  }
  const receipt = keyed && (() => receiptOf(keyed, { head: {}, body: Buffer.from(JSON.stringify(inOrder(refused))) }));
  for (const each of await writeInRounds(operations, importing, { refused, receipt })) {
    const error = await writeOne(each, importing);
    if (error !== undefined) refused.push(problemOfLine({ line: each.line.line, error }, importing));
  }
  return inOrder(refused);
}

/** A line that was not taken, as it is answered. */
export interface LineProblem {
  readonly line: number;
  readonly problem: ProblemDetails;
}

function problemOfLine({ line, error }: RefusedLine, { request }: Importing): LineProblem {
  return { line, problem: problemOf(error, { requestId: requestIdOf(request) }) };
}

function inOrder(refused: readonly LineProblem[]): readonly LineProblem[] {
  return refused.toSorted((one, other) => one.line - other.line);
}

interface Rounds {
  /** Gets the lines that are refused. */
  readonly refused: LineProblem[];
  /** What is kept with the write, if it must not be done twice. */
  readonly receipt: (() => Promise<Receipt>) | undefined;
}

/**
 * Writes operations together, without those that are refused.
 *
 * @returns the operations that have not been written yet.
 */
async function writeInRounds(
  operations: readonly LineOperation[],
  importing: Importing,
  { refused, receipt }: Rounds,
): Promise<readonly LineOperation[]> {
  let left = operations;
  for (let round = 0; round < TOGETHER && left.length > 0; round += 1) {
    const failed = await writeTogether(left, importing, receipt);
    if (failed === undefined) return [];
    if (failed.size === 0) return left;
    const next: LineOperation[] = [];
    for (const [place, each] of left.entries()) {
      const error = failed.get(place);
      const instead = error === undefined ? each : insteadOf(each, error);
      if (instead !== undefined) next.push(instead);
      else if (error !== undefined && !(await isDone(each, error, importing)))
        refused.push(problemOfLine({ line: each.line.line, error }, importing));
    }
    left = next;
  }
  return left;
}

/** Whether an object is in the way of itself: the same request has created it before, when each was written for itself. */
async function isDone({ line }: LineOperation, { status }: ApiError, { keyed }: Importing): Promise<boolean> {
  return keyed !== undefined && status === 409 && (await keptAnswer(keyOfLine(keyed, line))) !== undefined;
}

/** Why operations were refused, by their places. */
type Failed = ReadonlyMap<number, ApiError>;

/** @returns why the line's object cannot be written, or the operation that does it. */
function operationOf({ object }: ObjectLine, { mode, rules }: Importing): BatchOperation | ApiError {
  try {
    const operation = readOperation({ op: mode, object }, rules);
    return { ...operation, object: sentObject(object, operation) };
  } catch (error) {
    if (!isApiError(error)) throw error;
    const errors = error.errors.map((cause) => ({ ...cause, path: cause.path.replace(/^\/object/, "") }));
    return new ApiError(error.code, error.message.replace(/^\/object/, ""), { errors });
  }
}

/** What the service sets itself, and would take for a condition. */
const SET_BY_SERVICE: ReadonlySet<string> = new Set(["uid", "version", "creationTimestamp", "deletionTimestamp"]);

/** An object without what the service sets, and without a status where that is written for itself. */
function sentObject(object: JsonObject, { model }: BatchOperation): JsonObject {
  const kept = Object.entries(object).filter(([name]) => name !== "status" || !model.statusSubresource);
  return Object.fromEntries(
    kept.map(([name, value]) => {
      if (name !== "metadata" || !isJsonObject(value)) return [name, value];
      return [name, Object.fromEntries(Object.entries(value).filter(([member]) => !SET_BY_SERVICE.has(member)))];
    }),
  );
}

/** What is to take the place of an object that is not there is created. */
function insteadOf({ line, operation }: LineOperation, { code }: ApiError): LineOperation | undefined {
  if (operation.op !== "replace" || code !== "NotFound") return undefined;
  return { line, operation: { ...operation, op: "apply" } };
}

/**
 * Writes all or nothing.
 *
 * @returns undefined where all was written; else what was in the way, as far as that can be told.
 */
async function writeTogether(
  lines: readonly LineOperation[],
  { service, request, isLimited, isTrial }: Importing,
  receipt: Rounds["receipt"],
): Promise<Failed | undefined> {
  const operations = lines.map(({ operation }) => operation);
  try {
    await doTogether({ service, request, operations }, { isLimited, isTrial, receiptOf: receipt });
    return undefined;
  } catch (error) {
    if (error instanceof BatchRefusal) return new Map(error.failed.map((each) => [each.place, each.error]));
    if (isApiError(error) && error.status === 409) return new Map();
    throw error;
  }
}

/** @returns why it was refused. */
async function writeOne(each: LineOperation, importing: Importing): Promise<ApiError | undefined> {
  const { keyed } = importing;
  const part = keyed && keyOfLine(keyed, each.line);
  try {
    if (part !== undefined && (await keptAnswer(part)) !== undefined) return undefined;
    const { service, request, isLimited, isTrial } = importing;
    const receipt = part && (() => receiptOf(part, { head: {}, body: new Uint8Array() }));
    await doTogether({ service, request, operations: [each.operation] }, { isLimited, isTrial, receiptOf: receipt });
    return undefined;
  } catch (error) {
    if (!isApiError(error) || error.status >= 500 || error.status === 429) throw error;
    const why = (error instanceof BatchRefusal ? error.failed[0]?.error : undefined) ?? error;
    const again = insteadOf(each, why);
    return again === undefined ? why : writeOne(again, importing);
  }
}

/** Lines of a request, which must not be carried out twice either. */
function keyOfPortion({ store, key }: KeyedRequest, { objects, from }: LinePortion): KeyedRequest {
  return { store, key: `${key} from ${from}`, request: hashOf(objects.map(({ text }) => text)) };
}

function keyOfLine({ store, key }: KeyedRequest, { line, text }: ObjectLine): KeyedRequest {
  return { store, key: `${key} ${line}`, request: hashOf([text]) };
}

function hashOf(texts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(`${text}\n`);
  return hash.digest("hex");
}
