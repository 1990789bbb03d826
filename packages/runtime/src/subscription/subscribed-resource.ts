import type { SubscriptionFields } from "@cmgen/model";
import { closestName } from "@cmgen/model/closest-name";
import type { Visibility } from "../list/plan-list.js";
import { planSelection } from "../list/plan-list.js";
import type { Selection } from "../list/match-selection.js";
import { resourceNames } from "../access/role-objects.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";

/** A field of a subscription that names something that there is not. */
export class SubscriptionFault extends Error {
  /** A JSON pointer into `spec`. */
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/**
 * The model of a subscription's resource, in the version that its objects are sent in.
 *
 * @throws {SubscriptionFault} for one that there is not.
 */
export function subscribedModel(
  models: readonly ModelDescriptor[],
  { resource, version }: Pick<SubscriptionFields, "resource" | "version">,
): ModelDescriptor {
  const subscribable = models.filter(({ internal }) => internal !== true);
  const names = resourceNames(subscribable);
  const named = Object.hasOwn(names, resource) ? names[resource] : undefined;
  if (named === undefined) throw new SubscriptionFault("resource", unknownName(resource, Object.keys(names)));
  const versions = subscribable.filter(({ group, plural }) => group === named.group && plural === named.plural);
  const served = versions.filter((model) => model.served !== false);
  const found =
    version === undefined
      ? (served.find(({ storage }) => storage === undefined) ?? served[0])
      : served.find((model) => model.version === version);
  if (found !== undefined) return found;
  const known = served.map((model) => model.version).join(", ");
  throw new SubscriptionFault("version", `is not a version of ${resource} that the service serves: these are ${known}`);
}

/**
 * What a subscription selects.
 *
 * @throws {ApiError} `InvalidQuery` with everything that is wrong.
 */
export function subscribedSelection(
  model: ModelDescriptor,
  { labelSelector, fieldSelector }: Pick<SubscriptionFields, "labelSelector" | "fieldSelector">,
  visibility: Visibility | undefined,
): Selection {
  const parameters = new URLSearchParams({
    ...(labelSelector !== undefined && { labelSelector }),
    ...(fieldSelector !== undefined && { fieldSelector }),
  });
  return planSelection(model, parameters, { visibility });
}

function unknownName(name: string, known: readonly string[]): string {
  const closest = closestName(name, known);
  return `is not a resource of the service${closest === undefined ? "" : `: did you mean ${closest}?`}`;
}
