import type { Type } from "../../model/type.js";
import type { Reader } from "../reader.js";

/** The type that a reference stands for, through references to references; one that only refers to itself stays a reference. */
export function behind(reader: Reader, type: Type): Type {
  const seen = new Set<string>();
  let target = type;
  while (target.shape === "ref" && !seen.has(target.name)) {
    seen.add(target.name);
    target = reader.named.bodyOf(target.name)?.type ?? target;
  }
  return target;
}

/**
 * The members of a union, in order: references to unions and to null are followed and enumerations taken apart. A type that is no
 * union is its own only member.
 */
export function unionMembers(reader: Reader, type: Type, seen: Set<string> = new Set()): readonly Type[] {
  const { span } = type;
  switch (type.shape) {
    case "union":
      return type.members.flatMap((member) => unionMembers(reader, member, seen));
    case "enum":
      return type.values.map((value) => ({ shape: "literal", value, constraints: {}, span }));
    case "ref": {
      if (seen.has(type.name)) return [];
      seen.add(type.name);
      const target = reader.named.bodyOf(type.name)?.type;
      const isFollowed = target !== undefined && ["union", "enum", "ref", "null"].includes(target.shape);
      return isFollowed ? unionMembers(reader, target, seen) : [type];
    }
    default:
      return [type];
  }
}
