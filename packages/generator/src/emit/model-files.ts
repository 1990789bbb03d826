import type { Model, ProjectModel } from "../model/model.js";
import type { GeneratedFile } from "../emitter/emitter.js";

/** A file of each model. */
export function modelFiles({ models }: ProjectModel, fileOf: (model: Model) => GeneratedFile): GeneratedFile[] {
  return models.map((model) => ({ ...fileOf(model), model }));
}
