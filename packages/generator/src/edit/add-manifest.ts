import { dump } from "js-yaml";

import type { Json } from "../model/type.js";
import type { ModelPart } from "../model/model.js";
import { assertName, modelToServe } from "./add-logic.js";
import { kebabCase } from "./add-model.js";
import { EditError } from "./edit-error.js";
import type { AddManifest, EditPlan } from "./edit-request.js";
import { assertNoFile, type OpenPlugin } from "./open-plugin.js";
import { type Sampling, sampleObject, sampleValue } from "./sample-value.js";
import { untried } from "./try-sources.js";

/** Writes an object of a model with what it must have, for the service to create when it starts. */
export function addManifest(plugin: OpenPlugin, request: AddManifest): EditPlan {
  const { model, project } = modelToServe(plugin, request);
  const name = request.name ?? `first-${kebabCase(model.kind)}`;
  assertName(name);
  const path = `extensions/${name}.yaml`;
  assertNoFile(plugin, path);
  const missing: string[] = [];
  const sampling: Sampling = {
    types: new Map(project.types.map((type) => [type.name, type])),
    values: request.values,
    unknown: (field, reason) => missing.push(`${field} ${reason}`),
  };
  assertFields(request.values, model.spec);
  const spec = model.spec && partOf(model.spec, sampling);
  if (missing.length > 0) {
    throw new EditError(
      `cmgen cannot make these values up, so say what they are with --set <path>=<value>:\n${missing.map((line) => `  ${line}`).join("\n")}`,
    );
  }
  const object = {
    apiVersion: `${model.group}/${model.version}`,
    kind: model.kind,
    metadata: { name },
    ...(spec !== undefined && { spec }),
  };
  const comment = "# The service creates this object when it starts, unless an object of the same name exists.\n";
  return untried(model, [{ path, after: comment + dump(object, { lineWidth: 120 }) }]);
}

function partOf({ type, required }: ModelPart, sampling: Sampling): Json | undefined {
  const isGiven = Object.keys(sampling.values).length > 0;
  if (!required && !isGiven) return undefined;
  return type.shape === "object"
    ? sampleObject(type.properties, "spec", sampling)
    : sampleValue(type, "spec", sampling);
}

/** @throws {EditError} for a value of nothing in the spec. */
function assertFields(values: AddManifest["values"], spec: ModelPart | undefined): void {
  const wrong = Object.keys(values).find((path) => !path.startsWith("spec."));
  if (wrong !== undefined || (spec === undefined && Object.keys(values).length > 0)) {
    throw new EditError(`--set ${wrong ?? ""} does not name a field of the spec: write it as --set spec.title=Hello.`);
  }
}
