import { dump } from "js-yaml";

import type { Json } from "../model/type.js";
import { isWholeType } from "../check/types/is-whole-type.js";
import type { ModelPart } from "../model/model.js";
import { typeLookup } from "../model/type-at-path.js";
import { createValueChecker } from "../validator/value-checker.js";
import { kebabCase } from "./add-model.js";
import { assertFields } from "./assert-fields.js";
import { EditError } from "./edit-error.js";
import type { AddManifest, EditPlan } from "./edit-request.js";
import { modelToServe, type ServedModel } from "./model-to-serve.js";
import { assertName } from "./new-module.js";
import { assertNoFile, type OpenPlugin } from "./open-plugin.js";
import { type Sampling, sampleObject, sampleValue } from "./sample-value.js";
import { untried } from "./try-sources.js";

/** Writes an object of a model with what it must have, for the service to create when it starts. */
export function addManifest(plugin: OpenPlugin, request: AddManifest): EditPlan {
  const served = modelToServe(plugin, request);
  const { model } = served;
  const name = request.name ?? `first-${kebabCase(model.kind)}`;
  assertName(name);
  const path = `extensions/${name}.yaml`;
  assertNoFile(plugin, path);
  const spec = specOf(served, request.values);
  const object = {
    apiVersion: `${model.group}/${model.version}`,
    kind: model.kind,
    metadata: { name },
    ...(spec !== undefined && { spec }),
  };
  const comment = "# The service creates this object when it starts, unless an object of the same name exists.\n";
  return untried(model, [{ path, after: comment + dump(object, { lineWidth: 120 }) }]);
}

/** @throws {EditError} for a spec that nobody but the author knows, or that the service would refuse. */
function specOf({ model, project }: ServedModel, values: AddManifest["values"]): Json | undefined {
  assertFields(values, model, typeLookup(project));
  const missing: string[] = [];
  const types = new Map(project.types.map((type) => [type.name, type]));
  const unknown = (field: string, reason: string): unknown => missing.push(`  ${field} ${reason}`);
  const spec = model.spec && partOf(model.spec, { types, values, unknown });
  if (missing.length > 0) {
    const asked = "cmgen cannot make these values up, so say what they are with --set <path>=<value>:";
    throw new EditError([asked, ...missing].join("\n"));
  }
  const unused = Object.keys(values).find((field) => !isIn({ spec: spec ?? null }, field));
  if (unused !== undefined) throw new EditError(`${model.kind} has no field ${unused}.`);
  const problem = spec === undefined ? undefined : misfitOf({ model, project }, spec);
  if (problem === undefined) return spec;
  throw new EditError(
    `The object would not fit the model: ${problem}. Say what it is to be with --set <path>=<value>.`,
  );
}

function partOf({ type, required }: ModelPart, sampling: Sampling): Json | undefined {
  const isGiven = Object.keys(sampling.values).length > 0;
  if (!required && !isGiven) return undefined;
  return type.shape === "object"
    ? sampleObject(type.properties, "spec", sampling)
    : sampleValue(type, "spec", sampling);
}

/** What the service would refuse in a spec; undefined where it would take it. */
function misfitOf({ project, model: { spec: part } }: ServedModel, spec: Json): string | undefined {
  if (part === undefined || !isWholeType(part.type, typeLookup(project))) return undefined;
  return createValueChecker(project).misfit(spec, part.type);
}

function isIn(object: Json, path: string): boolean {
  const [first = "", ...rest] = path.split(".");
  const value = Object(object) as { readonly [name: string]: Json };
  if (!Object.hasOwn(value, first)) return false;
  return rest.length === 0 || isIn(value[first] ?? null, rest.join("."));
}
