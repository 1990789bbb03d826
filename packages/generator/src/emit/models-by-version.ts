import type { Model, ProjectModel } from "../model/model.js";

/** The models of each API version, in the project's order. */
export function modelsByVersion({ models }: Pick<ProjectModel, "models">): ReadonlyMap<string, readonly Model[]> {
  const versions = new Map<string, Model[]>();
  for (const model of models) {
    const ofVersion = versions.get(model.version) ?? [];
    versions.set(model.version, ofVersion);
    ofVersion.push(model);
  }
  return versions;
}
