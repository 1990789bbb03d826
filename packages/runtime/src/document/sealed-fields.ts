import { randomUUID } from "node:crypto";
import { belowItem, type HiddenBelow, membersBelow } from "./field-path.js";
import { isJsonObject, type JsonObject, setMember } from "./json-object.js";

/** An object whose hidden fields have seals in their places, which nobody can guess. */
export interface Sealed {
  readonly object: unknown;
  /**
   * Puts the values back where their seals are, wherever the items of lists have gone.
   *
   * @returns undefined if a seal is where the field would be shown, or is part of a text.
   */
  readonly unsealed: (changed: unknown) => { readonly object: unknown } | undefined;
}

/**
 * Seals the hidden fields of an object for a patch of somebody who is not shown them: it can set and remove them, and learns nothing by testing or
 * copying them.
 */
export function sealed(object: unknown, tree: HiddenBelow): Sealed {
  const prefix = `hidden ${randomUUID()} `;
  const values = new Map<string, unknown>();
  const seal = (value: unknown): string => {
    const text = `${prefix}${values.size}`;
    values.set(text, value);
    return text;
  };
  const open = (value: unknown): unknown =>
    typeof value === "string" && values.has(value) ? values.get(value) : value;
  return {
    object: replaced(object, tree, seal),
    unsealed: (changed) => {
      const opened = replaced(changed, tree, open);
      const isLeft = values.size > 0 && JSON.stringify(opened).includes(prefix);
      return isLeft ? undefined : { object: opened };
    },
  };
}

/** A copy in which each hidden value is another one. */
function replaced(value: unknown, node: HiddenBelow, by: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => replaced(item, belowItem(node), by));
  if (!isJsonObject(value)) return value;
  const copy: JsonObject = { ...value };
  for (const [name, inner] of membersBelow(value, node)) {
    if (!Object.hasOwn(value, name)) continue;
    setMember(copy, name, inner.isHidden ? by(value[name]) : replaced(value[name], inner, by));
  }
  return copy;
}
