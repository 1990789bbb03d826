import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { behind } from "./behind.js";
import { keysAt, type KeySet } from "./key-set.js";
import type { Members } from "./members.js";
import { combine } from "./read-union.js";
import { at, type Reading, type Site } from "./site.js";

type AccessSite = Site & { readonly node: ts.IndexedAccessTypeNode };

/** Reads `T["name"]` and `List[number]`. The constraints in a property's doc comment go with its type. */
export function readIndexedAccess(reader: Reader, site: AccessSite): Reading {
  const { objectType, indexType } = site.node;
  const owner = at(site, objectType);
  const element = elementReading(reader, site);
  if (element !== undefined) return element;
  const members = reader.membersOf(owner);
  const keys = members && keysAt(reader, at(site, indexType));
  const readings = members && keys && propertyReadings(reader, members, keys);
  return readings === undefined ? reader.readComputed(site) : combine(reader, site.node, readings);
}

function propertyReadings(reader: Reader, members: Members, keys: KeySet): Reading[] | undefined {
  const readings: Reading[] = [];
  for (const name of keys.names) {
    const member = members.properties.get(name);
    if (member === undefined) return undefined;
    const property = reader.readProperty(member);
    readings.push(
      property === undefined ? { undefinable: true } : { type: property.type, undefinable: !property.required },
    );
  }
  if (keys.patterns.length > 0) readings.push(...members.indexes.map((index) => index.read()));
  return readings.length > 0 ? readings : undefined;
}

/** What stands in a list or tuple, of which `[number]` asks. */
function elementReading(reader: Reader, site: AccessSite): Reading | undefined {
  if (site.node.indexType.kind !== compiler.SyntaxKind.NumberKeyword) return undefined;
  const owner = reader.read(at(site, site.node.objectType)).type;
  const type = owner && behind(reader, owner);
  if (type?.shape === "array") return { type: type.items };
  if (type?.shape !== "tuple") return undefined;
  const elements = type.rest === undefined ? type.items : [...type.items, type.rest];
  const undefinable = type.required < type.items.length;
  return combine(reader, site.node, [...elements.map((element) => ({ type: element })), { undefinable }]);
}
