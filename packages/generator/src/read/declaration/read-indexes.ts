import type { ts } from "ts-morph";

import type { IndexModel } from "../../model/model.js";
import {
  type LiteralProperty,
  readElements,
  readFlag,
  readObject,
  readText,
  reportUnexpected,
} from "./attribute-values.js";
import { compiler } from "../compiler.js";
import { isCallOf } from "./find-declarations.js";
import type { Reader } from "../reader.js";
import { functionOf, returnedPath, returnedValues } from "./index-function.js";
import { resolveExpression, staticString } from "./static-value.js";

/** Reads the `indexes` of a declaration; what they hold is not known yet. */
export function readIndexes(reader: Reader, list: ts.Expression): IndexModel[] {
  const expected = { attribute: "indexes", expected: "a list of `index(…)` and `multiIndex(…)`" };
  const elements = readElements(reader, list, expected);
  return elements.flatMap((element, position) => readIndex(reader, element, position) ?? []);
}

function readIndex(reader: Reader, element: ts.Expression, position: number): IndexModel | undefined {
  const call = resolveExpression(element, reader);
  if (!compiler.isCallExpression(call)) return unknownIndex(reader, element);
  const multi = isCallOf(reader, call, "multiIndex");
  if (!multi && !isCallOf(reader, call, "index")) return unknownIndex(reader, element);
  const [first, second, third] = call.arguments;
  const name = first && staticString(first, reader);
  if (first === undefined || name === undefined) return unknownIndex(reader, first ?? call);
  const extract = second && functionOf(second, reader);
  const options = readOptions(reader, extract ? third : second);
  const source =
    second && extract
      ? functionSource(reader, { extract, given: second, multi })
      : ({ source: "path", path: name.split(".") } as const);
  return { name, multi, position, ...options, ...source, span: reader.files.spanOf(first) };
}

interface IndexFunction {
  readonly extract: ts.Node;
  /** What stands in the call: the function or its name. */
  readonly given: ts.Expression;
  readonly multi: boolean;
}

function functionSource(reader: Reader, { extract, given, multi }: IndexFunction) {
  const codeHash = reader.code.hashOf(given);
  const source = { source: "function", path: [], valueType: "string", codeHash } as const;
  const path = returnedPath(extract);
  if (path !== undefined) return { ...source, returnedPath: path };
  const values = returnedValues(reader, given, multi);
  return values === undefined ? source : { ...source, returnedValues: values };
}

function unknownIndex(reader: Reader, node: ts.Node): undefined {
  const expected = "`index(…)` or `multiIndex(…)` with the name as a string";
  return reportUnexpected(reader, node, { attribute: "indexes", expected });
}

function readOptions(
  reader: Reader,
  argument: ts.Expression | undefined,
): Pick<IndexModel, "order" | "unique" | "storage"> {
  const known = { owner: "an index's options", names: ["order", "unique", "storage"] };
  const object = { attribute: "indexes", expected: "the options as an object literal", known };
  const options = (argument && readObject(reader, argument, object)) ?? new Map<string, LiteralProperty>();
  const order = readText(reader, options, {
    attribute: "order",
    expected: '`"ASC"` or `"DESC"`',
    form: /^(?:ASC|DESC)$/,
  });
  const unique = readFlag(reader, options, "unique");
  const storage = readText(reader, options, { attribute: "storage", expected: "the name of an index as a string" });
  return {
    order: order === "DESC" ? order : "ASC",
    unique: unique ?? false,
    ...(storage !== undefined && { storage }),
  };
}
