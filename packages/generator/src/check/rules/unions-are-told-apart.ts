import { diagnose } from "../../diagnostic/diagnose.js";
import { resolved, type TypeLookup } from "../../model/type-at-path.js";
import type { Type } from "../../model/type.js";
import { tagValues } from "../../model/discriminator.js";
import type { Rule } from "../rule.js";

type ObjectType = Extract<Type, { shape: "object" }>;

/** Members of a union that are tagged by one property are tagged differently: else nobody can tell which a value is. */
export const unionsAreToldApart: Rule = function* ({ types, lookup }) {
  for (const type of types) {
    if (type.shape !== "union" || type.discriminator !== undefined) continue;
    const repeated = repeatedTag(lookup, type.members);
    if (repeated !== undefined) yield diagnose("CM3018", type.span, repeated);
  }
};

/** A property that tags every member, with a literal that two of them share. */
function repeatedTag(lookup: TypeLookup, members: readonly Type[]): { property: string; value: string } | undefined {
  const objects = members.map((member) => resolved(lookup, member)).filter(({ shape }) => shape !== "null");
  const [first] = objects;
  if (objects.length < 2 || first?.shape !== "object" || !objects.every(isObject)) return undefined;
  for (const { name: property } of first.properties) {
    const values = objects.map((object) => tagValues(lookup, object, property));
    const all = values.flat();
    const repeated = all.find((value, position) => all.indexOf(value) !== position);
    if (values.every((own) => own.length > 0) && repeated !== undefined)
      return { property, value: JSON.stringify(repeated) };
  }
  return undefined;
}

function isObject(type: Type): type is ObjectType {
  return type.shape === "object";
}
