import type { ts } from "ts-morph";

import type { Type } from "../../model/type.js";
import type { Reader } from "../reader.js";

type Bare<T extends Type> = T extends Type ? Omit<T, "constraints" | "span"> & Partial<Pick<T, "constraints">> : never;

/** Where a type stands. */
interface Stand {
  readonly reader: Pick<Reader, "files">;
  readonly node: ts.Node;
}

/** A type as it stands at a node. Constraints stay where they are given, else come last: `cmgen-plugin.json` has them in that order. */
export function typeAt({ reader, node }: Stand, type: Bare<Type>): Type {
  return { ...type, constraints: type.constraints ?? {}, span: reader.files.spanOf(node) };
}

/** Any JSON value. */
export function anyJson(stand: Stand): Type {
  return typeAt(stand, { shape: "json", schema: true });
}

/**
 * Stands for what could not be read and has been reported: a schema nothing satisfies. Checks leave it alone, so that one mistake
 * is not reported twice.
 */
export function unreadable(stand: Stand): Type {
  return typeAt(stand, { shape: "json", schema: false });
}

/** A literal, or an enum of several; `undefined` of none. */
export function literals(stand: Stand, values: Iterable<string | number | boolean>): Type | undefined {
  const [only, ...others] = new Set(values);
  if (only === undefined) return undefined;
  return others.length === 0
    ? typeAt(stand, { constraints: {}, shape: "literal", value: only })
    : typeAt(stand, { constraints: {}, shape: "enum", values: [only, ...others] });
}
