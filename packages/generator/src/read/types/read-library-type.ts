import type { Type } from "../../model/type.js";
import type { Reader } from "../reader.js";
import { readMembers } from "./read-object.js";
import { unreadable } from "./read-scalar.js";
import type { ReferenceNode } from "./reference.js";
import { at, type Reading, type Site } from "./site.js";

type ReferenceSite = Site & { readonly node: ReferenceNode };

/** Reads a type of the standard library: those with a JSON form, and the utility types. */
export function readLibraryType(reader: Reader, site: ReferenceSite, name: string): Reading {
  const [argument] = site.node.typeArguments ?? [];
  if (argument !== undefined && (name === "Array" || name === "ReadonlyArray")) {
    return reader.readArray(site, at(site, argument));
  }
  if (name === "Record") return readRecord(reader, site);
  const members = reader.membersOf(site);
  if (members !== undefined) return { type: readMembers(reader, site.node, members) };
  reader.report("CM3003", site.node, { name });
  return { type: unreadable(reader, site.node) };
}

function readRecord(reader: Reader, site: ReferenceSite): Reading {
  const [key, value] = site.node.typeArguments ?? [];
  if (key === undefined || value === undefined) return { type: unreadable(reader, site.node) };
  const type: Type = reader.readRecord({ key: at(site, key), value: at(site, value), declaration: site.node });
  return { type };
}
