import type { Type } from "../../model/type.js";
import { behind, unionMembers } from "./behind.js";
import { canonicalText } from "./named-types.js";
import type { Reader } from "../reader.js";
import { readArray } from "./read-array.js";
import { readMembers } from "./read-object.js";
import { combine } from "./read-union.js";
import type { ReferenceSite } from "./reference.js";
import { at, type Reading, type Site } from "./site.js";

/** Reads a type of the standard library: those with a JSON form, and the utility types. */
export function readLibraryType(reader: Reader, site: ReferenceSite, name: string): Reading {
  const [first, second] = (site.node.typeArguments ?? []).map((argument) => at(site, argument));
  if (first === undefined) return reader.readComputed(site);
  if (name === "Array" || name === "ReadonlyArray") return readArray(reader, site, first);
  if (name === "NoInfer" || (name === "Readonly" && reader.membersOf(first) === undefined)) return reader.read(first);
  if (name === "NonNullable") return withoutNull(reader, first);
  if (second !== undefined && (name === "Exclude" || name === "Extract")) {
    return narrowed(reader, site, { from: first, by: second, keeps: name === "Extract" });
  }
  const members = reader.membersOf(site);
  return members === undefined ? reader.readComputed(site) : { type: readMembers(reader, site.node, members) };
}

function withoutNull(reader: Reader, site: Site): Reading {
  const { type } = reader.read(site);
  // What has nothing to lose keeps its name.
  if (type === undefined || !unionMembers(reader, type).some(({ shape }) => shape === "null")) {
    return { ...(type && { type }) };
  }
  const kept = unionMembers(reader, type).filter(({ shape }) => shape !== "null");
  return combine(
    reader,
    site.node,
    kept.map((member) => ({ type: member })),
  );
}

interface Narrowing {
  readonly from: Site;
  readonly by: Site;
  readonly keeps: boolean;
}

/** `Exclude` and `Extract`: the members of one type that are, or are not, among those of another. */
function narrowed(reader: Reader, site: Site, { from, by, keeps }: Narrowing): Reading {
  const source = reader.read(from);
  const filter = reader.read(by);
  const members = source.type === undefined ? [] : withoutCovered(unionMembers(reader, source.type));
  const filters = filter.type === undefined ? [] : unionMembers(reader, filter.type);
  const kept = members.filter((member) => filters.some((other) => isAssignable(reader, member, other)) === keeps);
  const undefinable = source.undefinable === true && (filter.undefinable === true) === keeps;
  return combine(reader, site.node, [...kept.map((type) => ({ type })), { undefinable }]);
}

/** To the compiler `string | "a"` is `string`. */
function withoutCovered(members: readonly Type[]): readonly Type[] {
  const plain = new Set(
    members.filter(({ constraints }) => Object.keys(constraints).length === 0).map(({ shape }) => shape),
  );
  return members.filter((member) => member.shape !== "literal" || !plain.has(carrierOf(member.value)));
}

function carrierOf(value: string | number | boolean): "string" | "number" | "boolean" {
  return typeof value as "string" | "number" | "boolean";
}

/** Whether every value of `type` is one of `other`, as far as discriminated unions need it. */
function isAssignable(reader: Reader, type: Type, other: Type): boolean {
  if (canonicalText(type) === canonicalText(other)) return true;
  const [from, to] = [behind(reader, type), behind(reader, other)];
  if (to.shape === "union" || to.shape === "enum") {
    return unionMembers(reader, to).some((member) => isAssignable(reader, from, member));
  }
  if (from.shape === "literal") return to.shape === typeof from.value;
  if (from.shape === "integer") return to.shape === "number";
  if (from.shape === "int64" || from.shape === "timestamp") return to.shape === "string";
  if (from.shape !== "object" || to.shape !== "object") return false;
  return to.properties.every((wanted) => {
    const property = from.properties.find(({ name }) => name === wanted.name);
    if (property === undefined) return !wanted.required;
    return (property.required || !wanted.required) && isAssignable(reader, property.type, wanted.type);
  });
}
