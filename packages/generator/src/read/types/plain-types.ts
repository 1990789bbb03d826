import type { ts } from "ts-morph";

import type { Type } from "../../model/type.js";
import type { Reader } from "../reader.js";

type Bare<T extends Type> = T extends Type ? Omit<T, "constraints" | "span"> & Partial<Pick<T, "constraints">> : never;
type Files = Pick<Reader, "files">;

/** A type as it stands at a node. Constraints stay where they are given, else come last: `cmgen-plugin.json` has them in that order. */
export function typeAt({ files }: Files, node: ts.Node, type: Bare<Type>): Type {
  return { ...type, constraints: type.constraints ?? {}, span: files.spanOf(node) };
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
  return others.length === 0
    ? typeAt(reader, node, { constraints: {}, shape: "literal", value: only })
    : typeAt(reader, node, { constraints: {}, shape: "enum", values: [only, ...others] });
}
