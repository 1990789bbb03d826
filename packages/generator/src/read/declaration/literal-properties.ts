import type { ts } from "ts-morph";

import { closestName } from "../../config/closest-name.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { type Constants, resolveExpression } from "./static-value.js";

/** A property of an object literal, and the expression that makes its value. */
export interface LiteralProperty {
  readonly node: ts.Node;
  readonly value: ts.Expression;
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
    const meant = closestName(attribute, names);
    const all = `It takes ${names.map((name) => `\`${name}\``).join(", ")}.`;
    reader.report("CM1006", node, { attribute, owner, hint: meant === undefined ? all : `Did you mean \`${meant}\`?` });
  }
}
