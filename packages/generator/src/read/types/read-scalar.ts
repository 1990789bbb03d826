import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import type { Reading, Site } from "./site.js";

type PlainShape = "string" | "number" | "integer" | "int64" | "boolean" | "timestamp" | "null";

/** A type that says no more than its shape, standing at a node. */
export function plain(reader: Reader, node: ts.Node, shape: PlainShape): Type {
  return { shape, constraints: {}, span: reader.files.spanOf(node) };
}

/** Any JSON value. */
export function anyJson(reader: Reader, node: ts.Node): Type {
  return { shape: "json", schema: true, constraints: {}, span: reader.files.spanOf(node) };
}

/**
 * Stands for what could not be read and has been reported: a schema nothing satisfies. Checks leave it alone, so that one mistake
 * is not reported twice.
 */
export function unreadable(reader: Reader, node: ts.Node): Type {
  return { shape: "json", schema: false, constraints: {}, span: reader.files.spanOf(node) };
}

export function readShape(reader: Reader, site: Site, shape: PlainShape): Reading {
  return { type: plain(reader, site.node, shape) };
}

export function readLiteral(reader: Reader, site: Site & { readonly node: ts.LiteralTypeNode }): Reading {
  const { literal } = site.node;
  if (literal.kind === compiler.SyntaxKind.NullKeyword) return readShape(reader, site, "null");
  const value = literalValue(literal);
  if (value !== undefined) return { type: literalType(reader, site.node, value) };
  if (isBigInt(literal)) reader.report("CM3015", site.node, {});
  else reader.report("CM3001", site.node, { type: shortText(site.node.getText()) });
  return { type: unreadable(reader, site.node) };
}

function isBigInt(literal: ts.Node): boolean {
  return compiler.isBigIntLiteral(compiler.isPrefixUnaryExpression(literal) ? literal.operand : literal);
}

export function literalType(reader: Reader, node: ts.Node, value: string | number | boolean): Type {
  return { shape: "literal", value, constraints: {}, span: reader.files.spanOf(node) };
}

function literalValue(literal: ts.Node): string | number | boolean | undefined {
  if (compiler.isStringLiteralLike(literal)) return literal.text;
  if (compiler.isNumericLiteral(literal)) return Number(literal.text);
  if (compiler.isPrefixUnaryExpression(literal) && compiler.isNumericLiteral(literal.operand)) {
    return -Number(literal.operand.text);
  }
  if (literal.kind === compiler.SyntaxKind.TrueKeyword) return true;
  return literal.kind === compiler.SyntaxKind.FalseKeyword ? false : undefined;
}
