import { startWrite } from "../resource/hooks/apply-hooks.js";
import { cloneJson, isJsonObject, memberOf, type JsonObject } from "../document/json-object.js";
import { FieldMask, withoutHidden } from "../document/field-mask.js";
import { withKeptFields } from "../document/kept-fields.js";
import { isApiError } from "../error/api-error.js";
import { createObject } from "../resource/create-object.js";
import { readEnvelope } from "../resource/envelope.js";
import { keepStatus } from "../resource/kept-status.js";
import { rewrite, type Successor } from "../resource/rewrite.js";
import { isTerminating, readObject, type StoredObject } from "../resource/stored-object.js";
import { successor } from "../resource/update-object.js";
import type { HeldObject } from "../resource/version-write.js";
import type { WriteContext } from "../resource/write-context.js";
import type { CheckedManifest } from "./check-manifests.js";
import { LAST_APPLIED, partsOf, readLastApplied, withLastApplied } from "./last-applied.js";
import type { ManifestMode } from "./manifest.js";
import { mergeChanges } from "./merge-changes.js";

/** What became of a manifest's object. */
export type ManifestOutcome = "created" | "updated" | "unchanged";

/**
 * Creates the object of a manifest, or does with the one that is there what the mode says. An object that is being deleted is left alone.
 *
 * @throws {ApiError} if it is refused; nothing is written then.
 */
export async function applyManifest(
  context: WriteContext,
  manifest: CheckedManifest,
  mode: ManifestMode,
): Promise<ManifestOutcome> {
  const found = await readObject(context, manifest.name);
  if (found === undefined && (await isCreated(context, manifest, mode))) return "created";
  if (mode === "create") return "unchanged";
  const before = found ?? (await readObject(context, manifest.name));
  const after = await bringUpToDate(context, manifest, mode);
  return after === before?.version ? "unchanged" : "updated";
}

/** `false` if another process that starts at the same time has created it: hooks may refuse it because it exists. */
async function isCreated(context: WriteContext, manifest: CheckedManifest, mode: ManifestMode): Promise<boolean> {
  const complete = (object: StoredObject): StoredObject => withLastApplied(manifest, context.view, object);
  try {
    // What is made of it is written into a copy: it may be needed again.
    const creating = { ...context, ...(context.origin && { origin: { ...context.origin, verb: "create" } }) };
    await createObject({ ...creating, ...(mode === "merge" && { complete }) }, cloneJson(manifest.value));
    return true;
  } catch (error) {
    if (isApiError(error) && (await readObject(context, manifest.name)) !== undefined) return false;
    throw error;
  }
}

/** Returns the object's version. */
async function bringUpToDate(
  unstarted: WriteContext,
  manifest: CheckedManifest,
  mode: "overwrite" | "merge",
): Promise<number> {
  const context = startWrite(unstarted);
  const { name, model } = manifest;
  const next = async (held: HeldObject): Promise<Successor> => {
    if (isTerminating(held.stored)) return { object: held.stored, isChange: false };
    if (model.statusSubresource) keepStatus(readEnvelope(model, cloneJson(manifest.value), name), held.shown);
    const parts = mode === "overwrite" ? partsOf(cloneJson(manifest.value), model) : mergedWith(manifest, held.shown);
    const draft = withParts(held.shown, parts);
    const made = await successor(context, held, { draft: readEnvelope(model, draft, name), secrets: [] });
    if (mode === "overwrite") return made;
    return { ...made, object: withLastApplied(manifest, context.view, made.object) };
  };
  const { version } = await rewrite(context, { name, condition: {} }, next);
  return version;
}

function mergedWith({ value, model }: CheckedManifest, shown: StoredObject): JsonObject {
  const last = readLastApplied(shown);
  const parts = { manifest: cloneJson(partsOf(value, model)), current: cloneJson(partsOf(shown, model)) };
  const merged = withSecrets(model, {
    ...parts,
    // What is not known counts as the user's: what is there stays, and what is missing is added.
    merged: mergeChanges({ ...parts, applied: last?.manifest ?? {}, stored: last?.stored ?? {} }),
  });
  const { annotations, ...others } = isJsonObject(merged) ? merged : {};
  // Kept until it is written again: without it an object that stays the same would look like a change to hooks.
  const record = shown.metadata.annotations?.[LAST_APPLIED];
  const kept = {
    ...(isJsonObject(annotations) && annotations),
    ...(record !== undefined && { [LAST_APPLIED]: record }),
  };
  return { ...others, ...(Object.keys(kept).length > 0 && { annotations: kept }) };
}

/**
 * What was last applied is not known of secret fields, because it would be shown: what the manifest says of them counts, and what it leaves out stays.
 */
function withSecrets(
  { secrets }: CheckedManifest["model"],
  { merged, manifest, current }: { readonly merged: unknown; readonly manifest: unknown; readonly current: unknown },
): unknown {
  if (secrets === undefined) return merged;
  const { tree } = new FieldMask(secrets);
  const said = withKeptFields({ sent: withoutHidden(merged, tree), stored: manifest }, tree);
  return withKeptFields({ sent: said, stored: current }, tree);
}

/** The object with other parts; its envelope, its finalizers and a status that is not the manifest's stay. */
function withParts(shown: StoredObject, { labels, annotations, ...parts }: JsonObject): JsonObject {
  const { labels: _, annotations: __, ...metadata } = cloneJson(shown.metadata);
  const { apiVersion, kind } = shown;
  const status = memberOf(shown, "status");
  return {
    apiVersion,
    kind,
    metadata: {
      ...metadata,
      ...(labels !== undefined && { labels }),
      ...(annotations !== undefined && { annotations }),
    },
    ...(status !== undefined && { status }),
    ...parts,
  };
}
