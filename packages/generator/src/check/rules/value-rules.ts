import { diagnose } from "../../diagnostic/diagnose.js";
import { shortText } from "../../diagnostic/short-text.js";
import { isIndexedScalar } from "../../model/scalars.js";
import { alternatives, isNullable, type TypeLookup } from "../../model/type-at-path.js";
import type { Property, Type } from "../../model/type.js";
import type { Rule } from "../rule.js";
import { isWholeType } from "../types/is-whole-type.js";

/** A default is a value of its property's type (spec 2.4): it is put in before the schema is checked. */
export const defaultsFit: Rule = function* ({ properties, lookup, values }) {
  for (const property of properties) {
    const { default: value, type, tagSpans, span } = property;
    if (value === undefined || !isWholeType(type, lookup)) continue;
    const problem = values.defaultMisfit(property);
    if (problem !== undefined)
      yield diagnose("CM4008", tagSpans?.default ?? span, { value: shortText(JSON.stringify(value)), problem });
  }
};

/** An example is a value of the type it is an example of: documentation shows it to callers. */
export const examplesFit: Rule = function* ({ properties, named, lookup, values }) {
  const ofProperties = properties.map((property) => ({ ...property, place: property.tagSpans?.example }));
  const ofTypes = named.map((type) => ({ ...type, place: type.type.tagSpans?.example }));
  for (const { documentation, type, span, place = span } of [...ofProperties, ...ofTypes]) {
    const { examples = [] } = documentation;
    if (examples.length === 0 || !isWholeType(type, lookup)) continue;
    for (const value of examples) {
      const problem = values.misfit(value, type);
      if (problem !== undefined) yield diagnose("CM4009", place, { value: shortText(JSON.stringify(value)), problem });
    }
  }
};

/** What may not change in a list's items needs a key that says which item is which: items move and go. */
export const immutableItemsAreKeyed: Rule = function* ({ properties, lookup }) {
  const reported = new Set<Property>();
  for (const { type, listKey, name: list } of properties) {
    if (listKey !== undefined) continue;
    const ofItems = itemTypes(lookup, type).flatMap((item) => (item.shape === "object" ? item.properties : []));
    for (const property of ofItems) {
      if (property.immutable !== true || reported.has(property)) continue;
      reported.add(property);
      yield diagnose("CM4011", property.tagSpans?.immutable ?? property.span, { name: property.name, list });
    }
  }
};

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
  const items = itemTypes(lookup, type);
  if (items.length === 0 || lists.some(({ shape }) => shape !== "array")) return `\`${name}\` is no list of objects`;
  return items.map((item) => problemInItem(lookup, item, key)).find((problem) => problem !== undefined);
}

/** The types that a list's items may have; none where it is not a list. */
function itemTypes(lookup: TypeLookup, type: Type): readonly Type[] {
  const lists = alternatives(lookup, type);
  return lists.flatMap((list) => (list.shape === "array" ? alternatives(lookup, list.items) : []));
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

function isScalar(type: Type): boolean {
  return isIndexedScalar(type) || type.shape === "literal" || type.shape === "enum";
}
