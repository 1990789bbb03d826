import { isApiError, type ApiError } from "../error/api-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { createObject } from "../resource/create-object.js";
import { isJsonObject, memberOf, type JsonObject } from "../document/json-object.js";
import { readObject } from "../resource/read-object.js";
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
 * Creates the objects of manifests (spec 1), in order. An object that exists is left as it is, so changes by users remain. All rules apply, and
 * reserved label keys are refused (spec 2.3).
 *
 * @returns the number of objects created.
 * @throws {ManifestError} for the first that cannot be created; those before it stay.
 */
export async function applyManifests(manifests: readonly Manifest[], target: ManifestTarget): Promise<number> {
  let created = 0;
  for (const manifest of manifests) created += (await applyManifest(manifest, target)) ? 1 : 0;
  return created;
}

async function applyManifest({ value, place }: Manifest, target: ManifestTarget): Promise<boolean> {
  if (!isJsonObject(value)) throw new ManifestError(place, "A manifest must be an object.");
  const model = modelOf(value, place, target);
  const name = nameIn(value, place);
  const context = await target.contextOf(model);
  if (await isSettled(context, name)) return false;
  try {
    await createObject({ ...context, policy: { reservedLabelKeys: "reject" } }, value);
    return true;
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.code === "AlreadyExists" || (await isSettled(context, name))) return false;
    throw new ManifestError(place, describe(error), { cause: error });
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
