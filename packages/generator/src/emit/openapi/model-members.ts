import { collectionPath } from "@cmgen/model";

import { isDescriptorOf } from "../../model/is-descriptor-of.js";
import { storageVersions } from "../../model/kind-versions.js";
import type { Model, ProjectModel } from "../../model/model.js";
import { referrers } from "../../model/referrers.js";
import { typeLookup } from "../../model/type-at-path.js";
import type { NamesOfProject } from "../../render/document-names.js";
import { exampleObject } from "../../schema/example-of.js";
import { collectionPathItem } from "./collection-operations.js";
import type { Components, OpenApiDocument, PathItem, Tag } from "./document.js";
import { isServed, modelSchemas, type SchemaContexts } from "./model-schemas.js";
import { historyPathItems } from "./history-operations.js";
import { objectPathItem, statusPathItem } from "./object-operations.js";
import { modelComponents, type OperationSubject } from "./operation-parts.js";

/** What all parts of a document are written from. */
export interface DocumentParts extends SchemaContexts {
  readonly project: ProjectModel;
  readonly names: NamesOfProject;
}

/** What a model brings into a document. */
export type ModelMembers = Pick<Components, "schemas" | "responses" | "parameters" | "requestBodies"> &
  Pick<OpenApiDocument, "tags" | "paths">;

const nothing: Omit<ModelMembers, "schemas"> = {
  tags: [],
  paths: {},
  responses: {},
  parameters: {},
  requestBodies: {},
};

/** What each model brings into a document, in the models' order. */
export function modelMembers(parts: DocumentParts): readonly ModelMembers[] {
  const { project, names, context } = parts;
  const hooked = hookedModels(project);
  const lookup = typeLookup(project);
  const versionsOf = storageVersions(project);
  const referrersOf = referrers(project);
  return project.models.map((model) => {
    const referring = referrersOf.get(model) ?? [];
    const schemas = modelSchemas(model, names, { ...parts, isReferredTo: referring.length > 0 });
    if (!isServed(model)) return { ...nothing, schemas };
    const example = exampleObject(model, context.index);
    const subject: OperationSubject = {
      model,
      names: names.ofModel(model),
      lookup,
      referrers: referring,
      isHooked: hooked.has(model),
      hasHistory: (versionsOf.get(model)?.storage ?? model).history !== undefined,
      ...(example !== undefined && { example }),
    };
    return { ...modelComponents(subject), schemas, tags: [tagOf(model, subject.names.tag)], paths: pathsOf(subject) };
  });
}

/** The models with hooks. These are of the version that objects are stored as, and run on writes through every version. */
function hookedModels({ models, hooks }: ProjectModel): ReadonlySet<Model> {
  const versionsOf = storageVersions({ models });
  const isHooked = (model: Model): boolean =>
    hooks.some(({ model: imported }) => imported !== undefined && isDescriptorOf(imported, model));
  return new Set(models.filter((model) => isHooked(versionsOf.get(model)?.storage ?? model)));
}

function tagOf({ group, version, plural, documentation }: Model, name: string): Tag {
  return { name, description: documentation.description || `${plural} of ${group}/${version}` };
}

function below(path: string, items: Readonly<Record<string, PathItem>>): Readonly<Record<string, PathItem>> {
  return Object.fromEntries(Object.entries(items).map(([rest, item]) => [path + rest, item]));
}

function pathsOf(subject: OperationSubject): Readonly<Record<string, PathItem>> {
  const collection = collectionPath(subject.model);
  return {
    [collection]: collectionPathItem(subject),
    [`${collection}/{name}`]: objectPathItem(subject),
    // Without a type of its own a status has nothing that could be read or written.
    ...(subject.model.status !== undefined && { [`${collection}/{name}/status`]: statusPathItem(subject) }),
    ...(subject.hasHistory && below(`${collection}/{name}/history`, historyPathItems(subject))),
  };
}
