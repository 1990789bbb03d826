import { jsonEqual } from "@cmgen/model/internal";
import { memberOf } from "../document/json-object.js";
import { ApiError } from "../error/api-error.js";
import { assertShape } from "./check-object.js";
import { stamp, type Envelope, type ServerOwned } from "./envelope.js";
import { assertChecked } from "./model-check.js";
import { invalid } from "./invalid.js";
import { assertFinalizersKept, type StoredObject } from "./stored-object.js";
import type { WriteContext } from "./write-context.js";

/** A stored object, in the stored version and in the caller's. */
export interface HeldObject {
  readonly stored: StoredObject;
  readonly shown: StoredObject;
  /** As the caller sees it. */
  readonly seen: StoredObject;
}

/** What a caller sends, and the object that it replaces, both in the caller's version. */
export interface VersionDraft {
  readonly draft: Envelope;
  readonly owned: ServerOwned;
  readonly old?: StoredObject;
  /** The secret fields that the caller has sent, as JSON Pointers. */
  readonly secrets?: readonly string[];
}

/**
 * Checks what a caller sends against the caller's version: its schema, which also fills in defaults, its immutable fields and its check.
 *
 * @throws {ApiError} `Invalid` with every cause.
 */
export function checkedAsVersion(
  { view, policy }: WriteContext,
  { draft, owned, old, secrets = [] }: VersionDraft,
): StoredObject {
  assertShape(view.model, draft, { policy, secrets, ...(old !== undefined && { old }) });
  const object = stamp(draft, owned);
  if (old !== undefined) assertFinalizersKept(old, object);
  assertChecked(view.model, { object, ...(old !== undefined && { old }) });
  return object;
}

/**
 * The stored form of `object`, which a caller sends in another version than the stored one. If only `metadata` changes, `spec` and `status` are
 * not converted, so that they keep what the caller's version cannot express.
 */
export function storageSuccessor(
  { model, view }: WriteContext,
  { stored, shown }: HeldObject,
  object: StoredObject,
): StoredObject {
  const isSame = (part: string): boolean => jsonEqual(memberOf(object, part), memberOf(shown, part));
  if (isSame("spec") && isSame("status")) return { ...stored, metadata: object.metadata };
  const converted = view.toStorage(object, stored);
  if (!model.statusSubresource) return converted;
  // Only `/{name}/status` writes it.
  const status = memberOf(stored, "status");
  const { status: _, ...rest } = converted;
  const { apiVersion, kind, metadata } = converted;
  return { ...rest, apiVersion, kind, metadata, ...(status !== undefined && { status }) };
}

/**
 * Writes what a caller sends in another version than the stored one. If it breaks rules of the stored version only, the messages name that
 * version, since the caller does not know its fields.
 */
export async function throughVersion<Sent, Result>(
  { model, view, log }: WriteContext,
  sent: Sent,
  write: (sent: Sent) => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await write(sent);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "Invalid") throw error;
    // The stored version may forbid the caller's value, or the conversion may be wrong.
    const about = { kind: model.kind, from: view.model.version, to: model.version, errors: error.errors };
    log.warn(about, "an object is valid in its version and not as it would be stored");
    throw invalid(
      error.errors.map(({ path, code, message }) =>
        path.startsWith("/metadata")
          ? { path, keyword: code, message }
          : { path: "", keyword: code, message: `cannot be stored as ${model.version}: ${path} ${message}`.trim() },
      ),
    );
  }
}
