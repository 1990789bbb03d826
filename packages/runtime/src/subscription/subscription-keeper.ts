import type { SubscriptionFields } from "@cmgen/model";
import { jsonEqual } from "@cmgen/model/internal";
import { SERVICE_NAME } from "../access/caller.js";
import { isJsonObject, type JsonObject, memberOf } from "../document/json-object.js";
import { ApiError } from "../error/api-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { type BrokenRule, invalid } from "../resource/invalid.js";
import type { ObjectKeeper } from "../resource/object-keeper.js";
import type { StoredObject } from "../resource/stored-object.js";
import type { WriteContext } from "../resource/write-context.js";
import { VersionView } from "../version/version-view.js";
import type { AddressPolicy } from "./address-policy.js";
import { type Creator, creatorOf, isCreator, printCreator, readCreator } from "./creator.js";
import type { ServiceSubscriptions } from "./subscription-options.js";
import { subscribedModel, subscribedSelection, SubscriptionFault } from "./subscribed-resource.js";
import { secretBytes } from "./webhook-signature.js";
import { urlProblem } from "./webhook-url.js";

export interface KeeperSources extends ServiceSubscriptions {
  readonly models: readonly ModelDescriptor[];
  readonly policy: AddressPolicy;
  /** Whether the service does not ask who its callers are. */
  readonly isOpen: boolean;
}

/**
 * Sees to it that a subscription says who has created it, that nobody but the creator decides what it is sent and where, and that nobody subscribes to
 * what they may not watch.
 */
export class SubscriptionKeeper implements ObjectKeeper {
  readonly #of: KeeperSources;

  constructor(sources: KeeperSources) {
    this.#of = sources;
  }

  created(context: WriteContext, object: StoredObject): StoredObject {
    const { access, origin } = context;
    const creator = creatorOf(access, { actor: origin?.actor ?? SERVICE_NAME, isOpen: this.#of.isOpen });
    this.#assertSpec(context, object);
    return withStatus(object, { ...statusOf(object), creator: creator.name, identity: printCreator(creator) });
  }

  changed(
    context: WriteContext,
    { before, after }: { readonly before: StoredObject; readonly after: StoredObject },
  ): StoredObject {
    const { access } = context;
    const { creator, identity } = statusOf(before);
    const kept = withStatus(after, {
      ...statusOf(after),
      ...(creator !== undefined && { creator }),
      ...(identity !== undefined && { identity }),
    });
    if (access !== undefined && isOtherStatus(statusOf(before), statusOf(after)))
      throw new ApiError("Forbidden", "The service writes the status of a subscription, and nobody else.");
    if (jsonEqual(withoutPaused(before), withoutPaused(after))) return kept;
    if (access !== undefined && !isCreator(access, creatorIn(identity)))
      throw new ApiError(
        "Forbidden",
        `Only ${JSON.stringify(creator ?? "the plugin")}, who created the subscription, may change its spec, since it is sent what that caller may see. Others may change ` +
          "spec.paused, labels and annotations, and may delete it.",
      );
    this.#assertSpec(context, after);
    return kept;
  }

  #assertSpec({ access, view }: WriteContext, object: StoredObject): void {
    // The object has passed the model's schema, which has these fields.
    const fields = memberOf(object, "spec") as SubscriptionFields & JsonObject;
    const { models, model: own, policy } = this.#of;
    const broken: BrokenRule[] = [];
    const refuse = (field: string, message: string): void =>
      void broken.push({ path: `/spec/${field}`, keyword: "subscription", message });
    const problem = urlProblem(fields.url, policy);
    if (problem !== undefined) refuse("url", problem);
    if (secretBytes(fields.secret) === undefined)
      refuse("secret", "must be whsec_ and the base64 of 24 to 64 random bytes");
    const model = found(() => subscribedModel(models, fields), refuse);
    if (model?.table === own.table)
      refuse("resource", "is that of subscriptions themselves: what is written of a delivery would be delivered again");
    if (broken.length > 0 || model === undefined) throw invalid(broken);
    const watching = access?.to(new VersionView(model), { verb: "watch" });
    if (watching?.scope.isEmpty === true)
      throw new ApiError(
        "Forbidden",
        `No role of ${JSON.stringify(access?.caller.name)} allows to watch ${model.plural}, which the ${view.model.singular} is about.`,
      );
    assertSelectors(() => subscribedSelection(model, fields, watching?.visibility));
  }
}

function found<Result>(find: () => Result, refuse: (field: string, message: string) => void): Result | undefined {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof SubscriptionFault)) throw error;
    refuse(error.field, error.message);
    return undefined;
  }
}

/** What a list would refuse as a query is here a field of the object. */
function assertSelectors(plan: () => unknown): void {
  try {
    plan();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "InvalidQuery") throw error;
    throw invalid(error.errors.map(({ path, code, message }) => ({ path: `/spec/${path}`, keyword: code, message })));
  }
}

interface KeptStatus extends JsonObject {
  creator?: string;
  identity?: string;
}

function statusOf(object: StoredObject): KeptStatus {
  const status = memberOf(object, "status");
  // The members are of the model's schema.
  return isJsonObject(status) ? status : {};
}

/** What callers are shown has no identity, so they need not send it. */
function isOtherStatus(
  { identity, ...before }: KeptStatus,
  { identity: sent = identity, ...after }: KeptStatus,
): boolean {
  return sent !== identity || !jsonEqual(before, after);
}

function withStatus(object: StoredObject, status: KeptStatus): StoredObject {
  return Object.keys(status).length === 0 ? object : { ...object, status };
}

function creatorIn(identity: string | undefined): Creator | undefined {
  return readCreator(identity);
}

function withoutPaused(object: StoredObject): JsonObject {
  const spec = memberOf(object, "spec");
  const { paused: _, ...rest } = isJsonObject(spec) ? spec : {};
  return rest;
}
