import type { Type } from "../../model/type.js";
import type { NamedEntry } from "../types/named-types.js";

/** Gives each named type a name no other has, the same on every run. Keys are the ids that references hold. */
export function nameTypes(entries: readonly NamedEntry[], taken: Iterable<string>): ReadonlyMap<string, string> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const used = new Set(taken);
  const names = new Map<string, string>();
  for (const entry of entries) {
    const wanted = wantedName(entry, byId);
    let name = wanted;
    for (let count = 2; used.has(name); count += 1) name = `${wanted}${count}`;
    used.add(name);
    names.set(entry.id, name);
  }
  return names;
}

function wantedName(entry: NamedEntry, byId: ReadonlyMap<string, NamedEntry>): string {
  if (entry.arguments.length === 0) return entry.baseName;
  return `${entry.baseName}Of${entry.arguments.map((argument) => argumentName(argument, byId)).join("And")}`;
}

function argumentName(type: Type, byId: ReadonlyMap<string, NamedEntry>): string {
  if (type.shape === "ref") {
    const entry = byId.get(type.name);
    return entry === undefined ? type.name : wantedName(entry, byId);
  }
  return type.shape === "model" ? type.name : type.shape;
}
