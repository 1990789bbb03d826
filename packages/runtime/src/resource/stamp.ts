import { memberOf, type JsonObject } from "../document/json-object.js";
import type { Envelope } from "./envelope.js";
import type { StoredMeta, StoredObject } from "./stored-object.js";

/** What the service alone decides of an object's `metadata` (spec 2.2). */
export interface ServerOwned {
  readonly creationTimestamp: string;
  readonly version: number;
  readonly deletionTimestamp?: string | undefined;
}

/** Members of `metadata` that a caller's values never reach: they are taken out before the rules are checked. */
const SERVER_OWNED: ReadonlySet<string> = new Set(["creationTimestamp", "deletionTimestamp", "version"]);

/** `metadata` as a caller may decide it. */
export function withoutServerOwned(metadata: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !SERVER_OWNED.has(name)));
}

/**
 * An object as it is stored: the envelope first and in one order, so that answers read alike whatever order they were sent in.
 * `draft` has passed every rule, so its members are what the types say.
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
