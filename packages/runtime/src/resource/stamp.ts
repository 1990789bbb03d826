import { memberOf, type JsonObject } from "../document/json-object.js";
import type { Envelope } from "./envelope.js";
import type { StoredMeta, StoredObject } from "./stored-object.js";

/** The members of `metadata` that only the service sets (spec 2.2). */
export interface ServerOwned {
  readonly creationTimestamp: string;
  readonly version: number;
  readonly deletionTimestamp?: string | undefined;
}

/** Members of `metadata` that callers cannot set: they are removed before the rules are checked. */
const SERVER_OWNED: ReadonlySet<string> = new Set(["creationTimestamp", "deletionTimestamp", "version"]);

/** The part of `metadata` that a caller may set. */
export function withoutServerOwned(metadata: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !SERVER_OWNED.has(name)));
}

/**
 * Makes the stored form of an object: the envelope first and in a fixed order, whatever order was sent. `draft` has passed all rules, so its
 * members have the right types.
 */
export function stamp(draft: Envelope, owned: ServerOwned): StoredObject {
  const { apiVersion, kind, metadata, ...parts } = draft;
  return { apiVersion, kind, metadata: stampMeta(metadata, owned), ...orderParts(parts) };
}

function stampMeta(metadata: JsonObject, owned: ServerOwned): StoredMeta {
  const stamped: JsonObject = {
    name: metadata["name"],
    creationTimestamp: owned.creationTimestamp,
    version: owned.version,
    ...(owned.deletionTimestamp !== undefined && { deletionTimestamp: owned.deletionTimestamp }),
  };
  for (const member of ["finalizers", "labels", "annotations"]) {
    const value = memberOf(metadata, member);
    if (value !== undefined) stamped[member] = value;
  }
  return stamped as StoredMeta;
}

function orderParts(parts: JsonObject): JsonObject {
  const { spec, status, ...others } = parts;
  return { ...(spec !== undefined && { spec }), ...(status !== undefined && { status }), ...others };
}
