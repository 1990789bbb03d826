import type { ts } from "ts-morph";

import type { RuleModel } from "../model/model.js";
import { compiler } from "./compiler.js";
import { literalProperties, reportUnknownKeys } from "./literal-properties.js";
import type { Reader } from "./reader.js";
import { resolveExpression, staticString } from "./static-value.js";

/** Reads the `rules` of a declaration. */
export function readRules(reader: Reader, list: ts.Expression): RuleModel[] {
  const array = resolveExpression(list, reader);
  if (!compiler.isArrayLiteralExpression(array)) {
    reader.report("CM1005", list, { attribute: "rules", expected: "a list of `{ path, message, check }`" });
    return [];
  }
  return array.elements.flatMap((element, position) => readRule(reader, element, position) ?? []);
}

function readRule(reader: Reader, element: ts.Expression, position: number): RuleModel | undefined {
  const properties = literalProperties(element, reader);
  if (properties !== undefined) {
    reportUnknownKeys(reader, properties, { owner: "a rule", names: ["path", "message", "check"] });
  }
  const pathNode = properties?.get("path")?.value;
  const path = readText(reader, pathNode);
  const message = readText(reader, properties?.get("message")?.value);
  if (pathNode !== undefined && path !== undefined && message !== undefined && properties?.has("check") === true) {
    return { path, message, position, span: reader.files.spanOf(pathNode) };
  }
  reader.report("CM1005", element, {
    attribute: "rules",
    expected: "`{ path, message, check }` with strings for path and message",
  });
  return undefined;
}

function readText(reader: Reader, value: ts.Expression | undefined): string | undefined {
  return value && staticString(value, reader);
}
