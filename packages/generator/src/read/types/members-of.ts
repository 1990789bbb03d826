import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { type IndexMember, type Member, type Members, noMembers } from "./members.js";
import { bindParameters, isReferenceNode, type ReferenceNode, type Target, targetOf } from "./reference.js";
import { at, type Environment, type Site } from "./site.js";

/** The members of the object type at a site; `undefined` where it is no object type. */
export function membersOf(reader: Reader, site: Site): Members | undefined {
  const { node } = site;
  if (compiler.isParenthesizedTypeNode(node)) return reader.membersOf(at(site, node.type));
  if (compiler.isTypeLiteralNode(node)) return ownMembers(reader, node.members, site);
  if (compiler.isIntersectionTypeNode(node))
    return mergedMembers(node.types.map((type) => reader.membersOf(at(site, type))));
  return isReferenceNode(node) ? referencedMembers(reader, { ...site, node }) : undefined;
}

function referencedMembers(reader: Reader, site: Site & { readonly node: ReferenceNode }): Members | undefined {
  const target = targetOf(reader, site);
  switch (target.of) {
    case "parameter":
      return "node" in target.binding ? reader.membersOf(target.binding) : undefined;
    case "declared":
    case "vocabulary":
      return declaredMembers(reader, site, target);
    case "model":
      return modelMembers(reader, target.symbol);
    case "library":
    case "class":
    case "missing":
      return undefined;
  }
}

type Declared = Extract<Target, { of: "declared" | "vocabulary" }>;

function declaredMembers(
  reader: Reader,
  site: Site & { readonly node: ReferenceNode },
  target: Declared,
): Members | undefined {
  const environment = bindParameters(reader, site, target.declaration);
  const members = membersOfSymbol(reader, target.symbol, environment);
  const isBase = target.of === "vocabulary" && target.name === "Extension";
  return isBase && members ? { ...members, isExtension: true } : members;
}

function modelMembers(reader: Reader, symbol: ts.Symbol): Members | undefined {
  return membersOfSymbol(reader, symbol, new Map());
}

/** The members of an interface, all its declarations and bases taken together, or of what an alias stands for. */
export function membersOfSymbol(reader: Reader, symbol: ts.Symbol, environment: Environment): Members | undefined {
  const declarations = symbol.declarations ?? [];
  const alias = declarations.find((declaration) => compiler.isTypeAliasDeclaration(declaration));
  if (alias !== undefined) return reader.membersOf({ node: alias.type, environment });
  const interfaces = declarations.filter((declaration) => compiler.isInterfaceDeclaration(declaration));
  if (interfaces.length === 0) return undefined;
  return interfaces.map((declaration) => interfaceMembers(reader, declaration, environment)).reduce(overridden);
}

function interfaceMembers(reader: Reader, declaration: ts.InterfaceDeclaration, environment: Environment): Members {
  const site = { node: declaration, environment };
  const bases = (declaration.heritageClauses ?? []).flatMap((clause) => clause.types);
  const inherited = bases.map((base) => reader.membersOf(at(site, base)) ?? noMembers);
  return [...inherited, ownMembers(reader, declaration.members, site)].reduce(overridden, noMembers);
}

function ownMembers(reader: Reader, elements: readonly ts.TypeElement[], site: Site): Members {
  const properties = new Map<string, Member>();
  const indexes: IndexMember[] = [];
  for (const element of elements) {
    if (compiler.isIndexSignatureDeclaration(element)) indexes.push(indexMember(element, site));
    else {
      const member = propertyMember(reader, element, site);
      if (member !== undefined) properties.set(member.name, member);
    }
  }
  return { properties, indexes, isExtension: false };
}

function propertyMember(reader: Reader, element: ts.TypeElement, site: Site): Member | undefined {
  const name = element.name && nameOf(element.name);
  if (name === undefined || !compiler.isPropertySignature(element) || element.type === undefined) {
    reader.report("CM3002", element, { member: element.getText() });
    return undefined;
  }
  const optional = element.questionToken !== undefined;
  return { name, optional, sites: [at(site, element.type)], declaration: element };
}

function nameOf(name: ts.PropertyName): string | undefined {
  if (compiler.isIdentifier(name) || compiler.isStringLiteralLike(name)) return name.text;
  if (compiler.isNumericLiteral(name)) return name.text;
  return compiler.isComputedPropertyName(name) && compiler.isStringLiteralLike(name.expression)
    ? name.expression.text
    : undefined;
}

function indexMember(element: ts.IndexSignatureDeclaration, site: Site): IndexMember {
  const key = element.parameters[0]?.type ?? element;
  return { key: at(site, key), value: at(site, element.type), declaration: element };
}

/** What is declared later replaces what is inherited, in the place where that stood. */
function overridden(base: Members, own: Members): Members {
  return {
    properties: new Map([...base.properties, ...own.properties]),
    indexes: own.indexes.length > 0 ? own.indexes : base.indexes,
    isExtension: base.isExtension || own.isExtension,
  };
}

/** All that every part declares; a property of several has to be all of what they say. */
function mergedMembers(parts: readonly (Members | undefined)[]): Members | undefined {
  if (parts.length === 0) return undefined;
  let merged = noMembers;
  for (const part of parts) {
    if (part === undefined) return undefined;
    merged = merge(merged, part);
  }
  return merged;
}

function merge(left: Members, right: Members): Members {
  const properties = new Map(left.properties);
  for (const [name, member] of right.properties) {
    const other = properties.get(name);
    const both = other && {
      ...member,
      optional: member.optional && other.optional,
      sites: [...other.sites, ...member.sites],
    };
    properties.set(name, both ?? member);
  }
  return {
    properties,
    indexes: [...left.indexes, ...right.indexes],
    isExtension: left.isExtension || right.isExtension,
  };
}
