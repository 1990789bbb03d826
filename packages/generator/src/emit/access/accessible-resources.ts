import { kindVersions, storageVersionOf } from "../../model/kind-versions.js";
import type { Model, ProjectModel } from "../../model/model.js";

/** A resource or a subresource, as access rules name it. */
export interface NamedResource {
  /** The plural, with the group behind a dot where two groups share it; `people/status` for a subresource. */
  readonly name: string;
  /** The version that objects are stored as: one rule is about an object in all its versions. */
  readonly model: Model;
  readonly verbs: readonly string[];
  readonly isSubresource: boolean;
}

const objectVerbs = ["get", "list", "watch", "create", "update", "delete"];
const subresourceVerbs = ["get", "update"];

/** What a plugin's access rules can name. */
export function accessibleResources(project: Pick<ProjectModel, "models">): readonly NamedResource[] {
  const models = kindVersions(project).map(storageVersionOf);
  const groups = new Map<string, number>();
  for (const { plural } of models) groups.set(plural, (groups.get(plural) ?? 0) + 1);
  return models.flatMap((model) => {
    const { plural, group } = model;
    const name = groups.get(plural) === 1 ? plural : `${plural}.${group}`;
    const resource = { name, model, verbs: objectVerbs, isSubresource: false };
    if (!model.statusSubresource) return [resource];
    return [resource, { name: `${name}/status`, model, verbs: subresourceVerbs, isSubresource: true }];
  });
}
