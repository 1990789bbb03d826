import type { ts } from "ts-morph";

import { closestName } from "../config/closest-name.js";
import type { Model } from "../model/model.js";
import type { SourceSpan } from "../model/source-span.js";
import { compiler } from "./compiler.js";
import type { Reader } from "./reader.js";
import { resolveExpression, staticString } from "./static-value.js";

export type AttributeName = keyof Model["attributeSpans"];

const attributeNames: readonly AttributeName[] = ["group", "version", "kind", "plural", "singular"];
const knownNames: readonly string[] = [...attributeNames, "indexes", "rules", "subresources"];

/** The properties of an object literal by name, each with the expression that makes its value. */
export type LiteralProperties = ReadonlyMap<string, { readonly node: ts.Node; readonly value: ts.Expression }>;

/** The five attributes of a declaration (spec 2.1). */
export interface Attributes {
  readonly values: Readonly<Record<AttributeName, string>>;
  readonly spans: Readonly<Record<AttributeName, SourceSpan>>;
}

/** Reads the five attributes; reports those that are missing or not known without running the module. */
export function readAttributes(reader: Reader, object: ts.Node, properties: LiteralProperties): Attributes | undefined {
  for (const [name, { node }] of properties) reportUnknown(reader, name, node);
  const read = attributeNames.map((name) => [name, readAttribute(reader, object, { name, properties })] as const);
  if (read.some(([, attribute]) => attribute === undefined)) return undefined;
  return {
    values: Object.fromEntries(read.map(([name, attribute]) => [name, attribute?.value])) as Attributes["values"],
    spans: Object.fromEntries(read.map(([name, attribute]) => [name, attribute?.span])) as Attributes["spans"],
  };
}

interface Wanted {
  readonly name: AttributeName;
  readonly properties: LiteralProperties;
}

function readAttribute(
  reader: Reader,
  object: ts.Node,
  { name, properties }: Wanted,
): { readonly value: string; readonly span: SourceSpan } | undefined {
  const property = properties.get(name);
  if (property === undefined) {
    reader.report("CM1004", object, { attribute: name });
    return undefined;
  }
  const value = staticString(property.value, reader.checker);
  if (value !== undefined) return { value, span: reader.files.spanOf(property.value) };
  reader.report("CM1005", property.value, { attribute: name, expected: "a string" });
  return undefined;
}

function reportUnknown(reader: Reader, name: string, node: ts.Node): void {
  if (knownNames.includes(name)) return;
  const meant = closestName(name, knownNames);
  const hint =
    meant === undefined
      ? `It takes ${knownNames.map((known) => `\`${known}\``).join(", ")}.`
      : `Did you mean \`${meant}\`?`;
  reader.report("CM1006", node, { attribute: name, hint });
}

/**
 * The properties of an object literal, those of constants spread into it included; `undefined` where they are not known without
 * running the module.
 */
export function literalProperties(expression: ts.Expression, checker: ts.TypeChecker): LiteralProperties | undefined {
  const object = resolveExpression(expression, checker);
  if (!compiler.isObjectLiteralExpression(object)) return undefined;
  const properties = new Map<string, { node: ts.Node; value: ts.Expression }>();
  for (const element of object.properties) {
    if (compiler.isSpreadAssignment(element)) {
      const spread = literalProperties(element.expression, checker);
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
