import type { ts } from "ts-morph";

import { canonicalText } from "../../model/canonical-text.js";
import { pascalCase } from "../../model/name-case.js";
import type { Templates, Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import { noAnnotations } from "../docs/annotations.js";
import type { NamedBody } from "./named-types.js";
import { type Owner, type Place, reject, rejectEndless } from "./place.js";
import { typeAt } from "./plain-types.js";
import { orderedProperties } from "./property-order.js";
import { type IndexMember, readIndexes } from "./read-index-signatures.js";
import { readProperty } from "./read-property.js";
import { isData, reportBases, reportBehaviour } from "./report-behaviour.js";

/** Reads an object type. One without a name that holds itself is given one. */
export function readObject(type: ts.Type, place: Place): Type {
  const { reader, node, isNamed } = place;
  if (isNamed === true) return readMembers({ type, place });
  const { current } = reader.named;
  const declaration =
    enclosingDeclaration(current?.declaration ?? type.getSymbol()?.declarations?.[0] ?? node) ??
    enclosingDeclaration(node);
  const read = (): NamedBody => ({ type: readMembers({ type, place }), annotations: noAnnotations });
  if (declaration === undefined) return read().type;
  const name = `${current?.name ?? declaration.name.text}${pascalCase(stepsTo(place))}`;
  const result = reader.named.readUnnamed(type, { name, declaration, node }, read);
  if (typeof result === "string") return typeAt(place, { shape: "ref", name: result });
  if (result !== undefined) return result.type;
  return rejectEndless({ ...place, path: "" }, type.aliasSymbol?.name ?? declaration.name.text);
}

/** The properties and items from where the body begins, which lead to this type alone. */
function stepsTo({ path, bodyPath }: Place): string {
  return bodyPath === undefined ? path.replace(/^spec\b/, "") : path.slice(bodyPath.length);
}

/** The interface or alias that a node is written in. */
function enclosingDeclaration(
  node: ts.Node | undefined,
): ts.InterfaceDeclaration | ts.TypeAliasDeclaration | undefined {
  return compiler.findAncestor(
    node,
    (around): around is ts.InterfaceDeclaration | ts.TypeAliasDeclaration =>
      compiler.isInterfaceDeclaration(around) || compiler.isTypeAliasDeclaration(around),
  );
}

function readMembers(owner: Owner): Type {
  const { place } = owner;
  reportBases(owner);
  reportBehaviour(owner);
  const members = orderedProperties(owner).filter(isData);
  const properties = members.flatMap((symbol) => readProperty(symbol, owner) ?? []);
  const [first, ...others] = readIndexes(owner);
  if (first === undefined) return typeAt(place, { constraints: {}, shape: "object", properties });
  const values = first.values;
  const isAlike = others.every((other) => canonicalText(other.values) === canonicalText(values));
  const keys = joinedKeys([first, ...others]);
  if (!isAlike) reject(first.place, "CM3014", {});
  return properties.length > 0
    ? typeAt(place, { constraints: {}, shape: "object", properties, additional: values, ...keys })
    : typeAt(place, { constraints: {}, shape: "record", values, ...keys });
}

/** Keys of any of the forms; of any form at all where one of them is free. */
function joinedKeys(indexes: readonly IndexMember[]): { keyPattern: string; keyTemplates: Templates } | undefined {
  const known = indexes.flatMap(({ keys }) => keys ?? []);
  const [only] = known;
  if (only === undefined || known.length < indexes.length) return undefined;
  const joined = known.map(({ pattern }) => `(?:${pattern})`).join("|");
  const keyPattern = known.length === 1 ? only.pattern : joined;
  return { keyPattern, keyTemplates: known.flatMap(({ templates }) => templates) };
}
