import type { ts } from "ts-morph";

import type { ScalarShape, Type } from "../../model/type.js";
import type { Reader } from "../reader.js";

/** A type that says no more than its shape, standing at a node. */
export function plain(reader: Reader, node: ts.Node, shape: ScalarShape): Type {
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

export function literalType(reader: Reader, node: ts.Node, value: string | number | boolean): Type {
  return { shape: "literal", value, constraints: {}, span: reader.files.spanOf(node) };
}

export function reference(reader: Reader, node: ts.Node, name: string): Type {
  return { shape: "ref", name, constraints: {}, span: reader.files.spanOf(node) };
}
