import { collectionPath } from "@cmgen/model";

import { isDescriptorOf } from "../../model/is-descriptor-of.js";
import { storageVersions } from "../../model/kind-versions.js";
import type { Model, ProjectModel } from "../../model/model.js";
import { oncePer } from "../../model/once-per.js";
import { typeLookup } from "../../model/type-at-path.js";
import { exampleObject } from "../schema/example-of.js";
import { collectionPathItem } from "./collection-operations.js";
import type { PathItem, Tag } from "./document.js";
import { type DocumentParts, reusedKey } from "./document-parts.js";
import { isServed, modelSchemas } from "./model-schemas.js";
import { objectPathItem, statusPathItem } from "./object-operations.js";
import { modelComponents, type OperationSubject } from "./operation-parts.js";
import { printMembers, type Section } from "./print-document.js";

/** What a model's members of a section are written from. */
interface MembersInput extends DocumentParts {
  readonly subjectOf: (model: Model) => OperationSubject;
}

/** Texts of what the models bring into a section of a document, `""` for one that brings nothing. */
export function modelTexts(parts: DocumentParts): (section: Section) => readonly string[] {
  const { project, names, nested, reuse } = parts;
  const hooked = hookedModels(project);
  const input: MembersInput = { ...parts, subjectOf: subjects(parts, hooked) };
  return (section) =>
    project.models.map((model) => {
      const key = reusedKey(reuse.keys?.ofModels.get(model), names, section, hooked.has(model), nested.has(model));
      return reuse.pieces.place(key, () => printMembers(section, membersOf(section, model, input)));
    });
}

/** The models with hooks. These are of the version that objects are stored as, and run on writes through every version. */
export function hookedModels({ models, hooks }: ProjectModel): ReadonlySet<Model> {
  const versionsOf = storageVersions({ models });
  const isHooked = (model: Model): boolean =>
    hooks.some(({ model: imported }) => imported !== undefined && isDescriptorOf(imported, model));
  return new Set(models.filter((model) => isHooked(versionsOf.get(model)?.storage ?? model)));
}

/** Of a model whose texts are all known nothing is made. */
function subjects({ project, names, context }: DocumentParts, hooked: ReadonlySet<Model>): MembersInput["subjectOf"] {
  const lookup = typeLookup(project);
  return oncePer((model: Model): OperationSubject => {
    const example = exampleObject(model, context.index);
    const subject = { model, names: names.ofModel(model), lookup, isHooked: hooked.has(model) };
    return { ...subject, ...(example !== undefined && { example }) };
  });
}

function membersOf(section: Section, model: Model, { names, context, nested, subjectOf }: MembersInput): object {
  if (section === "schemas")
    return modelSchemas(model, { names, context, isNested: nested.has(model), isWhole: isServed(model) });
  if (!isServed(model)) return {};
  if (section === "tags") return [tagOf(model, names.ofModel(model).tag)];
  return section === "paths" ? pathsOf(subjectOf(model)) : modelComponents(subjectOf(model))[section];
}

function tagOf({ group, version, plural, documentation }: Model, name: string): Tag {
  return { name, description: documentation.description || `${plural} of ${group}/${version}` };
}

function pathsOf(subject: OperationSubject): Readonly<Record<string, PathItem>> {
  const collection = collectionPath(subject.model);
  return {
    [collection]: collectionPathItem(subject),
    [`${collection}/{name}`]: objectPathItem(subject),
    // Without a type of its own a status has nothing that could be read or written.
    ...(subject.model.status !== undefined && { [`${collection}/{name}/status`]: statusPathItem(subject) }),
  };
}
