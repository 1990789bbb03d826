import { oncePer } from "./once-per.js";
import { type TypeLookup, typeLookup } from "./type-at-path.js";
import { TypeSearch } from "./type-search.js";
import type { Property, Type } from "./type.js";
import type { Model, ModelPart, ProjectModel } from "./model.js";

/** Whether an object that is stored has a property, whatever was sent: a default sees to it, or the check of what is about to be stored. */
export function isRequiredWhenStored(property: Property): boolean {
  return property.required || isGiven(property);
}

/** Whether an object that is sent must have a property. */
export function isRequiredWhenSent(property: Property): boolean {
  return property.required && !isGiven(property);
}

/** Whether an object that hooks get has a property, whatever was sent. */
export function isRequiredInDraft(property: Property): boolean {
  return isRequiredWhenStored(property) && (property.filled !== true || property.default !== undefined);
}

/** Whether something else than the caller sees to it that a property is there. */
function isGiven({ default: value, filled = false }: Property): boolean {
  return value !== undefined || filled;
}

/** Whether a property is never answered. */
export function isSecret({ secret = false }: Property): boolean {
  return secret;
}

/** Which types look different once they are stored, as callers see them. */
export interface StoredForms {
  differs(type: Type): boolean;
  /** The same for a named type. */
  namedDiffers(name: string): boolean;
}

export const storedForms = oncePer((project: FormedProject) =>
  formsOf(project, (property) => isGiven(property) || isSecret(property)),
);

/** Which types have fields that are never answered. */
export const secretForms = oncePer((project: FormedProject) => formsOf(project, isSecret));

/** The same for what hooks get: of all that is stored, what they fill in may not be there. */
export const draftForms = oncePer((project: FormedProject) => formsOf(project, ({ filled = false }) => filled));

type FormedProject = Pick<ProjectModel, "types" | "models">;

function formsOf(project: FormedProject, isOther: (property: Property) => boolean): StoredForms {
  const lookup: TypeLookup = typeLookup(project);
  const isSought = (type: Type): boolean => type.shape === "object" && type.properties.some(isOther);
  const search = new TypeSearch({ lookup, isSought });
  return { differs: (type) => search.bears(type), namedDiffers: (name) => search.bearsNamed(name) };
}

/** The parts of a model's objects that look different once they are stored. */
export function differingParts(
  { spec, status }: Model,
  forms: StoredForms,
): readonly { readonly name: "spec" | "status"; readonly part: ModelPart }[] {
  const parts = [
    { name: "spec", part: spec },
    { name: "status", part: status },
  ] as const;
  return parts.flatMap(({ name, part }) => (part !== undefined && forms.differs(part.type) ? [{ name, part }] : []));
}

/** What the stored form of a named type is called, after what the type is called. */
export function storedFormName(name: string): string {
  return `Stored${name}`;
}

/** What the form of a named type is called that hooks get. */
export function draftFormName(name: string): string {
  return `Draft${name}`;
}

/** What is emitted for a named type: its name, and those of its other forms. */
export function formNames(project: FormedProject, type: string, emitted: string): readonly string[] {
  return [
    emitted,
    ...(storedForms(project).namedDiffers(type) ? [storedFormName(emitted)] : []),
    ...(draftForms(project).namedDiffers(type) ? [draftFormName(emitted)] : []),
  ];
}
