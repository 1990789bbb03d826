import type { ts } from "ts-morph";

import { closestName } from "@cmgen/model/closest-name";
import { reservedFor } from "../../reserved/reserved-names.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { type Constants, resolveExpression, staticBoolean, staticString } from "./static-value.js";

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

/** A property of an object literal, and the expression that makes its value. */
export interface LiteralProperty {
  readonly node: ts.Node;
  readonly value: ts.Expression;
}

/** What makes a property's value: a method stands for itself, as does a name that stands for a value of the same name. */
export function nodeOf({ node, value }: LiteralProperty): ts.Node {
  if (compiler.isShorthandPropertyAssignment(node)) return node;
  return compiler.isMethodDeclaration(node.parent) ? node.parent : value;
}

/** The properties of an object literal by name. */
export type LiteralProperties = ReadonlyMap<string, LiteralProperty>;

/**
 * The properties of an object literal, those of constants spread into it included; `undefined` where they are not known without
 * running the module.
 */
export function literalProperties(expression: ts.Expression, constants: Constants): LiteralProperties | undefined {
  const object = resolveExpression(expression, constants);
  if (!compiler.isObjectLiteralExpression(object)) return undefined;
  const properties = new Map<string, LiteralProperty>();
  for (const element of object.properties) {
    if (compiler.isSpreadAssignment(element)) {
      const spread = literalProperties(element.expression, constants);
      if (spread === undefined) return undefined;
      for (const [name, property] of spread) properties.set(name, property);
    } else if (compiler.isShorthandPropertyAssignment(element)) {
      properties.set(element.name.text, { node: element, value: element.name });
    } else if (compiler.isPropertyAssignment(element) && !compiler.isComputedPropertyName(element.name)) {
      properties.set(element.name.text, { node: element.name, value: element.initializer });
    } else if (compiler.isMethodDeclaration(element) && compiler.isIdentifier(element.name)) {
      // A method is a function all the same; its node stands for the value.
      properties.set(element.name.text, { node: element.name, value: element.name });
    } else return undefined;
  }
  return properties;
}

/** The attributes that an object of a declaration takes. */
export interface KnownKeys {
  /** Whose attributes they are: `a model`. */
  readonly owner: string;
  readonly names: readonly string[];
}

/** Reports attributes nobody would look at. */
export function reportUnknownKeys(reader: Reader, properties: LiteralProperties, { owner, names }: KnownKeys): void {
  for (const [attribute, { node }] of properties) {
    if (names.includes(attribute)) continue;
    const purpose = owner === "a model" ? reservedFor("model", attribute) : undefined;
    if (purpose !== undefined) {
      reader.report("CM1050", node, { attribute, purpose });
      continue;
    }
    const meant = closestName(attribute, names);
    const all = `It takes ${names.map((name) => `\`${name}\``).join(", ")}.`;
    reader.report("CM1006", node, { attribute, owner, hint: meant === undefined ? all : `Did you mean \`${meant}\`?` });
  }
}
