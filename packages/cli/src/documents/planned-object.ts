import { applyMergePatch } from "../objects/merge-patch.js";
import { asRecord, checkServedObject, type ServedObject } from "../objects/served-object.js";
import type { WrittenObject } from "./object-document.js";

/** What an object would be after it is created or merged into a stored one. The service may refuse it, and fill in defaults. */
export function plannedObject(written: WrittenObject, stored: ServedObject | undefined): ServedObject {
  const merged = asRecord(applyMergePatch(stored, written));
  const metadata = asRecord(merged["metadata"]);
  const name = metadata["name"] ?? `${String(metadata["generateName"])}…`;
  const { uid = "", version = 0, creationTimestamp = "" } = asRecord(stored?.metadata);
  return checkServedObject({ ...merged, metadata: { ...metadata, name, uid, version, creationTimestamp } });
}
