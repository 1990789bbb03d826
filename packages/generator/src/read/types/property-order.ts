import type { ts } from "ts-morph";

import { compareText } from "../../model/compare-text.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import type { Owner } from "./place.js";
import { heritageOf, type Spelling, symbolOf } from "./spelling.js";

/**
 * The properties of a type in the order in which a reader of the source meets them: what an interface inherits comes before its own,
 * keys that no declaration stands for as they are written. The checker has an order of its own, of which part depends on everything
 * else in the program.
 */
export function orderedProperties({ type, place: { reader, spelling } }: Owner): readonly ts.Symbol[] {
  const properties = propertiesOf(reader, type);
  if (properties.length < 2) return properties;
  const undeclared = properties.filter(({ declarations = [] }) => declarations.length === 0);
  const names = [
    ...declaredNames(reader, properties),
    ...(undeclared.length > 1 && spelling !== undefined ? spelledNames(reader, spelling) : []),
    ...properties.toSorted(byPlace).map(({ name }) => name),
  ];
  const byName = new Map(properties.map((symbol) => [symbol.name, symbol]));
  return [...new Set(names)].flatMap((name) => byName.get(name) ?? []);
}

/** Of a mapped type the checker has the properties in the order of a union of their names, which others may have made before. */
function propertiesOf({ checker }: Reader, type: ts.Type): readonly ts.Symbol[] {
  const properties = checker.getPropertiesOfType(type);
  const parts = type.isIntersection() ? type.types : [type];
  const isMapped = (part: ts.Type): boolean =>
    (part.flags & compiler.TypeFlags.Object) !== 0 &&
    ((part as ts.ObjectType).objectFlags & compiler.ObjectFlags.Mapped) !== 0;
  if (!parts.some(isMapped)) return properties;
  const order = new Map(
    parts
      .flatMap((part) => {
        const own = checker.getPropertiesOfType(part);
        return isMapped(part) ? own.toSorted(byPlace) : own;
      })
      .map(({ name }, at) => [name, at] as const)
      .toReversed(),
  );
  return properties.toSorted((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0));
}

/** By file and place, what no declaration stands for last, by name. */
function byPlace(a: ts.Symbol, b: ts.Symbol): number {
  const [left, right] = [a, b].map(({ declarations: [first] = [] }) => first);
  if (left === undefined || right === undefined) {
    return Number(left === undefined) - Number(right === undefined) || compareText(a.name, b.name);
  }
  return compareText(left.getSourceFile().fileName, right.getSourceFile().fileName) || left.pos - right.pos;
}

/** Names of the properties of the types that declare some of them, what an interface extends before its own. */
function declaredNames(reader: Reader, properties: readonly ts.Symbol[]): readonly string[] {
  const seen = new Set<ts.Node>();
  const namesOf = (owner: ts.Node): readonly string[] => {
    const hasMembers = compiler.isInterfaceDeclaration(owner) || compiler.isTypeLiteralNode(owner);
    if (!hasMembers || seen.has(owner)) return [];
    seen.add(owner);
    const inherited = heritageOf(owner).flatMap((base): readonly string[] => {
      const declarations = symbolOf(reader, base)?.declarations ?? [];
      if (declarations.some((node) => compiler.isInterfaceDeclaration(node))) return declarations.flatMap(namesOf);
      const inBase = propertiesOf(reader, reader.checker.getTypeAtLocation(base));
      const names = new Set(inBase.map(({ name }) => name));
      return [...declaredNames(reader, inBase).filter((name) => names.has(name)), ...names];
    });
    const own = owner.members.map(({ name }) => name && reader.checker.getSymbolAtLocation(name)?.name);
    return [...inherited, ...own.filter((name) => name !== undefined)];
  };
  const owners = properties.flatMap(({ declarations = [] }) => declarations.map(({ parent }) => parent));
  return owners.flatMap(namesOf);
}

/** Texts that are written in a spelling, and in the aliases and enums it refers to, in order. */
function spelledNames(reader: Reader, spelling: Spelling): readonly string[] {
  const { checker } = reader;
  return [...spelling.reached()].flatMap((one) => {
    const type = compiler.isLiteralTypeNode(one.node) ? checker.getTypeFromTypeNode(one.node) : undefined;
    if (type?.isStringLiteral() === true || type?.isNumberLiteral() === true) return [String(type.value)];
    const declarations = one.symbol()?.declarations ?? [];
    const members = declarations.flatMap((declared) =>
      compiler.isEnumDeclaration(declared) ? [...declared.members] : [],
    );
    return members.map((member) => String(checker.getConstantValue(member)));
  });
}
