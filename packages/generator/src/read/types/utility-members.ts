import type { Reader } from "../reader.js";
import { keysAt } from "./key-set.js";
import { mapProperties, required, type Members } from "./members.js";
import type { ReferenceSite } from "./reference.js";
import { recordMembers } from "./mapped-type.js";
import { at, type Site } from "./site.js";

/**
 * The members of the utility types that make objects of objects. They are worked out on declarations and not by the checker, so
 * that doc comments, the order of properties and the names of their types stay.
 */
export function utilityMembers(reader: Reader, site: ReferenceSite, name: string): Members | undefined {
  const [first, second] = site.node.typeArguments ?? [];
  if (first === undefined) return undefined;
  if (name === "Record") {
    return second && recordMembers(reader, site, { keys: at(site, first), value: at(site, second) });
  }
  const members = reader.membersOf(at(site, first));
  if (members === undefined) return undefined;
  switch (name) {
    case "Readonly":
    case "NonNullable":
    case "NoInfer":
      return members;
    case "Partial":
      return mapProperties(members, (member) => ({ ...member, optional: true }));
    case "Required":
      return mapProperties(members, (member) => ({ ...member, ...required(member) }));
    case "Pick":
    case "Omit":
      return second && chosen(reader, members, { keys: at(site, second), keeps: name === "Pick" });
    default:
      return undefined;
  }
}

interface Choice {
  readonly keys: Site;
  readonly keeps: boolean;
}

function chosen(reader: Reader, members: Members, { keys, keeps }: Choice): Members | undefined {
  const set = keysAt(reader, keys);
  if (set === undefined) return undefined;
  const names = new Set(set.names);
  const takesAny = set.patterns.includes(undefined);
  const kept = mapProperties(members, (member) => (names.has(member.name) === keeps ? member : undefined));
  return { ...kept, indexes: takesAny === keeps ? members.indexes : [] };
}
