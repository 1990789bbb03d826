import { type ApiProblem, isProblemDetails, refusal } from "../api-problem.js";
import type { CallOptions, ClientOptions } from "../client-options.js";
import { createTransport } from "../transport.js";
import { type BatchBuilder, noteOperations, type Operation } from "./batch-builder.js";

/** The objects that operations have written, in the form in which a function has returned the operations. */
export type Written<Operations> = {
  -readonly [At in keyof Operations]: Operations[At] extends Operation<infer Stored> ? Stored : never;
};

/** What became of an operation that was done for itself. */
export type Outcome<Stored> =
  | { readonly object: Stored; readonly problem?: never }
  | { readonly object?: never; readonly problem: ApiProblem };

/** The same for several. */
export type Outcomes<Operations> = {
  -readonly [At in keyof Operations]: Operations[At] extends Operation<infer Stored> ? Outcome<Stored> : never;
};

/** Does several operations in one request. */
export interface Batch {
  /**
   * Does all operations that `make` begins, in their order, or none of them. Returns what those have written that `make` returns. It is sent again
   * where nobody knows whether it was done: the service does it once. `make` is not async, and returns `[]` where nothing is wanted.
   *
   *     const [task] = await batch((b) => {
   *       const project = b(projects).create({ spec: { title: "House" } });
   *       return [b(tasks).create({ spec: { title: "Roof", project: project.name } })];
   *     });
   *
   * Rejects with an {@link ApiProblem}: of the first operation that is refused, with the causes of all in `errors`. Rejects with a `TypeError`, and
   * sends nothing, where `make` returns anything but a list of operations that were begun in it.
   */
  <const Operations extends readonly Operation<unknown>[]>(
    make: (b: BatchBuilder) => Operations,
    options?: CallOptions,
  ): Promise<Written<Operations>>;
  /** Does each operation for itself, in their order, and returns what became of those that `make` returns. */
  each<const Operations extends readonly Operation<unknown>[]>(
    make: (b: BatchBuilder) => Operations,
    options?: CallOptions,
  ): Promise<Outcomes<Operations>>;
}

interface Results {
  readonly results: readonly Outcome<unknown>[];
}

/** Batches of a service. */
export function createBatch(options: ClientOptions): Batch {
  const transport = createTransport(options);
  const send = async (
    make: (b: BatchBuilder) => readonly Operation<unknown>[],
    given: CallOptions | undefined,
    atomic: boolean,
  ): Promise<readonly Outcome<unknown>[]> => {
    const { made, sent: operations, places } = noteOperations(make);
    const headers = { "idempotency-key": randomKey(), ...given?.headers };
    const call = { method: "POST", path: "/apis/-/batch", body: { operations, atomic }, idempotent: true };
    const { results } = await transport.json<Results>({ ...call, options: { ...given, headers } });
    return made.map((operation) => outcomeOf(results[places.get(operation) ?? -1] ?? {}));
  };
  const all = async (make: (b: BatchBuilder) => readonly Operation<unknown>[], given?: CallOptions) =>
    (await send(make, given, true)).map(({ object }) => object);
  const each = (make: (b: BatchBuilder) => readonly Operation<unknown>[], given?: CallOptions) =>
    send(make, given, false);
  // What the service answers is of the types that the clients were generated for.
  return Object.assign(all, { each }) as unknown as Batch;
}

function outcomeOf({ object, problem }: { readonly object?: unknown; readonly problem?: unknown }): Outcome<unknown> {
  return isProblemDetails(problem) ? { problem: refusal(problem) } : { object };
}

function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
