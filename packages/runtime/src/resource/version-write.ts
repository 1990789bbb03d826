import { jsonEqual } from "@cmgen/model";
import { memberOf } from "../document/json-object.js";
import { ApiError } from "../error/api-error.js";
import type { PrintedObject } from "./assert-size.js";
import { assertRules, assertShape } from "./check-object.js";
import type { Envelope } from "./envelope.js";
import { assertFinalizersKept } from "./finalizers.js";
import { invalid } from "./invalid.js";
import { stamp, type ServerOwned } from "./stamp.js";
import { printStored, type StoredObject } from "./stored-object.js";
import type { WriteContext } from "./write-context.js";

/** An object that is there: as it is stored, and as the caller's version shows it. */
export interface HeldObject {
  readonly stored: StoredObject;
  readonly shown: StoredObject;
}

/** What a caller sends, and what it takes the place of as the caller's version shows that. */
export interface VersionDraft {
  readonly draft: Envelope;
  readonly owned: ServerOwned;
  readonly old?: StoredObject;
}

/**
 * Checks what a caller sends as an object of the caller's version: its schema, which fills in its defaults, its fields that may not change
 * and its rules.
 *
 * @throws {ApiError} `Invalid` with every cause.
 */
export function checkedAsVersion({ view, policy }: WriteContext, { draft, owned, old }: VersionDraft): StoredObject {
  assertShape(view.model, draft, { policy, ...(old !== undefined && { old }) });
  const object = stamp(draft, owned);
  if (old !== undefined) assertFinalizersKept(old, object);
  assertRules(view.model, { object, ...(old !== undefined && { old }) });
  return object;
}

/**
 * What is stored of `object`, which a caller sends in a version that is not the storage version. If it changes `metadata` alone, `spec` and
 * `status` stay as they are stored, whatever the caller's version cannot express.
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
 * Writes what a caller sends in another version than the storage version. What is wrong with it only in the form it is stored as is told
 * with that version's name: the caller knows no such fields.
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
    // It may be the caller's value, which the storage version forbids, or a conversion that makes what it must not.
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

/** The bytes that a caller is answered with for an object that is stored as `data`. */
export function shownData({ view }: WriteContext, { object, data }: PrintedObject): Uint8Array {
  return view.isStorage ? data : printStored(view.shown(object));
}
