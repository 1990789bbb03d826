import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import { type KnownKeys, type LiteralProperties, literalProperties, reportUnknownKeys } from "./literal-properties.js";
import type { Reader } from "../reader.js";
import { resolveExpression, staticBoolean, staticString } from "./static-value.js";

/** An attribute of a declaration, and what it is to be given: completes "must be …". */
export interface Expected {
  readonly attribute: string;
  readonly expected: string;
}

/** Reports a value that an attribute does not take, or that is not known without running the module. */
export function reportUnexpected(reader: Reader, node: ts.Node, { attribute, expected }: Expected): undefined {
  reader.report("CM1005", node, { attribute, expected });
}

/** An attribute that is `true` or `false`; `undefined` where it is not there or not known. */
export function readFlag(reader: Reader, properties: LiteralProperties, attribute: string): boolean | undefined {
  const value = properties.get(attribute)?.value;
  const flag = value && staticBoolean(value, reader);
  if (value === undefined || flag !== undefined) return flag;
  return reportUnexpected(reader, value, { attribute, expected: "`true` or `false`" });
}

/** A text that an attribute is given. */
interface ExpectedText extends Expected {
  readonly form?: RegExp;
}

/** An attribute that is a text; `undefined` where it is not there, not known or of another form. */
export function readText(
  reader: Reader,
  properties: LiteralProperties,
  { form, ...expected }: ExpectedText,
): string | undefined {
  const value = properties.get(expected.attribute)?.value;
  const text = value && staticString(value, reader);
  if (value === undefined || (text !== undefined && form?.test(text) !== false)) return text;
  return reportUnexpected(reader, value, expected);
}

/** The elements of the list that an attribute is given. */
export function readElements(reader: Reader, list: ts.Expression, expected: Expected): readonly ts.Expression[] {
  const array = resolveExpression(list, reader);
  if (compiler.isArrayLiteralExpression(array)) return array.elements;
  reportUnexpected(reader, list, expected);
  return [];
}

/** The properties of the object that an attribute is given. */
export function readObject(
  reader: Reader,
  value: ts.Expression,
  { known, ...expected }: Expected & { readonly known?: KnownKeys },
): LiteralProperties | undefined {
  const properties = literalProperties(value, reader);
  if (properties === undefined) return reportUnexpected(reader, value, expected);
  if (known !== undefined) reportUnknownKeys(reader, properties, known);
  return properties;
}
