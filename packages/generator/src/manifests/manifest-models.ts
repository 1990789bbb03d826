import { apiVersionOf } from "@cmgen/model";
import type { ModelDescriptor } from "@cmgen/runtime/manifests";

import { descriptorTexts } from "../emit/resource/emit-resource.js";
import { allPlugins } from "../model/all-models.js";
import { oncePer } from "../model/once-per.js";
import type { Model, ProjectModel } from "../model/model.js";
import { type CheckCode, createCheckWriter } from "../validator/check-writer.js";
import { runCode } from "../validator/run-code.js";

/** Finds the model that a manifest is of, as the runtime describes it. Only models that are asked for are compiled. */
export type FindModel = (apiVersion: unknown, kind: unknown) => ModelDescriptor | undefined;

/** The models of a service: its own, and those of the plugins that it hosts. */
export function manifestModels(project: ProjectModel, runtime: object): FindModel {
  const parts = allPlugins(project).map(({ models, types }) => {
    const writer = createCheckWriter({ ...project, models, types });
    return { models, describe: oncePer((model: Model) => describe(model, writer.ofModel(model), runtime)) };
  });
  return (apiVersion, kind) => {
    for (const { models, describe: describeOnce } of parts) {
      const model = models.find((candidate) => apiVersionOf(candidate) === apiVersion && candidate.kind === kind);
      if (model !== undefined) return describeOnce(model);
    }
    return undefined;
  };
}

/** As `resource.ts` has it, without what only a running service needs: checks and index functions are the plugin's own code. */
function describe(model: Model, code: CheckCode, runtime: object): ModelDescriptor {
  const { statusSubresource, status } = model;
  return {
    ...descriptorTexts(model),
    indexes: [],
    ...(status === undefined && { hasStatus: false }),
    statusSubresource,
    validate: runCode(code, runtime, code.defaults[0]),
  };
}
