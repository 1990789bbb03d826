import { shortText } from "../../diagnostic/short-text.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { readArray } from "./read-array.js";
import { readIndexedAccess } from "./read-indexed-access.js";
import { readMembers } from "./read-object.js";
import { readReference } from "./read-reference.js";
import { anyJson, readLiteral, readShape, unreadable } from "./read-scalar.js";
import { readTuple } from "./read-tuple.js";
import { readUnion } from "./read-union.js";
import { isReferenceNode } from "./reference.js";
import { at, type Reading, type Site } from "./site.js";
import { readTemplateLiteral } from "./template-literal.js";

/** Reads the type at a site by the form it is written in. */
export function readType(reader: Reader, site: Site): Reading {
  const { SyntaxKind } = compiler;
  switch (site.node.kind) {
    case SyntaxKind.StringKeyword:
      return readShape(reader, site, "string");
    case SyntaxKind.NumberKeyword:
      return readShape(reader, site, "number");
    case SyntaxKind.BooleanKeyword:
      return readShape(reader, site, "boolean");
    case SyntaxKind.UndefinedKeyword:
    case SyntaxKind.VoidKeyword:
      return { undefinable: true };
    case SyntaxKind.NeverKeyword:
      return {};
    case SyntaxKind.AnyKeyword:
    case SyntaxKind.UnknownKeyword:
      return readAnything(reader, site);
    case SyntaxKind.ObjectKeyword:
      return readAnyObject(reader, site);
    default:
      return readComposed(reader, site);
  }
}

function readAnything(reader: Reader, site: Site): Reading {
  return site.free === true ? { type: anyJson(reader, site.node) } : unsaid(reader, site);
}

/** `object` and `{}`. */
function readAnyObject(reader: Reader, site: Site): Reading {
  if (site.free !== true) return unsaid(reader, site);
  const span = reader.files.spanOf(site.node);
  return { type: { shape: "record", values: anyJson(reader, site.node), constraints: {}, span } };
}

function unsaid(reader: Reader, { node }: Site): Reading {
  reader.report("CM3005", node, { type: shortText(node.getText()) });
  return { type: unreadable(reader, node) };
}

function readComposed(reader: Reader, site: Site): Reading {
  const { node } = site;
  if (compiler.isLiteralTypeNode(node)) return readLiteral(reader, { ...site, node });
  if (compiler.isParenthesizedTypeNode(node)) return reader.read(at(site, node.type));
  if (compiler.isUnionTypeNode(node)) return readUnion(reader, { ...site, node });
  if (compiler.isArrayTypeNode(node)) return readArray(reader, site, at(site, node.elementType));
  if (compiler.isTupleTypeNode(node)) return readTuple(reader, { ...site, node });
  if (isReferenceNode(node)) return readReference(reader, { ...site, node });
  if (compiler.isIntersectionTypeNode(node)) return reader.intersect(node.types.map((type) => at(site, type)));
  if (compiler.isTemplateLiteralTypeNode(node)) return readTemplateLiteral(reader, { ...site, node });
  if (compiler.isIndexedAccessTypeNode(node)) return readIndexedAccess(reader, { ...site, node });
  if (compiler.isTypeOperatorNode(node)) return readOperator(reader, site);
  if (compiler.isTypeLiteralNode(node) && node.members.length === 0) return readAnyObject(reader, site);
  if (isUnreadable(site)) return rejected(reader, site);
  const members = reader.membersOf(site);
  return members === undefined ? reader.readComputed(site) : { type: readMembers(reader, node, members) };
}

/** `readonly T[]` is `T[]`; `keyof T` is its keys; `unique symbol` is nothing JSON could hold. */
function readOperator(reader: Reader, site: Site): Reading {
  const { node } = site;
  if (!compiler.isTypeOperatorNode(node)) return rejected(reader, site);
  if (node.operator === compiler.SyntaxKind.ReadonlyKeyword) return reader.read(at(site, node.type));
  if (node.operator === compiler.SyntaxKind.UniqueKeyword) return rejected(reader, site);
  const members = reader.membersOf(at(site, node.type));
  return members === undefined ? reader.readComputed(site) : readKeys(reader, site, members.properties.keys());
}

function readKeys(reader: Reader, { node }: Site, keys: Iterable<string>): Reading {
  const [first, ...others] = keys;
  if (first === undefined) return {};
  const base = { constraints: {}, span: reader.files.spanOf(node) };
  if (others.length === 0) return { type: { ...base, shape: "literal", value: first } };
  return { type: { ...base, shape: "enum", values: [first, ...others] } };
}

function isUnreadable({ node }: Site): boolean {
  const { SyntaxKind } = compiler;
  const kinds = [
    SyntaxKind.FunctionType,
    SyntaxKind.ConstructorType,
    SyntaxKind.SymbolKeyword,
    SyntaxKind.BigIntKeyword,
    SyntaxKind.TypePredicate,
    SyntaxKind.ThisType,
  ];
  return kinds.includes(node.kind);
}

function rejected(reader: Reader, { node }: Site): Reading {
  const isBigInt = node.kind === compiler.SyntaxKind.BigIntKeyword;
  if (isBigInt) reader.report("CM3015", node, {});
  else reader.report("CM3001", node, { type: shortText(node.getText()) });
  return { type: unreadable(reader, node) };
}
