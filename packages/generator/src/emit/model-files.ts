import type { Model, ProjectModel } from "../model/model.js";
import type { EmitContext, GeneratedFile } from "./emitter.js";

/** Whether a model's own files are wanted. */
export function isWanted(model: Model, { only }: Pick<EmitContext, "only">): boolean {
  return only === undefined || only.has(model);
}

/** A file of each model whose files are wanted. */
export function modelFiles(
  { models }: ProjectModel,
  context: EmitContext,
  fileOf: (model: Model) => GeneratedFile,
): GeneratedFile[] {
  return models.filter((model) => isWanted(model, context)).map((model) => ({ ...fileOf(model), model }));
}
