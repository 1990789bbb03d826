import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import type { IndexMember } from "./members.js";
import { readMembers } from "./read-object.js";
import { readReference } from "./read-reference.js";
import { anyJson, readLiteral, readShape, unreadable } from "./read-scalar.js";
import { readUnion } from "./read-union.js";
import { isReferenceNode } from "./reference.js";
import { at, type Reading, type Site } from "./site.js";
import type { Type } from "../../model/type.js";

/** Reads the type at a site by the form it is written in. */
export function readType(reader: Reader, site: Site): Reading {
  const { node } = site;
  const { SyntaxKind } = compiler;
  switch (node.kind) {
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
    case SyntaxKind.ObjectKeyword:
      return readAny(reader, site);
    default:
      return readComposed(reader, site);
  }
}

function readAny(reader: Reader, site: Site): Reading {
  if (site.free === true) return { type: anyJson(reader, site.node) };
  reader.report("CM3005", site.node, { type: site.node.getText() });
  return { type: unreadable(reader, site.node) };
}

function readComposed(reader: Reader, site: Site): Reading {
  const { node } = site;
  if (compiler.isLiteralTypeNode(node)) return readLiteral(reader, { ...site, node });
  if (compiler.isParenthesizedTypeNode(node)) return reader.read(at(site, node.type));
  if (compiler.isUnionTypeNode(node)) return readUnion(reader, { ...site, node });
  if (compiler.isArrayTypeNode(node)) return reader.readArray(site, at(site, node.elementType));
  if (compiler.isTypeOperatorNode(node) && node.operator === compiler.SyntaxKind.ReadonlyKeyword)
    return reader.read(at(site, node.type));
  if (isReferenceNode(node)) return readReference(reader, { ...site, node });
  const members = reader.membersOf(site);
  if (members !== undefined) return { type: readMembers(reader, node, members) };
  reader.report("CM3001", node, { type: node.getText() });
  return { type: unreadable(reader, node) };
}

export function readArray(reader: Reader, site: Site, items: Site): Reading {
  const reading = reader.read(items);
  const type: Type = {
    shape: "array",
    items: reading.type ?? unreadable(reader, items.node),
    constraints: {},
    span: reader.files.spanOf(site.node),
  };
  return { type };
}

export function readRecord(reader: Reader, { value, declaration }: IndexMember): Type {
  const values = reader.read(value).type ?? unreadable(reader, value.node);
  return { shape: "record", values, constraints: {}, span: reader.files.spanOf(declaration) };
}

export type TypeNode = ts.TypeNode;
