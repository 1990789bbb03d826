import { apiVersionOf } from "@cmgen/model";
import type { BatchOperation } from "../../api/batch.js";
import { recordOf, type Json } from "../../api/json.js";
import type { Model } from "../../api/model.js";
import type { ServedObject } from "../../api/objects.js";

export type BulkKind = "delete" | "label" | "patch";

/** What is to be done with several objects. */
export type BulkAction =
  | { readonly kind: "delete" }
  /** Sets a label; without a value it is removed. */
  | { readonly kind: "label"; readonly key: string; readonly value: string | undefined }
  /** A merge patch (RFC 7396). */
  | { readonly kind: "patch"; readonly patch: Json };

/** The operation that does it to one object: only in the state that the user has seen. */
export function operationOf(model: Model, { metadata }: ServedObject, action: BulkAction): BatchOperation {
  const { name, uid, version } = metadata;
  const type = { apiVersion: apiVersionOf(model), kind: model.kind };
  const preconditions = { uid, version };
  if (action.kind === "delete") return { op: "delete", ...type, name, preconditions };
  const changes = changesOf(action);
  const object = { ...changes, ...type, metadata: { ...recordOf(changes["metadata"]), name } };
  return { op: "update", object, preconditions };
}

function changesOf(action: Exclude<BulkAction, { readonly kind: "delete" }>): Json {
  if (action.kind === "patch") return action.patch;
  // In a merge patch null removes.
  return { metadata: { labels: { [action.key]: action.value ?? null } } };
}
