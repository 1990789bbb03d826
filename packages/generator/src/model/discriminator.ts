import { resolved, type TypeLookup } from "./type-at-path.js";
import type { Type } from "./type.js";

type Union = Extract<Type, { shape: "union" }>;
type ObjectType = Extract<Type, { shape: "object" }>;

/** The union with the property named whose literals tell its members apart, where there is one. `null` is apart anyway. */
export function discriminated(lookup: TypeLookup, union: Union): Union {
  const members = union.members.filter(({ shape }) => shape !== "null").map((member) => resolved(lookup, member));
  const objects = members.filter((member): member is ObjectType => member.shape === "object");
  const [first, ...others] = objects;
  if (first === undefined || others.length === 0 || objects.length < members.length) return union;
  const tag = first.properties.find(({ name }) => tellsApart(lookup, objects, name));
  return tag === undefined ? union : { ...union, discriminator: tag.name };
}

function tellsApart(lookup: TypeLookup, objects: readonly ObjectType[], name: string): boolean {
  const values = objects.map((object) => tagValues(lookup, object, name));
  const all = values.flat();
  return values.every((own) => own.length > 0) && new Set(all).size === all.length;
}

/** The literals that a required property of an object may be; none where it may be anything else. */
export function tagValues(lookup: TypeLookup, object: Type, name: string): readonly (string | number | boolean)[] {
  const target = resolved(lookup, object);
  const property = target.shape === "object" ? target.properties.find((each) => each.name === name) : undefined;
  if (property === undefined || !property.required) return [];
  const type = resolved(lookup, property.type);
  if (type.shape === "literal") return [type.value];
  return type.shape === "enum" ? type.values : [];
}
