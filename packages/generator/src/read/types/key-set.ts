import type { Type } from "../../model/type.js";
import type { Reader } from "../reader.js";
import type { Site } from "./site.js";

/** What may be a key: names, and forms of names. */
export interface KeySet {
  readonly names: readonly string[];
  /** Regular expressions; `undefined` among them is any string. */
  readonly patterns: readonly (string | undefined)[];
}

/** The form of a number that is a key. */
export const numberKeyPattern = "^-?[0-9]+(?:\\.[0-9]+)?$";

/** The keys that a type stands for, in the order they are written in; `undefined` where it is no type of keys. */
export function keysAt(reader: Reader, site: Site): KeySet | undefined {
  const { type } = reader.read(site);
  return type === undefined ? { names: [], patterns: [] } : keysOf(reader, type);
}

function keysOf(reader: Reader, type: Type): KeySet | undefined {
  switch (type.shape) {
    case "literal":
      return { names: [String(type.value)], patterns: [] };
    case "enum":
      return { names: type.values.map(String), patterns: [] };
    case "string":
      return { names: [], patterns: [type.constraints.pattern] };
    case "number":
    case "integer":
      return { names: [], patterns: [numberKeyPattern] };
    case "union":
      return joined(type.members.map((member) => keysOf(reader, member)));
    case "ref": {
      const target = reader.named.bodyOf(type.name)?.type;
      return target && keysOf(reader, target);
    }
    default:
      return undefined;
  }
}

function joined(sets: readonly (KeySet | undefined)[]): KeySet | undefined {
  const known = sets.filter((set) => set !== undefined);
  if (known.length < sets.length) return undefined;
  return { names: known.flatMap(({ names }) => names), patterns: known.flatMap(({ patterns }) => patterns) };
}
