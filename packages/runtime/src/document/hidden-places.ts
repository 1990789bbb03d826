import { printPointer } from "@cmgen/model/internal";
import { belowItem, type HiddenBelow, membersBelow } from "./field-path.js";
import { isJsonObject, type JsonObject, setMember } from "./json-object.js";

/** Members and places of items that lead to a value. */
export type Place = readonly (string | number)[];

/** Every hidden field that an object has, with its place and its value. */
export function hiddenPlaces(
  object: unknown,
  tree: HiddenBelow,
): readonly { readonly place: Place; readonly value: unknown }[] {
  const found: { place: Place; value: unknown }[] = [];
  replaceHidden(object, tree, (value, place) => {
    found.push({ place, value });
    return value;
  });
  return found;
}

/** Where a value has hidden fields, as JSON Pointers. */
export function hiddenPointers(value: unknown, tree: HiddenBelow): readonly string[] {
  return hiddenPlaces(value, tree).map(({ place }) => printPointer(place));
}

/** A copy in which each hidden value is what `by` makes of it and its place. */
export function replaceHidden(
  value: unknown,
  node: HiddenBelow,
  by: (value: unknown, place: Place) => unknown,
): unknown {
  const below = (step: string | number) => (inner: unknown, rest: Place) => by(inner, [step, ...rest]);
  if (Array.isArray(value)) return value.map((item, at) => replaceHidden(item, belowItem(node), below(at)));
  if (!isJsonObject(value)) return value;
  const copy: JsonObject = { ...value };
  for (const [name, inner] of membersBelow(value, node)) {
    if (!Object.hasOwn(value, name)) continue;
    setMember(copy, name, inner.isHidden ? by(value[name], [name]) : replaceHidden(value[name], inner, below(name)));
  }
  return copy;
}
