import type { IncomingMessage } from "node:http";
import { printPointer } from "@cmgen/model/internal";
import type { Store } from "@cmgen/store";
import { ApiError } from "../error/api-error.js";
import type { Service } from "../host/service.js";
import { type KeyedRequest, receiptOf } from "../http/idempotency.js";
import type { FoundName } from "../model/reference-path.js";
import { serviceIn } from "../objects/resources-of.js";
import { runTransaction } from "../resource/transaction/run-transaction.js";
import { parseStored } from "../resource/stored-object.js";
import type { BatchOperation } from "./batch-operation.js";
import { GivenNames } from "./given-names.js";
import { type OperationResult, OperationRunner } from "./run-operation.js";

/** A request to do several operations. */
export interface AskedBatch {
  readonly service: Service;
  readonly request: IncomingMessage;
  readonly operations: readonly BatchOperation[];
}

/** An operation that was done, or why it was not. */
export type Attempted = OperationResult | { readonly error: ApiError };

/** What is kept of a result beside the object. */
export type ResultHead = Omit<OperationResult, "data">;

/** Operations of a request, one after another. */
export class OperationSeries {
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

function tooEarly(text: string): string {
  return `${text} is known after the operation that is called ${text}, and cannot be used before`;
}
