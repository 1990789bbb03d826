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
  /** Whether the model is of a plugin that the service hosts. */
  readonly isHosted: boolean;
}

const objectVerbs = ["get", "list", "watch", "create", "update", "delete"];
const subresourceVerbs = { status: ["get", "update"], history: ["get"] };

/** What a plugin's access rules can name: its own resources, and those of the plugins that its service hosts. */
export function accessibleResources(project: Pick<ProjectModel, "models" | "hosted">): readonly NamedResource[] {
  const own = new Set(project.models);
  const models = kindVersions({
    models: [...project.models, ...(project.hosted ?? []).flatMap((plugin) => plugin.models)],
  }).map(storageVersionOf);
  const groups = new Map<string, number>();
  for (const { plural } of models) groups.set(plural, (groups.get(plural) ?? 0) + 1);
  return models.flatMap((model) => {
    const { plural, group } = model;
    const name = groups.get(plural) === 1 ? plural : `${plural}.${group}`;
    const isHosted = !own.has(model);
    const subresource = (what: keyof typeof subresourceVerbs): NamedResource => {
      return { name: `${name}/${what}`, model, verbs: subresourceVerbs[what], isSubresource: true, isHosted };
    };
    return [
      { name, model, verbs: objectVerbs, isSubresource: false, isHosted },
      ...(model.statusSubresource ? [subresource("status")] : []),
      ...(model.history === undefined ? [] : [subresource("history")]),
    ];
  });
}
