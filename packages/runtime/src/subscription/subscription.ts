import { createHash } from "node:crypto";
import type { SubscriptionFields, SubscriptionStatus } from "@cmgen/model";
import type { ExtensionObject } from "../model/model-descriptor.js";
import { type Creator, readCreator } from "./creator.js";

/** A subscription, as its object says it. */
export interface Subscription {
  readonly uid: string;
  readonly name: string;
  readonly fields: SubscriptionFields;
  readonly status: SubscriptionStatus;
  /** Undefined for an object that was not created by this service, as one that was copied into its database. */
  readonly creator: Creator | undefined;
  readonly isBeingDeleted: boolean;
}

/** Reads a stored object, with its secrets. */
export function readSubscription({ metadata, spec, status }: ExtensionObject): Subscription {
  // What is stored keeps the model's schema, which has these fields.
  const known = (status ?? {}) as SubscriptionStatus;
  return {
    uid: String(metadata.uid),
    name: metadata.name,
    fields: spec as SubscriptionFields,
    status: known,
    creator: readCreator(known.identity),
    isBeingDeleted: metadata.deletionTimestamp !== undefined,
  };
}

/** A digest of a URL, by which it is known later that it was changed. */
export function urlDigest({ url }: Pick<SubscriptionFields, "url">): string {
  return createHash("sha256").update(url).digest("hex").slice(0, 32);
}
