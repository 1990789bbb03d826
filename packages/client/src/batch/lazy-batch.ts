import type { CallOptions } from "../client-options.js";
import type { BatchBuilder, Operation } from "./batch-builder.js";
import type { Batch, Outcomes, Written } from "./create-batch.js";

/** Batches whose code is loaded when one is done: `load` imports it, so that a bundler puts it in a file of its own. */
export function lazyBatch(load: () => Promise<Batch>): Batch {
  const all = async <const Operations extends readonly Operation<unknown>[]>(
    make: (b: BatchBuilder) => Operations,
    options?: CallOptions,
  ): Promise<Written<Operations>> => (await load())(make, options);
  const each = async <const Operations extends readonly Operation<unknown>[]>(
    make: (b: BatchBuilder) => Operations,
    options?: CallOptions,
  ): Promise<Outcomes<Operations>> => (await load()).each(make, options);
  return Object.assign(all, { each });
}
