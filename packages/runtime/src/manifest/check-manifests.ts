import { describeError } from "../log/describe-error.js";
import { apiVersionOf } from "@cmgen/model";
import { cloneJson, isJsonObject, memberOf, type JsonObject } from "../document/json-object.js";
import { isApiError, type ApiError } from "../error/api-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { assertShape } from "../resource/check-object.js";
import { assertChecked } from "../resource/model-check.js";
import type { NamingPolicy } from "../resource/write-context.js";
import { readEnvelope, stamp } from "../resource/envelope.js";
import type { ManifestProblem } from "./manifest-error.js";
import type { Manifest } from "./manifest.js";

/** The types that manifests may be of. */
export interface ManifestTypes {
  findModel(apiVersion: unknown, kind: unknown): ModelDescriptor | undefined;
  /** Whether hooks change objects of the model before its check runs. */
  hasHooks(model: ModelDescriptor): boolean;
}

/** A manifest that is an object of a type, and keeps all rules that can be checked without a database. */
export interface CheckedManifest extends Manifest {
  readonly value: JsonObject;
  readonly model: ModelDescriptor;
  readonly name: string;
}

/** Reserved label keys are refused in a plugin's own manifests (spec 2.3). */
export const manifestPolicy: NamingPolicy = { reservedLabelKeys: "reject" };

/** Checks all manifests of a plugin, before any object is written. */
export function checkManifests(
  manifests: readonly Manifest[],
  types: ManifestTypes,
): { readonly checked: readonly CheckedManifest[]; readonly problems: readonly ManifestProblem[] } {
  const results = manifests.map((manifest) => checkManifest(manifest, types));
  const checked = results.flatMap((result) => ("name" in result ? [result] : []));
  const problems = results.flatMap((result) => ("name" in result ? [] : result));
  return { checked, problems: [...problems, ...repeated(checked)] };
}

function checkManifest(manifest: Manifest, types: ManifestTypes): CheckedManifest | readonly ManifestProblem[] {
  const { value, placeOf } = manifest;
  const problem = (pointer: string, message: string): ManifestProblem[] => [{ place: placeOf(pointer), message }];
  if (!isJsonObject(value)) return problem("", "A manifest must be an object.");
  const apiVersion = memberOf(value, "apiVersion");
  const kind = memberOf(value, "kind");
  if (apiVersion === undefined || kind === undefined) {
    return problem("", `A manifest must have ${apiVersion === undefined ? "an apiVersion" : "a kind"}.`);
  }
  const model = types.findModel(apiVersion, kind);
  if (model === undefined) {
    const type = `the kind ${JSON.stringify(kind)} and the apiVersion ${JSON.stringify(apiVersion)}`;
    return problem("/kind", `This service has no type with ${type}.`);
  }
  const metadata = memberOf(value, "metadata");
  const name = isJsonObject(metadata) ? memberOf(metadata, "name") : undefined;
  const isNamed = typeof name === "string";
  // The rest is checked without a name, too, because a misspelt `metadata` is a reason that it is missing.
  const named = isNamed ? value : { ...value, metadata: { ...(isJsonObject(metadata) && metadata), name: "unnamed" } };
  const refusal = refusalOf(() => assertValid(model, cloneJson(named), types.hasHooks(model)));
  const problems = refusal === undefined ? [] : problemsOf(refusal, manifest);
  // A generated name would create another object at every start.
  if (!isNamed) return [...problem("/metadata/name", "A manifest must name its object in metadata.name."), ...problems];
  return refusal === undefined ? { ...manifest, value, model, name } : problems;
}

/** Hooks may fill in what the model's check is about, so it runs here only if there are none. */
function assertValid(model: ModelDescriptor, value: JsonObject, hasHooks: boolean): void {
  const draft = readEnvelope(model, value);
  if (model.statusSubresource) delete draft["status"];
  assertShape(model, draft, { policy: manifestPolicy });
  if (!hasHooks)
    assertChecked(model, {
      object: stamp(draft, { uid: "", creationTimestamp: new Date().toISOString(), version: 1 }),
    });
}

function refusalOf(check: () => void): ApiError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (isApiError(error)) return error;
    throw error;
  }
}

/** A refusal as problems: one for each cause, where the cause is. */
export function problemsOf(refusal: ApiError, { placeOf }: Manifest): readonly ManifestProblem[] {
  const { message, errors, code, cause: failure } = refusal;
  // What callers are not told is for the log, which these problems go to.
  const isInternal = code === "InternalError" && failure instanceof Error;
  if (errors.length === 0) return [{ place: placeOf(""), message: isInternal ? withCause(failure) : message }];
  return errors.map((cause) => {
    // A plugin's messages are complete sentences; all others continue after the path.
    const isSentence = cause.code === "check";
    const text = isSentence ? cause.message : `${cause.path === "" ? "The object" : cause.path} ${cause.message}.`;
    return { place: placeOf(cause.path), message: text };
  });
}

/** The message of an error and of what a plugin threw, which may be anything. */
function withCause({ message, cause }: Error): string {
  return cause === undefined ? `${message}.` : `${message}: ${describeError(cause).message}`;
}

function repeated(checked: readonly CheckedManifest[]): readonly ManifestProblem[] {
  const first = new Map<string, CheckedManifest>();
  return checked.flatMap((manifest) => {
    const { model, name, placeOf } = manifest;
    const key = `${model.table} ${name}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, manifest);
    if (other === undefined) return [];
    const object = `The ${model.singular} ${JSON.stringify(name)} of ${apiVersionOf(model)}`;
    return [{ place: placeOf("/metadata/name"), message: `${object} is in ${other.placeOf("/metadata/name")}, too.` }];
  });
}
