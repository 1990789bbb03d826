import type { IncomingMessage } from "node:http";
import { setImmediate } from "node:timers/promises";
import { ApiError } from "../error/api-error.js";
import type { Service } from "../host/service.js";
import { requestIdOf } from "../http/request-id.js";
import { serviceIn } from "../objects/resources-of.js";
import { runTransaction } from "../resource/transaction/run-transaction.js";
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
export function doTogether(
  { service, request, operations }: AskedBatch,
  { isLimited }: { readonly isLimited: boolean },
): Promise<readonly OperationResult[]> {
  const run = async (inside: Service): Promise<readonly OperationResult[]> => {
    const each = new Doing(inside, request);
    const results: OperationResult[] = [];
    const failed: FailedOperation[] = [];
    for (const [place, operation] of operations.entries()) {
      if (place % AT_ONCE === 0) await setImmediate();
      // Its cause is that of another operation.
      if (each.missing(operation) !== undefined) continue;
      const result = await each.try(operation);
      if (!("error" in result)) results.push(result);
      else if (result.error.status >= 500 || result.error.status === 429) throw result.error;
      else failed.push({ place, error: result.error });
    }
    if (failed.length > 0) throw batchProblem(failed);
    return results;
  };
  return runTransaction(service.store, (store) => run(serviceIn(service, store)), { isLimited });
}

/** An operation that was done, or why it was not. */
export type Attempted = OperationResult | { readonly error: ApiError };

/** Does each operation for itself, in their order. */
export async function doEach({ service, request, operations }: AskedBatch): Promise<readonly Attempted[]> {
  const each = new Doing(service, request);
  const results: Attempted[] = [];
  for (const [place, operation] of operations.entries()) {
    if (place % AT_ONCE === 0) await setImmediate();
    const missing = each.missing(operation);
    results.push(missing === undefined ? await each.try(operation) : { error: notMade(missing) });
  }
  return results;
}

function notMade(text: string): ApiError {
  return new ApiError("NotFound", `The operation that is called ${text} was not done, so there is no such object.`);
}

/** Operations of a request, one after another. */
class Doing {
  readonly #names: GivenNames;
  readonly #runner: OperationRunner;
  readonly #service: Service;
  readonly #request: IncomingMessage;

  constructor(service: Service, request: IncomingMessage) {
    this.#service = service;
    this.#request = request;
    this.#names = new GivenNames((model) => service.references.outgoing(model));
    this.#runner = new OperationRunner(service, request, this.#names);
  }

  /** What the operation calls an object that was not made; undefined if there is no such thing. */
  missing({ name, object, model, as }: BatchOperation): string | undefined {
    const texts = object === undefined ? [name ?? ""] : [...this.#names.textsIn(object, model)];
    const missing = texts.find((text) => this.#names.isMissing(text));
    if (missing !== undefined && as !== undefined) this.#names.set(as, undefined);
    return missing;
  }

  async try(operation: BatchOperation): Promise<Attempted> {
    try {
      return await this.#runner.run(operation);
    } catch (thrown) {
      if (operation.as !== undefined) this.#names.set(operation.as, undefined);
      const error = ApiError.from(thrown);
      if (error.status >= 500) {
        const { log } = this.#service;
        log.error({ requestId: requestIdOf(this.#request), err: thrown }, "an operation of a batch failed");
      }
      return { error };
    }
  }
}
