import type { Type } from "../../model/type.js";
import type { Reader } from "../reader.js";
import { behind, unionMembers } from "./behind.js";
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
  const names: string[] = [];
  const patterns: (string | undefined)[] = [];
  for (const member of unionMembers(reader, type)) {
    const target = behind(reader, member);
    if (target.shape === "literal") names.push(String(target.value));
    else if (target.shape === "string") patterns.push(target.constraints.pattern);
    else if (target.shape === "number" || target.shape === "integer") patterns.push(numberKeyPattern);
    else return undefined;
  }
  return { names, patterns };
}
