import type { Model, ProjectModel } from "../../model/model.js";
import type { Type } from "../../model/type.js";
import { stringLiteral } from "../../render/text.js";
import { modelNames } from "../model-names.js";

/** The code that reads a path off an object. */
export interface PathAccess {
  readonly expression: string;
  /** Whether the expression calls `own`, which the module then has to define. */
  readonly usesOwn: boolean;
}

/** A place on the way: the object itself, or a value whose type is known as far as it matters. */
interface Place {
  readonly envelope?: Model;
  readonly type?: Type | undefined;
  readonly mayBeAbsent: boolean;
}

const unknownPlace: Place = { mayBeAbsent: true };

/**
 * The expression that reads `path` off an object of `model`: `person.spec.otherPerson?.spec.name`. It is `undefined` where
 * anything on the way is absent, and never something the object inherited.
 */
export function pathAccess(project: ProjectModel, model: Model, path: readonly string[]): PathAccess {
  let place: Place = { envelope: model, mayBeAbsent: false };
  let expression = modelNames(model).parameter;
  let usesOwn = false;
  for (const name of path) {
    const inherited = name in Object.prototype;
    expression = inherited ? `own(${expression}, ${stringLiteral(name)})` : expression + accessor(name, place);
    usesOwn ||= inherited;
    place = propertyOf(project, place, name);
  }
  return { expression, usesOwn };
}

/** Names that are no identifier, and keys of records, which a compiler may forbid to be read like properties, take brackets. */
function accessor(name: string, { type, mayBeAbsent }: Place): string {
  const asProperty = type?.shape !== "record" && /^[A-Za-z_$][\w$]*$/.test(name);
  if (asProperty) return `${mayBeAbsent ? "?." : "."}${name}`;
  return `${mayBeAbsent ? "?." : ""}[${stringLiteral(name)}]`;
}

/** Follows names and unions. What is reached through something absent is absent only there: `a?.b.c` stops at `a`. */
function propertyOf(project: ProjectModel, { envelope, type }: Place, name: string): Place {
  if (envelope !== undefined) return partOf(envelope, name);
  switch (type?.shape) {
    case "ref":
      return propertyOf(project, { type: typeNamed(project, type.name), mayBeAbsent: false }, name);
    case "model":
      return partOf(modelOf(project, type.name), name);
    case "object": {
      const property = type.properties.find((candidate) => candidate.name === name);
      if (property === undefined) return { type: type.additional, mayBeAbsent: true };
      return { type: property.type, mayBeAbsent: !property.required || isNullable(project, property.type) };
    }
    case "record":
      return { type: type.values, mayBeAbsent: true };
    case "union":
      return sharedBy(membersOf(type.members).map((member) => propertyOf(project, { type: member, mayBeAbsent: false }, name)));
    default:
      return unknownPlace;
  }
}

function partOf(model: Model | undefined, name: string): Place {
  const part = name === "spec" || name === "status" ? model?.[name] : undefined;
  return { type: part?.type, mayBeAbsent: part?.required !== true };
}

/** A property that one member of a union may lack may be absent. */
function sharedBy(places: readonly Place[]): Place {
  return { type: places[0]?.type, mayBeAbsent: places.some(({ mayBeAbsent }) => mayBeAbsent) };
}

function membersOf(members: readonly Type[]): readonly Type[] {
  return members.filter(({ shape }) => shape !== "null");
}

function isNullable(project: ProjectModel, type: Type | undefined): boolean {
  if (type?.shape === "ref") return isNullable(project, typeNamed(project, type.name));
  return type?.shape === "null" || (type?.shape === "union" && type.members.some((member) => isNullable(project, member)));
}

function typeNamed(project: ProjectModel, name: string): Type | undefined {
  return project.types.find((named) => named.name === name)?.type;
}

function modelOf(project: ProjectModel, kind: string): Model | undefined {
  return project.models.find((model) => model.kind === kind);
}
