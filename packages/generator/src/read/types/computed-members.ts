import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { numberKeyPattern } from "./key-set.js";
import { indexMember, type IndexMember, type Member, type Members } from "./members.js";
import { noBindings, type Reading, type Site } from "./site.js";

/** The members of an object type that the checker worked out. Where a property's type is as declared, its node is read. */
export function computedMembers(reader: Reader, type: ts.Type, site: Site): Members {
  const isMapped = ((type as ts.ObjectType).objectFlags & compiler.ObjectFlags.Mapped) !== 0;
  const properties = reader.checker
    .getPropertiesOfType(type)
    .map((symbol) => propertyOf(reader, symbol, { site, isMapped }));
  const indexes = reader.checker.getIndexInfosOfType(type).map((info): IndexMember => {
    const isNumber = (info.keyType.flags & compiler.TypeFlags.Number) !== 0;
    return indexMember(
      isNumber ? numberKeyPattern : undefined,
      () => reader.readCheckerType(info.type, site),
      site.node,
    );
  });
  return {
    properties: new Map(properties.flatMap((member) => (member === undefined ? [] : [[member.name, member]]))),
    indexes,
    rejected: [],
    isEnvelope: false,
  };
}

interface Place {
  readonly site: Site;
  /** The types of a mapped type's properties are of its own making, whatever their doc comments say of others. */
  readonly isMapped: boolean;
}

function propertyOf(reader: Reader, symbol: ts.Symbol, { site, isMapped }: Place): Member | undefined {
  // The checker's names of symbols and private members start with two underscores and an at sign.
  if (symbol.name.startsWith("__@") || symbol.name.startsWith("__#")) return undefined;
  const type = reader.checker.getTypeOfSymbol(symbol);
  const declaration = symbol.declarations?.[0];
  const name = compiler.unescapeLeadingUnderscores(symbol.escapedName);
  const base = { name, optional: (symbol.flags & compiler.SymbolFlags.Optional) !== 0 };
  const isDeclared = declaration !== undefined && compiler.isPropertySignature(declaration);
  if (isDeclared && declaration.type !== undefined && isTypeOf(reader, declaration.type, type)) {
    return { ...base, sites: [{ node: declaration.type, environment: noBindings }], declaration };
  }
  const computed = (): Reading => reader.readCheckerType(type, site);
  return { ...base, sites: [], computed, declaration: isDeclared && !isMapped ? declaration : site.node };
}

/** Whether a node spells out the type, `undefined` of an optional property aside. */
function isTypeOf(reader: Reader, node: ts.TypeNode, type: ts.Type): boolean {
  const declared = reader.checker.getTypeFromTypeNode(node);
  if (declared === type) return true;
  if (!type.isUnion()) return false;
  const others = type.types.filter(({ flags }) => (flags & compiler.TypeFlags.Undefined) === 0);
  const declaredTypes = declared.isUnion() ? declared.types : [declared];
  return others.length === declaredTypes.length && others.every((other) => declaredTypes.includes(other));
}
