import { apiVersionOf } from "@cmgen/model";
import type { ModelDescriptor } from "@cmgen/runtime/manifests";

import { loadModule } from "../compile/load-module.js";
import { descriptorTexts } from "../emit/resource/emit-resource.js";
import { createValidatorWriter } from "../emit/validator/emit-validator.js";
import { modelNames } from "../render/model-names.js";
import type { HostedModels, Model, ProjectModel } from "../model/model.js";

/** Finds the model that a manifest is of, as the runtime describes it. Only models that are asked for are compiled. */
export type FindModel = (apiVersion: unknown, kind: unknown) => ModelDescriptor | undefined;

/** The models of a service: its own, and those of the plugins that it hosts. */
export function manifestModels(project: ProjectModel, runtime: object): FindModel {
  const found = new Map<Model, ModelDescriptor>();
  const parts = [project, ...(project.hosted ?? [])].map((part) => partOf(project, part));
  return (apiVersion, kind) => {
    for (const { models, textOf } of parts) {
      const model = models.find((candidate) => apiVersionOf(candidate) === apiVersion && candidate.kind === kind);
      if (model === undefined) continue;
      const known = found.get(model) ?? describe(model, textOf(model), runtime);
      found.set(model, known);
      return known;
    }
    return undefined;
  };
}

interface Part {
  readonly models: readonly Model[];
  /** Text of a model's validator. */
  readonly textOf: (model: Model) => string;
}

function partOf(project: ProjectModel, { models, types }: HostedModels): Part {
  let writer: ReturnType<typeof createValidatorWriter> | undefined;
  return { models, textOf: (model) => (writer ??= createValidatorWriter({ ...project, models, types }))(model) };
}

/** As `resource.ts` has it, without what only a running service needs: rules and index functions are the plugin's own code. */
function describe(model: Model, validator: string, runtime: object): ModelDescriptor {
  const { statusSubresource, status } = model;
  const module = loadModule(validator, { "@cmgen/runtime/codegen": runtime });
  return {
    ...descriptorTexts(model),
    indexes: [],
    rules: [],
    ...(status === undefined && { hasStatus: false }),
    statusSubresource,
    // Boundary: the text is of our own template.
    validate: module[modelNames(model).validate] as ModelDescriptor["validate"],
  };
}
