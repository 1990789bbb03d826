import type { AggregateResult } from "@cmgen/model";
import { aggregateFunctions, aggregateParameters, type AnyAggregateOptions } from "@cmgen/model/internal";
import { planOwnAggregate, wrongAggregate } from "../list/plan-aggregate.js";
import { ownFailure } from "../list/plan-list.js";
import { aggregateObjects } from "../resource/aggregate-objects.js";
import { OtherResources } from "../resource/references/other-resources.js";
import type { OwnCall } from "../resource/resource.js";
import type { WriteContext } from "../resource/write-context.js";

const known: ReadonlySet<string> = new Set(["where", "labels", "deleting", "groupBy", ...aggregateFunctions]);

/**
 * Counts and sums, as a plugin's own code asks for them. The groups are of the type that the options ask for: their members are made from these.
 *
 * @throws {TypeError} for an option that there is not, as a list does.
 * @throws {Error} for what the service would refuse.
 */
export async function ownAggregate<Group>(
  context: WriteContext,
  { signal, ...options }: AnyAggregateOptions & OwnCall,
): Promise<AggregateResult<Group>> {
  const unknown = Object.keys(options).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new TypeError(`An aggregate has no option "${unknown}". Options: ${[...known, "signal"].join(", ")}.`);
  signal?.throwIfAborted();
  const { model } = context.view;
  const plan = planOwnAggregate(model, aggregateParameters(options), {
    visibility: context.access?.visibility,
    related: new OtherResources(context, "plugin"),
  });
  const answer: AggregateResult<unknown> = await aggregateObjects(context, plan, signal && (() => signal)).catch(
    (error: unknown) => {
      throw ownFailure(wrongAggregate(model), error);
    },
  );
  return answer as AggregateResult<Group>;
}
