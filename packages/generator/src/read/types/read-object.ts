import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import type { Templates, Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import { noAnnotations } from "../docs/annotations.js";
import type { Reader } from "../reader.js";
import { pascal } from "./argument-name.js";
import { reportBases } from "./heritage.js";
import { canonicalText, type NamedBody } from "./named-types.js";
import { definiteParts } from "./parts.js";
import type { Place } from "./place.js";
import { typeAt } from "./plain-types.js";
import { orderedProperties } from "./property-order.js";
import { type IndexMember, readIndexes } from "./read-index-signatures.js";
import { readProperty } from "./read-property.js";
import { isNever } from "./report-never.js";

/** Reads an object type. One without a name that holds itself is given one. */
export function readObject(reader: Reader, type: ts.Type, place: Place): Type {
  const { node, isNamed } = place;
  if (isNamed === true) return readMembers(reader, type, place);
  const declaration = enclosingDeclaration(type.getSymbol()?.declarations?.[0] ?? node) ?? enclosingDeclaration(node);
  const read = (): NamedBody => ({ type: readMembers(reader, type, place), annotations: noAnnotations });
  if (declaration === undefined) return read().type;
  const name = `${declaration.name.text}${pascal(place.path.slice(place.path.lastIndexOf(".") + 1))}`;
  const result = reader.named.readUnnamed(type, { name, declaration, node }, read);
  if (typeof result === "string") return typeAt(reader, node, { shape: "ref", name: result });
  if (result !== undefined) return result.type;
  return reader.reject({ ...place, path: "" }, "CM3011", { type: type.aliasSymbol?.name ?? declaration.name.text });
}

/** The interface or alias that a node is written in. */
function enclosingDeclaration(node: ts.Node): ts.InterfaceDeclaration | ts.TypeAliasDeclaration | undefined {
  return compiler.findAncestor(
    node,
    (around): around is ts.InterfaceDeclaration | ts.TypeAliasDeclaration =>
      compiler.isInterfaceDeclaration(around) || compiler.isTypeAliasDeclaration(around),
  );
}

function readMembers(reader: Reader, type: ts.Type, place: Place): Type {
  reportBases(reader, type, place);
  reportBehaviour(reader, type, place);
  const members = orderedProperties(reader, type, place).filter((symbol) => isData(symbol));
  const properties = members.flatMap((symbol) => readProperty(reader, symbol, { type, place }) ?? []);
  const [first, ...others] = readIndexes(reader, type, place);
  if (first === undefined) return typeAt(reader, place.node, { constraints: {}, shape: "object", properties });
  const values = first.values;
  const isAlike = others.every((other) => canonicalText(other.values) === canonicalText(values));
  const keys = joinedKeys([first, ...others]);
  if (!isAlike || (properties.length > 0 && keys !== undefined)) reader.reject(first.place, "CM3014", {});
  const isObject = properties.length > 0;
  return typeAt(
    reader,
    place.node,
    isObject
      ? { constraints: {}, shape: "object", properties, additional: values }
      : { constraints: {}, shape: "record", values, ...keys },
  );
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

/** Whether a member has a name that JSON could hold, and a value that is no method. */
function isData({ flags, name }: ts.Symbol): boolean {
  const { Method, Accessor } = compiler.SymbolFlags;
  return (flags & (Method | Accessor)) === 0 && !isHidden(name);
}

/** Whether a member only says that nothing is there: `[key]?: never`. */
function isAbsent(reader: Reader, symbol: ts.Symbol): boolean {
  const parts = definiteParts(reader.checker.getTypeOfSymbol(symbol));
  return isHidden(symbol.name) && parts.every((part) => isNever(reader, part));
}

/** The checker's names of symbols and private members start with two underscores and an at sign or a hash. */
function isHidden(name: string): boolean {
  return name.startsWith("__@") || name.startsWith("__#");
}

/** Methods, accessors, and members whose name is a symbol. */
function reportBehaviour(reader: Reader, type: ts.Type, place: Place): void {
  const members = reader.checker
    .getPropertiesOfType(type)
    .filter((symbol) => !isData(symbol) && !isAbsent(reader, symbol));
  const signatures = [...type.getCallSignatures(), ...type.getConstructSignatures()];
  const symbolIndex = reader.checker
    .getIndexInfosOfType(type)
    .find(({ keyType }) => (keyType.flags & compiler.TypeFlags.ESSymbolLike) !== 0);
  const nodes = [
    ...members.flatMap(({ declarations = [], name }) => declarations.map((node) => ({ node, name }))),
    ...signatures.flatMap(({ declaration: node }) => (node === undefined ? [] : [{ node, name: "()" }])),
    ...(symbolIndex?.declaration === undefined ? [] : [{ node: symbolIndex.declaration, name: "[]" }]),
  ];
  for (const { node, name } of nodes) {
    const member = shortText(node.getText().replace(/[;,]$/, ""));
    const isOwn = !reader.symbols.isForeign(node);
    reader.reject(isOwn ? { ...place, node, isExact: true } : { ...place, isExact: false }, "CM3002", {
      member: isOwn || name.startsWith("__") ? member : shortText(name),
    });
  }
}
