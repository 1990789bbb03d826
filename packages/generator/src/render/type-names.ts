import type { ProjectModel } from "../model/model.js";
import { oncePer } from "../model/once-per.js";
import { endpointGroups } from "./endpoint-groups.js";
import { modelNames } from "./model-names.js";
import { uniqueNames } from "../render/unique-names.js";

/** Types of @cmgen/model that generated code uses beside the declared ones. */
export const envelopeTypes = ["ObjectMeta", "ObjectMetaInput", "ResourceList", "StoredObjectMeta"];

/**
 * Names of the project's named types in what is emitted: their own. Only in what is made of somebody's document may generated code have
 * that name already (`PersonList` beside a model `Person`): then the least number that makes it free is added.
 */
export const typeNames = oncePer(
  (project: Pick<ProjectModel, "models" | "types" | "endpoints">): ReadonlyMap<string, string> => {
    const { models, types } = project;
    const taken = models.flatMap((model) => {
      const { object, stored, input, list, client, indexTypes } = modelNames(model);
      return [object, stored, input, list, client, indexTypes];
    });
    const names = uniqueNames(
      types.map(({ name }) => name),
      [
        ...envelopeTypes,
        "Ref",
        "StoredAs",
        ...taken,
        ...endpointGroups(project).flatMap(({ name }) => [name, `${name}Client`]),
      ],
    );
    return new Map(types.map(({ name }, at) => [name, names[at] ?? name]));
  },
);
