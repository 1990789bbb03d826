import type { IncomingMessage } from "node:http";
import { setImmediate } from "node:timers/promises";
import type { Store } from "@cmgen/store";
import { ApiError } from "../error/api-error.js";
import type { Service } from "../host/service.js";
import { keptAnswer, type KeyedRequest } from "../http/idempotency.js";
import { requestIdOf } from "../http/request-id.js";
import { noteRefused } from "../http/tried-object.js";
import { serviceIn } from "../objects/resources-of.js";
import { objectKey } from "../resource/transaction/known-refusals.js";
import { runTransaction, type TransactionOptions } from "../resource/transaction/run-transaction.js";
import type { BatchOperation } from "./batch-operation.js";
import { batchProblem, type FailedOperation } from "./batch-problem.js";
import { type AskedBatch, type Attempted, OperationSeries, type ResultHead } from "./operation-series.js";
import type { OperationResult } from "./run-operation.js";

/** Operations that are prepared before other requests have their turn. */
const AT_ONCE = 20;

/**
 * Does all operations or none.
 *
 * @throws {ApiError} the refusal of the first operation that cannot be done, with the causes of all.
 */
export async function doTogether(
  asked: AskedBatch,
  { isLimited, receiptOf: keep, isTrial }: TransactionOptions<readonly OperationResult[]>,
): Promise<readonly OperationResult[]> {
  const { service, request, operations } = asked;
  let failed: readonly FailedOperation[] = [];
  const run = async (store: Store): Promise<Together> => {
    failed = [];
    const done = await doOnce({ ...asked, service: serviceIn(service, store) });
    ({ failed } = done);
    return done;
  };
  try {
    const { results } = await runTransaction(service.store, run, {
      isLimited,
      isTrial,
      receiptOf: keep && ((done) => keep(done.results)),
      failureOf: (done) => done.failed.length > 0 && { error: batchProblem(done.failed), unwritten: done.unwritten },
    });
    return results;
  } catch (error) {
    for (const { place, error: why } of failed) noteOperation(request, operations[place], why);
    throw error;
  }
}

/** What became of operations that are done together or not at all. */
interface Together {
  readonly results: readonly OperationResult[];
  readonly failed: readonly FailedOperation[];
  /** The keys of the objects that the failed ones would have written. */
  readonly unwritten: ReadonlySet<string>;
}

/** @throws {ApiError} that says nothing of an operation, but that the service cannot do any. */
async function doOnce(asked: AskedBatch): Promise<Together> {
  const { operations } = asked;
  const each = new OperationSeries(asked);
  const results: OperationResult[] = [];
  const failed: FailedOperation[] = [];
  const unwritten = new Set<string>();
  for (const [place, operation] of operations.entries()) {
    if (place % AT_ONCE === 0) await setImmediate();
    // Where one is missing, the cause is that of another operation.
    const result = each.missing(operation) === undefined ? await each.try(operation) : undefined;
    if (result !== undefined && !("error" in result)) {
      results.push(result);
      continue;
    }
    unwritten.add(objectKey(operation.model.table, each.nameOf(operation)));
    if (result === undefined) continue;
    if (result.error.status >= 500 || result.error.status === 429) throw result.error;
    failed.push({ place, error: result.error });
  }
  return { results, failed, unwritten };
}

/**
 * Does each operation for itself, in their order.
 *
 * @param keyed the request, if it must not be carried out twice: then each operation that was done is not done again.
 */
export async function doEach(
  asked: AskedBatch,
  { isLimited, keyed }: { readonly isLimited: boolean; readonly keyed: KeyedRequest | undefined },
): Promise<readonly Attempted[]> {
  const { service, request, operations } = asked;
  const kept = keyed === undefined ? [] : await keptResults(keyed, operations.length);
  const each = new OperationSeries(asked);
  const results: Attempted[] = [];
  for (const [place, operation] of operations.entries()) {
    if (place % AT_ONCE === 0) await setImmediate();
    const [missing, known] = [each.missing(operation), kept[place]];
    if (known !== undefined) results.push(each.done(operation, known));
    else if (missing !== undefined) results.push({ error: notMade(missing) });
    else {
      const attempted = await (keyed === undefined
        ? each.try(operation)
        : each.tryOnce(operation, { isLimited, keyed: ofOperation(keyed, place) }));
      results.push(attempted);
      if (!("error" in attempted)) continue;
      noteOperation(request, operation, attempted.error);
      logFailure(service, request, attempted.error);
    }
  }
  return results;
}

/** The audit has a line for each operation that was refused. */
function noteOperation(request: IncomingMessage, operation: BatchOperation | undefined, { status }: ApiError): void {
  if (operation === undefined) return;
  const { model, name = "" } = operation;
  noteRefused(request, { status, object: { group: model.group, plural: model.plural, name } });
}

/** The answer tells nothing of the inside. */
function logFailure({ log }: Service, request: IncomingMessage, error: ApiError): void {
  if (error.status < 500) return;
  log.error({ requestId: requestIdOf(request), err: error.cause ?? error }, "an operation of a batch failed");
}

/** The key under which the result of one operation is kept. */
export function ofOperation(keyed: KeyedRequest, place: number): KeyedRequest {
  return { ...keyed, key: `${keyed.key} ${place}` };
}

/** All are read first: a key that was used for something else must not be found out in the middle. */
async function keptResults(keyed: KeyedRequest, count: number): Promise<readonly (OperationResult | undefined)[]> {
  const found: (OperationResult | undefined)[] = [];
  for (let place = 0; place < count; place++) {
    const kept = await keptAnswer<ResultHead>(ofOperation(keyed, place));
    found.push(kept && { ...kept.head, data: kept.body });
  }
  return found;
}

function notMade(text: string): ApiError {
  return new ApiError("NotFound", `The operation that is called ${text} was not done, so there is no such object.`);
}
