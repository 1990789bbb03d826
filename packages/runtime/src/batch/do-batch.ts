import type { IncomingMessage } from "node:http";
import { setImmediate } from "node:timers/promises";
import { printPointer } from "@cmgen/model";
import type { Store } from "@cmgen/store";
import { ApiError } from "../error/api-error.js";
import type { Service } from "../host/service.js";
import { keptAnswer, type KeyedRequest, receiptOf } from "../http/idempotency.js";
import type { FoundName } from "../model/reference-path.js";
import { requestIdOf } from "../http/request-id.js";
import { noteRefused } from "../http/tried-object.js";
import { serviceIn } from "../objects/resources-of.js";
import { objectKey } from "../resource/transaction/known-refusals.js";
import { runTransaction, type TransactionOptions } from "../resource/transaction/run-transaction.js";
import { parseStored } from "../resource/stored-object.js";
import type { BatchOperation } from "./batch-operation.js";
import { batchProblem, type FailedOperation } from "./batch-problem.js";
import { GivenNames } from "./given-names.js";
import { type OperationResult, OperationRunner } from "./run-operation.js";

/** Operations that are prepared before other requests have their turn. */
const AT_ONCE = 20;

/** A request to do several operations. */
export interface AskedBatch {
  readonly service: Service;
  readonly request: IncomingMessage;
  readonly operations: readonly BatchOperation[];
}

/**
 * Does all operations or none.
 *
 * @throws {ApiError} the refusal of the first operation that cannot be done, with the causes of all.
 */
export async function doTogether(
  asked: AskedBatch,
  { isLimited, receiptOf: keep }: TransactionOptions<readonly OperationResult[]>,
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
  const each = new Doing(asked);
  const results: OperationResult[] = [];
  const failed: FailedOperation[] = [];
  const unwritten = new Set<string>();
  for (const [place, operation] of operations.entries()) {
    if (place % AT_ONCE === 0) await setImmediate();
    // Its cause is that of another operation.
    if (each.missing(operation) !== undefined) continue;
    const result = await each.try(operation);
    if (!("error" in result)) {
      results.push(result);
      continue;
    }
    if (result.error.status >= 500 || result.error.status === 429) throw result.error;
    failed.push({ place, error: result.error });
    unwritten.add(objectKey(operation.model.table, each.nameOf(operation)));
  }
  return { results, failed, unwritten };
}

/** An operation that was done, or why it was not. */
export type Attempted = OperationResult | { readonly error: ApiError };

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
  const each = new Doing(asked);
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

type ResultHead = Omit<OperationResult, "data">;

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

function tooEarly(text: string): string {
  return `${text} is known after the operation that is called ${text}, and cannot be used before`;
}

/** Operations of a request, one after another. */
class Doing {
  readonly #names: GivenNames;
  readonly #runner: OperationRunner;
  readonly #service: Service;
  readonly #request: IncomingMessage;

  constructor({ service, request, operations }: AskedBatch) {
    this.#service = service;
    this.#request = request;
    const called = operations.flatMap(({ as = [] }) => as);
    this.#names = new GivenNames(called, (model) => service.references.outgoing(model));
    this.#runner = new OperationRunner(service, request, this.#names);
  }

  /** The name of the object that an operation is about; empty where it has none yet. */
  nameOf({ name = "" }: BatchOperation): string {
    return this.#names.of(name);
  }

  /** What the operation calls an object that was not made; undefined if there is no such thing. */
  missing(operation: BatchOperation): string | undefined {
    const { as } = operation;
    const missing = this.#textsOf(operation).find(({ name }) => this.#names.isMissing(name));
    if (missing !== undefined && as !== undefined) this.#names.set(as, undefined);
    return missing?.name;
  }

  #textsOf({ name = "", object, model }: BatchOperation): readonly FoundName[] {
    return object === undefined ? [{ name, at: [] }] : this.#names.textsIn(object, model);
  }

  /** @throws {ApiError} `Invalid` for an operation that uses what is only known after it. */
  #assertKnown(operation: BatchOperation): void {
    const early = this.#textsOf(operation).filter(({ name }) => this.#names.isEarly(name));
    const [first] = early;
    if (first === undefined) return;
    const causes = early
      .filter(({ at }) => at.length > 0)
      .map(({ name, at }) => ({ path: printPointer(at), code: "early", message: tooEarly(name) }));
    throw new ApiError("Invalid", `The name ${tooEarly(first.name)}.`, { errors: causes });
  }

  /** Notes the object of an operation that was done by an earlier request. */
  done({ as }: BatchOperation, result: OperationResult): OperationResult {
    if (as !== undefined) this.#names.set(as, parseStored(result).metadata.name);
    return result;
  }

  /** Does an operation, and keeps its result with what it writes. */
  tryOnce(
    operation: BatchOperation,
    { isLimited, keyed }: { readonly isLimited: boolean; readonly keyed: KeyedRequest },
  ): Promise<Attempted> {
    const run = (store: Store): Promise<OperationResult> =>
      new OperationRunner(serviceIn(this.#service, store), this.#request, this.#names).run(operation);
    return this.try(operation, () =>
      runTransaction(this.#service.store, run, {
        isLimited,
        receiptOf: ({ data, ...head }) => receiptOf<ResultHead>(keyed, { head, body: data }),
      }),
    );
  }

  async try(operation: BatchOperation, run = () => this.#runner.run(operation)): Promise<Attempted> {
    try {
      this.#assertKnown(operation);
      return await run();
    } catch (thrown) {
      if (operation.as !== undefined) this.#names.set(operation.as, undefined);
      return { error: ApiError.from(thrown) };
    }
  }
}
