import { isApiError, type ApiError } from "../error/api-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { namesAt } from "../model/reference-path.js";
import { createObject } from "../resource/create-object.js";
import { cloneJson, isJsonObject, memberOf, type JsonObject } from "../document/json-object.js";
import { readObject } from "../resource/stored-object.js";
import type { WriteContext } from "../resource/write-context.js";
import { ManifestError } from "./manifest-error.js";
import type { Manifest } from "./read-manifests.js";

/** What creating manifests needs. */
export interface ManifestTarget {
  findModel(apiVersion: unknown, kind: unknown): ModelDescriptor | undefined;
  /** Resolves once objects of the model can be written. */
  contextOf(model: ModelDescriptor): Promise<WriteContext>;
}

/**
 * Creates the objects of manifests (spec 1), in order, but those that refer to the object of a later one come after it, and those that refer
 * to each other in a circle come together. An object that exists is left as it is, so changes by users remain. All rules apply, and
 * reserved label keys are refused (spec 2.3).
 *
 * @returns the number of objects created.
 * @throws {ManifestError} for the first that cannot be created; those before it stay.
 */
export async function applyManifests(manifests: readonly Manifest[], target: ManifestTarget): Promise<number> {
  let created = 0;
  let waiting = manifests;
  while (waiting.length > 0) {
    const held: HeldManifest[] = [];
    for (const manifest of waiting) {
      const outcome = await applyManifest(manifest, target);
      if (typeof outcome !== "boolean") held.push(outcome);
      else if (outcome) created += 1;
    }
    if (held.length === waiting.length) return created + (await applyCircle(held, target));
    // Back and forth: a chain in the wrong order is done in one go.
    waiting = held.map(({ manifest }) => manifest).toReversed();
  }
  return created;
}

/** A manifest that refers to what is not there. */
interface HeldManifest {
  readonly manifest: Manifest;
  readonly error: ManifestError;
  readonly context: WriteContext;
  readonly name: unknown;
}

/** Creates objects that refer to each other, once it is known that nothing else is missing. */
async function applyCircle(held: readonly HeldManifest[], target: ManifestTarget): Promise<number> {
  const brought = new Set(held.map(({ context, name }) => `${context.model.table} ${String(name)}`));
  const isBrought = (table: string, name: string): boolean => brought.has(`${table} ${name}`);
  for (const { manifest, error, context } of held) {
    for (const { model, path, onDelete } of context.references.table.outgoing(context.view.model)) {
      if (onDelete === "none") continue;
      for (const { name } of namesAt(manifest.value, path)) {
        if (isBrought(model.table, name) || (await readObject({ ...context, model }, name)) !== undefined) continue;
        throw error;
      }
    }
  }
  let created = 0;
  for (const { manifest } of held) {
    const outcome = await applyManifest(manifest, target, isBrought);
    if (typeof outcome !== "boolean") throw outcome.error;
    if (outcome) created += 1;
  }
  return created;
}

/** Whether the object was created; the manifest again where it refers to what is not there. */
async function applyManifest(
  manifest: Manifest,
  target: ManifestTarget,
  isBrought: (table: string, name: string) => boolean = () => false,
): Promise<boolean | HeldManifest> {
  const { value, place } = manifest;
  if (!isJsonObject(value)) throw new ManifestError(place, "A manifest must be an object.");
  const model = modelOf(value, place, target);
  const name = nameIn(value, place);
  const context = await target.contextOf(model);
  if (await isSettled(context, name)) return false;
  try {
    // What is made of it is written into a copy: it may be needed again.
    await createObject({ ...context, policy: { reservedLabelKeys: "reject" }, isBrought }, cloneJson(value));
    return true;
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.code === "AlreadyExists" || (await isSettled(context, name))) return false;
    const refused = new ManifestError(place, describe(error), { cause: error });
    if (error.errors.length > 0 && error.errors.every(({ code }) => code === "reference"))
      return { manifest, error: refused, context, name };
    throw refused;
  }
}

/**
 * Whether an object exists, so that hooks need not be asked. They were asked when it was created, perhaps by another process that starts at the
 * same time, and might refuse it because it exists.
 */
async function isSettled(context: WriteContext, name: unknown): Promise<boolean> {
  if (context.hooks === undefined || typeof name !== "string") return false;
  return (await readObject(context, name)) !== undefined;
}

function modelOf(value: JsonObject, place: string, target: ManifestTarget): ModelDescriptor {
  const apiVersion = memberOf(value, "apiVersion");
  const kind = memberOf(value, "kind");
  const model = target.findModel(apiVersion, kind);
  if (model !== undefined) return model;
  throw new ManifestError(
    place,
    `This service has no type with the kind ${JSON.stringify(kind)} and the apiVersion ${JSON.stringify(apiVersion)}.`,
  );
}

/** A generated name would create another object at every start. */
function nameIn(value: JsonObject, place: string): unknown {
  const metadata = memberOf(value, "metadata");
  const name = isJsonObject(metadata) ? memberOf(metadata, "name") : undefined;
  if (name !== undefined) return name;
  throw new ManifestError(place, "A manifest must name its object in metadata.name.");
}

function describe({ message, errors }: ApiError): string {
  if (errors.length < 2) return message;
  return `${message} ${errors.map((cause) => `${cause.path} ${cause.message}`).join("; ")}.`;
}
