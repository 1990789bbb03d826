import { apiVersionOf } from "@cmgen/model";
import { jsonEqual, nameLimits, parseJsonText } from "@cmgen/model/internal";
import { FieldMask, withoutHidden } from "../document/field-mask.js";
import { isJsonObject, memberOf, type JsonObject } from "../document/json-object.js";
import { invalid } from "../resource/invalid.js";
import type { StoredObject } from "../resource/stored-object.js";
import type { VersionView } from "../version/version-view.js";
import type { CheckedManifest } from "./check-manifests.js";

/** The annotation in which an object keeps what merging needs to know of the manifest that was last applied. */
export const LAST_APPLIED = "cmgen.dev/last-applied";

/** What a manifest last said, and what the object was after that; neither has what is secret. */
export interface LastApplied {
  readonly manifest: JsonObject;
  readonly stored: JsonObject;
}

/**
 * The parts of a manifest or an object that merging is about. Finalizers belong to those who set them, and a status that the object's main
 * endpoint leaves alone belongs to controllers.
 */
export function partsOf(object: JsonObject, { statusSubresource }: CheckedManifest["model"]): JsonObject {
  const metadata = memberOf(object, "metadata");
  const { labels, annotations } = isJsonObject(metadata) ? metadata : {};
  const others = isJsonObject(annotations) ? withoutOwn(annotations) : {};
  const { spec, status } = object;
  return {
    ...(isJsonObject(labels) && Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(others).length > 0 && { annotations: others }),
    ...(spec !== undefined && { spec }),
    ...(status !== undefined && !statusSubresource && { status }),
  };
}

function withoutOwn(annotations: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => key !== LAST_APPLIED));
}

/**
 * Reads what was last applied. Undefined if it is not known: the object was created otherwise, somebody has replaced it without this annotation
 * or changed the annotation, or it was applied in another API version.
 */
export function readLastApplied(shown: StoredObject): LastApplied | undefined {
  const text = shown.metadata.annotations?.[LAST_APPLIED];
  if (text === undefined) return undefined;
  const record = parseRecord(text);
  if (!isJsonObject(record) || memberOf(record, "apiVersion") !== shown.apiVersion) return undefined;
  const manifest = memberOf(record, "manifest");
  const stored = memberOf(record, "stored") ?? manifest;
  return isJsonObject(manifest) && isJsonObject(stored) ? { manifest, stored } : undefined;
}

function parseRecord(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    return undefined;
  }
}

/**
 * The object with a record of the manifest that has made it what it is.
 *
 * @throws {ApiError} `Invalid` if the record is too large for an annotation.
 */
export function withLastApplied(
  { value, model }: CheckedManifest,
  view: VersionView,
  object: StoredObject,
): StoredObject {
  // An annotation is shown to everybody who reads the object.
  const { tree } = new FieldMask(model.secrets ?? []);
  const manifest = withoutHidden(partsOf(value, model), tree);
  const stored = withoutHidden(partsOf(view.shown(object), model), tree);
  const isSame = jsonEqual(manifest, stored);
  const text = JSON.stringify({ apiVersion: apiVersionOf(model), manifest, ...(!isSame && { stored }) });
  const annotations = { ...object.metadata.annotations, [LAST_APPLIED]: text };
  assertFits(annotations);
  return { ...object, metadata: { ...object.metadata, annotations } };
}

function assertFits(annotations: Readonly<Record<string, string>>): void {
  const bytes = Object.entries(annotations).reduce((sum, entry) => sum + Buffer.byteLength(entry.join("")), 0);
  if (bytes <= nameLimits.annotations) return;
  throw invalid([
    {
      path: "/metadata/annotations",
      keyword: "maxBytes",
      message: `would have ${bytes} bytes with the annotation ${LAST_APPLIED} that merging needs, and at most ${nameLimits.annotations} are allowed: make the object smaller, or use the mode "create" or "overwrite"`,
    },
  ]);
}
