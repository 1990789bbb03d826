import { diagnose } from "../../diagnostic/diagnose.js";
import { isIndexedScalar } from "../../model/scalars.js";
import { alternatives, resolved, type TypeLookup } from "../../model/type-at-path.js";
import type { Property, Type } from "../../model/type.js";
import type { Rule } from "../rule.js";

/** `@listKey` names a required scalar property of a list's items: it tells them apart. */
export const listKeysAreScalars: Rule = function* ({ properties, lookup }) {
  for (const property of properties) {
    const { listKey: key, tagSpans, span } = property;
    if (key === undefined) continue;
    const problem = problemWith(lookup, property, key);
    if (problem !== undefined) yield diagnose("CM4010", tagSpans?.listKey ?? span, { key, problem });
  }
};

function problemWith(lookup: TypeLookup, { type, name }: Property, key: string): string | undefined {
  const lists = alternatives(lookup, type);
  const items = lists.flatMap((list) => (list.shape === "array" ? alternatives(lookup, list.items) : []));
  if (items.length === 0 || lists.some(({ shape }) => shape !== "array")) return `\`${name}\` is no list of objects`;
  for (const item of items) {
    const problem = problemInItem(lookup, item, key);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemInItem(lookup: TypeLookup, item: Type, key: string): string | undefined {
  if (item.shape !== "object") return "the items are no objects with named properties";
  const property = item.properties.find(({ name }) => name === key);
  if (property === undefined) return `the items have no property \`${key}\``;
  if (!property.required) return `\`${key}\` of the items is optional`;
  if (isNullable(lookup, property.type)) return `\`${key}\` of the items may be null`;
  const types = alternatives(lookup, property.type);
  return types.length > 0 && types.every(isScalar) ? undefined : `\`${key}\` of the items is no scalar`;
}

function isNullable(lookup: TypeLookup, type: Type): boolean {
  const target = resolved(lookup, type);
  if (target.shape === "union") return target.members.some((member) => isNullable(lookup, member));
  return target.shape === "null";
}

function isScalar(type: Type): boolean {
  return isIndexedScalar(type) || type.shape === "literal" || type.shape === "enum";
}
