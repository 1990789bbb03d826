import { apiVersionOf } from "@cmgen/model";
import { ApiError } from "../error/api-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { invalid } from "./invalid.js";
import { isJsonObject, memberOf, setMember, type JsonObject } from "../document/json-object.js";
import type { StoredMeta, StoredObject } from "./stored-object.js";

/** An incoming object whose envelope matches the resource it was sent to. Its `metadata` is a copy. */
export interface Envelope extends JsonObject {
  apiVersion: string;
  kind: string;
  metadata: JsonObject;
}

/**
 * Reads the envelope of a body (spec 2.2). Members that the path already determines may be left out, but must not contradict it.
 *
 * @throws {ApiError} `BadRequest` when `apiVersion`, `kind` or the name is not the path's, `Invalid` when the body or `metadata` is not an
 * object.
 */
export function readEnvelope(model: ModelDescriptor, body: unknown, name?: string): Envelope {
  if (!isJsonObject(body)) throw invalid([{ path: "", keyword: "type", message: "must be an object" }]);
  const apiVersion = apiVersionOf(model);
  assertSame("apiVersion", memberOf(body, "apiVersion"), apiVersion);
  assertSame("kind", memberOf(body, "kind"), model.kind);
  const metadata = Object.hasOwn(body, "metadata") ? body["metadata"] : {};
  if (!isJsonObject(metadata)) throw invalid([{ path: "/metadata", keyword: "type", message: "must be an object" }]);
  if (name !== undefined) assertSame("metadata.name", memberOf(metadata, "name"), name);
  return { ...body, apiVersion, kind: model.kind, metadata: { ...metadata, ...(name !== undefined && { name }) } };
}

function assertSame(field: string, given: unknown, expected: string): void {
  if (given === undefined || given === expected) return;
  throw new ApiError(
    "BadRequest",
    `The body's ${field} is ${JSON.stringify(given)}, but the path is for ${JSON.stringify(expected)}.`,
    {
      errors: [
        { path: `/${field.replace(".", "/")}`, code: "mismatch", message: `must be ${JSON.stringify(expected)}` },
      ],
    },
  );
}

/** The members of `metadata` that only the service sets (spec 2.2). */
export interface ServerOwned {
  readonly uid: string;
  readonly creationTimestamp: string;
  readonly version: number;
  readonly deletionTimestamp?: string | undefined;
  readonly lastChangedBy?: string | undefined;
}

/** Members of `metadata` that callers cannot set: they are removed before the rules are checked. */
const SERVER_OWNED: ReadonlySet<string> = new Set([
  "uid",
  "creationTimestamp",
  "deletionTimestamp",
  "version",
  "lastChangedBy",
]);

/** The part of `metadata` that a caller may set; `metadata` itself if it has no other. */
export function withoutServerOwned(metadata: JsonObject): JsonObject {
  for (const name of SERVER_OWNED) if (Object.hasOwn(metadata, name)) return without(SERVER_OWNED, metadata);
  return metadata;
}

function without(names: ReadonlySet<string>, object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)));
}

/**
 * Makes the stored form of an object: the envelope first and in a fixed order, whatever order was sent. `draft` has passed all rules, so its
 * members have the right types.
 */
export function stamp(draft: Envelope, owned: ServerOwned): StoredObject {
  const { apiVersion, kind, metadata } = draft;
  const stamped: StoredObject = { apiVersion, kind, metadata: stampMeta(metadata, owned) };
  for (const part of PARTS) if (draft[part] !== undefined) stamped[part] = draft[part];
  for (const name of Object.keys(draft)) if (!ENVELOPE.has(name)) setMember(stamped, name, draft[name]);
  return stamped;
}

const PARTS = ["spec", "status"] as const;
const ENVELOPE: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", ...PARTS]);

function stampMeta(metadata: JsonObject, owned: ServerOwned): StoredMeta {
  const { uid, creationTimestamp, version, deletionTimestamp, lastChangedBy } = owned;
  const stamped: JsonObject = { name: metadata["name"], uid, creationTimestamp, version };
  if (lastChangedBy !== undefined) stamped["lastChangedBy"] = lastChangedBy;
  if (deletionTimestamp !== undefined) stamped["deletionTimestamp"] = deletionTimestamp;
  for (const member of ["finalizers", "labels", "annotations"]) {
    const value = memberOf(metadata, member);
    if (value !== undefined) stamped[member] = value;
  }
  return stamped as StoredMeta;
}
