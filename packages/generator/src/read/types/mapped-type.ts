import type { ts } from "ts-morph";

import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import { parameterNamed } from "../names/names.js";
import type { Reader } from "../reader.js";
import { type KeySet, keysAt } from "./key-set.js";
import {
  indexMember,
  type IndexMember,
  mapProperties,
  required,
  type Member,
  type Members,
  type Presence,
  noMembers,
} from "./members.js";
import { literalType, plain } from "./read-scalar.js";
import { at, type Site } from "./site.js";

type MappedSite = Site & { readonly node: ts.MappedTypeNode };

/** The members of `{ [P in Keys]: … }`; `undefined` where it renames keys or maps a list, which is the checker's business. */
export function mappedMembers(reader: Reader, site: MappedSite): Members | undefined {
  const { typeParameter, nameType, type } = site.node;
  if (nameType !== undefined || type === undefined || typeParameter.constraint === undefined) return undefined;
  const constraint = at(site, typeParameter.constraint);
  const source = sourceOf(reader, constraint);
  if (source === undefined) {
    const keys = keysAt(reader, constraint);
    return keys && membersForKeys(reader, { site, keys, value: (key) => bound(reader, site, key) });
  }
  return source.members && mappedSource(reader, site, { ...source, members: source.members });
}

/** What a type is mapped over property by property, so that what is optional stays so. */
interface Source {
  readonly site: Site;
  readonly members: Members | undefined;
}

/** `T` of `keyof T`, or of a parameter `K extends keyof T`. */
function sourceOf(reader: Reader, constraint: Site): Source | undefined {
  const { node, environment } = constraint;
  if (compiler.isTypeOperatorNode(node) && node.operator === compiler.SyntaxKind.KeyOfKeyword) {
    const site = at(constraint, node.type);
    return { site, members: reader.membersOf(site) };
  }
  if (!compiler.isTypeReferenceNode(node) || !compiler.isIdentifier(node.typeName)) return undefined;
  const limit = parameterNamed(node.typeName)?.constraint;
  const source = limit && sourceOf(reader, { node: limit, environment });
  const keys = keysAt(reader, constraint);
  if (source?.members === undefined || keys === undefined) return source;
  return {
    ...source,
    members: mapProperties(source.members, (member) => (keys.names.includes(member.name) ? member : undefined)),
  };
}

function mappedSource(reader: Reader, site: MappedSite, source: Source & { readonly members: Members }): Members {
  const isIdentity = isSameProperty(site.node, source.site.node);
  const mapped = mapProperties(source.members, (member): Member => {
    const base = isIdentity
      ? member
      : { name: member.name, declaration: site.node, ...bound(reader, site, { name: member.name }) };
    return { ...base, ...modifier(site.node, member) };
  });
  const indexes = isIdentity
    ? source.members.indexes
    : source.members.indexes.map((index) => mappedIndex(reader, site, index));
  return { ...mapped, indexes };
}

function mappedIndex(reader: Reader, site: MappedSite, index: IndexMember): IndexMember {
  const [value] = bound(reader, site, { pattern: index.keyPattern }).sites;
  return { ...index, read: () => (value === undefined ? {} : reader.read(value)) };
}

/** Whether the template is `T[P]`: then a property keeps its doc comment. */
function isSameProperty({ type, typeParameter }: ts.MappedTypeNode, source: ts.Node): boolean {
  if (type === undefined || !compiler.isIndexedAccessTypeNode(type)) return false;
  return type.objectType.getText() === source.getText() && type.indexType.getText() === typeParameter.name.text;
}

/** What `?` and `-?` behind the key make of a property. */
function modifier({ questionToken }: ts.MappedTypeNode, member: Presence): Presence {
  if (questionToken === undefined) return { optional: member.optional };
  return questionToken.kind === compiler.SyntaxKind.MinusToken ? required(member) : { optional: true };
}

type Key = { readonly name: string } | { readonly pattern: string | undefined };

/** The template with the key bound to its parameter. */
function bound(reader: Reader, site: MappedSite, key: Key): Pick<Member, "sites"> {
  const { type, typeParameter } = site.node;
  if (type === undefined) return { sites: [] };
  const binding = { type: keyType(reader, site.node, key) };
  const environment = new Map([...site.environment, [typeParameter.name.text, binding]]);
  return { sites: [{ ...site, node: type, environment }] };
}

function keyType(reader: Reader, node: ts.Node, key: Key): Type {
  if ("name" in key) return literalType(reader, node, key.name);
  const text = plain(reader, node, "string");
  return key.pattern === undefined ? text : { ...text, constraints: { pattern: key.pattern } };
}

interface KeyedMembers {
  readonly site: Site;
  readonly keys: KeySet;
  readonly value: (key: Key) => Pick<Member, "sites">;
}

function membersForKeys(reader: Reader, { site, keys, value }: KeyedMembers): Members {
  const { node } = site;
  const optional = compiler.isMappedTypeNode(node) && modifier(node, { optional: false }).optional;
  const properties = keys.names.map((name): Member => ({ name, optional, declaration: node, ...value({ name }) }));
  const indexes = keys.patterns.map((pattern): IndexMember => {
    const [target] = value({ pattern }).sites;
    const read = (): ReturnType<Reader["read"]> => (target === undefined ? {} : reader.read(target));
    return indexMember(pattern, read, node);
  });
  return { ...noMembers, properties: new Map(properties.map((member) => [member.name, member])), indexes };
}

/** The members of `Record<Keys, Value>`. */
export function recordMembers(
  reader: Reader,
  site: Site,
  { keys, value }: { keys: Site; value: Site },
): Members | undefined {
  const set = keysAt(reader, keys);
  return set && membersForKeys(reader, { site, keys: set, value: () => ({ sites: [value] }) });
}
