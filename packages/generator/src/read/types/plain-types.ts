import type { ts } from "ts-morph";

import type { Type } from "../../model/type.js";
import type { Reader } from "../reader.js";

type Bare<T extends Type> = T extends Type ? Omit<T, "constraints" | "span"> & Partial<Pick<T, "constraints">> : never;
type Files = Pick<Reader, "files">;

/** A type as it stands at a node. */
export function typeAt({ files }: Files, node: ts.Node, type: Bare<Type>): Type {
  return { constraints: {}, ...type, span: files.spanOf(node) };
}

/** Any JSON value. */
export function anyJson(reader: Files, node: ts.Node): Type {
  return typeAt(reader, node, { shape: "json", schema: true });
}

/**
 * Stands for what could not be read and has been reported: a schema nothing satisfies. Checks leave it alone, so that one mistake
 * is not reported twice.
 */
export function unreadable(reader: Files, node: ts.Node): Type {
  return typeAt(reader, node, { shape: "json", schema: false });
}

/** A literal, or an enum of several; `undefined` of none. */
export function literals(reader: Files, node: ts.Node, values: Iterable<string | number | boolean>): Type | undefined {
  const [only, ...others] = new Set(values);
  if (only === undefined) return undefined;
  const isOne = others.length === 0;
  return typeAt(reader, node, isOne ? { shape: "literal", value: only } : { shape: "enum", values: [only, ...others] });
}
