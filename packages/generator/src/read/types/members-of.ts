import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Meaning } from "../names/names.js";
import type { Reader } from "../reader.js";
import { staticString } from "../static-value.js";
import { computedMembers } from "./computed-members.js";
import { keysAt } from "./key-set.js";
import { mappedMembers } from "./mapped-type.js";
import { indexMember, type IndexMember, type Member, type Members, merge, noMembers, override } from "./members.js";
import { bindParameters, isReferenceNode, type ReferenceSite, targetOf } from "./reference.js";
import { at, type Environment, noBindings, type Site } from "./site.js";
import { utilityMembers } from "./utility-members.js";

/** The members of the object type at a site; `undefined` where it is no object type that nodes spell out. */
export function membersOf(reader: Reader, site: Site): Members | undefined {
  const { node } = site;
  if (compiler.isParenthesizedTypeNode(node)) return reader.membersOf(at(site, node.type));
  if (compiler.isTypeLiteralNode(node)) return ownMembers(reader, node.members, site);
  if (compiler.isMappedTypeNode(node)) return mappedMembers(reader, { ...site, node });
  if (compiler.isIntersectionTypeNode(node)) {
    return mergedMembers(node.types.map((type) => reader.membersOf(at(site, type))));
  }
  if (compiler.isTypeQueryNode(node)) return membersOfValue(reader, { ...site, node });
  return isReferenceNode(node) ? referencedMembers(reader, { ...site, node }) : undefined;
}

/** The members of a constant object, for `typeof`. */
function membersOfValue(reader: Reader, site: Site & { readonly node: ts.TypeQueryNode }): Members | undefined {
  const type = reader.checker.getTypeFromTypeNode(site.node);
  const isPlain = (type.flags & compiler.TypeFlags.Object) !== 0 && type.getCallSignatures().length === 0;
  const isList = reader.checker.isArrayType(type) || reader.checker.isTupleType(type);
  return isPlain && !isList ? computedMembers(reader, type, site) : undefined;
}

function referencedMembers(reader: Reader, site: ReferenceSite): Members | undefined {
  const target = targetOf(reader, site);
  switch (target.of) {
    case "parameter":
      return "node" in target.binding ? reader.membersOf(target.binding) : undefined;
    case "model":
      return membersOfMeaning(reader, target.meaning, noBindings);
    case "library":
      return utilityMembers(reader, site, target.name);
    case "declared":
      return membersOfMeaning(reader, target.meaning, bindParameters(site, target.declaration));
    case "vocabulary": {
      const members = membersOfMeaning(reader, target.meaning, bindParameters(site, target.declaration));
      return members && target.name === "Envelope" ? { ...members, isEnvelope: true } : members;
    }
    default:
      return undefined;
  }
}

/** The members of an interface, all its declarations and bases taken together, or of what an alias stands for. */
export function membersOfMeaning(
  reader: Reader,
  { declarations }: Meaning,
  environment: Environment,
): Members | undefined {
  const alias = declarations.find((declaration) => compiler.isTypeAliasDeclaration(declaration));
  if (alias !== undefined) return reader.membersOf({ node: alias.type, environment });
  const interfaces = declarations.filter((declaration) => compiler.isInterfaceDeclaration(declaration));
  if (interfaces.length === 0) return undefined;
  return interfaces.map((declaration) => interfaceMembers(reader, declaration, environment)).reduce(override);
}

function interfaceMembers(reader: Reader, declaration: ts.InterfaceDeclaration, environment: Environment): Members {
  const site = { node: declaration, environment };
  const bases = (declaration.heritageClauses ?? []).flatMap((clause) => clause.types);
  const inherited = bases.map((base) => reader.membersOf(at(site, base)) ?? rejectedBase(base));
  return [...inherited, ownMembers(reader, declaration.members, site)].reduce(override, noMembers);
}

function rejectedBase(base: ts.Node): Members {
  return { ...noMembers, rejected: [base] };
}

function ownMembers(reader: Reader, elements: readonly ts.TypeElement[], site: Site): Members {
  const properties = new Map<string, Member>();
  const indexes: IndexMember[] = [];
  const rejected: ts.Node[] = [];
  for (const element of elements) {
    const member = propertyMember(reader, element, site);
    if (member !== undefined) properties.set(member.name, member);
    else if (compiler.isIndexSignatureDeclaration(element)) indexes.push(...indexMembers(reader, element, site));
    else rejected.push(element);
  }
  return { properties, indexes, rejected, isEnvelope: false };
}

function propertyMember(reader: Reader, element: ts.TypeElement, site: Site): Member | undefined {
  if (!compiler.isPropertySignature(element) || element.type === undefined) return undefined;
  const name = nameOf(reader, element.name);
  if (name === undefined) return undefined;
  const optional = element.questionToken !== undefined;
  return { name, optional, sites: [at(site, element.type)], declaration: element };
}

function nameOf(reader: Reader, name: ts.PropertyName): string | undefined {
  if (compiler.isIdentifier(name) || compiler.isStringLiteralLike(name)) return name.text;
  if (compiler.isNumericLiteral(name)) return name.text;
  return compiler.isComputedPropertyName(name) ? staticString(name.expression, reader.names) : undefined;
}

function indexMembers(reader: Reader, element: ts.IndexSignatureDeclaration, site: Site): IndexMember[] {
  const key = element.parameters[0]?.type;
  const keys = key && keysAt(reader, at(site, key));
  const read = (): ReturnType<Reader["read"]> => reader.read(at(site, element.type));
  return (keys?.patterns ?? [undefined]).map((keyPattern) => indexMember(keyPattern, read, element));
}

function mergedMembers(parts: readonly (Members | undefined)[]): Members | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length < parts.length ? undefined : known.reduce(merge, noMembers);
}
