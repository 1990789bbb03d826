import { withoutServerOwned } from "../envelope.js";
import type { StoredObject } from "../stored-object.js";
import type { WriteContext } from "../write-context.js";
import type { JsonObject } from "../../document/json-object.js";
import { readVersion, type VersionTarget } from "./read-history.js";

/** Two versions of an object, without what the service alone sets, which differs in any case. */
export interface VersionPair {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/**
 * Reads two versions of an object to compare them.
 *
 * @throws {ApiError} as `readVersion`.
 */
export async function readVersionPair(context: WriteContext, target: VersionTarget, to: number): Promise<VersionPair> {
  const before = await readVersion(context, target);
  const after = await readVersion(context, { ...target, version: to });
  return { before: comparable(before.shown), after: comparable(after.shown) };
}

function comparable({ metadata, ...object }: StoredObject): JsonObject {
  return { ...object, metadata: withoutServerOwned(metadata) };
}
