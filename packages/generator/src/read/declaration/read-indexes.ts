import type { ts } from "ts-morph";

import type { IndexModel } from "../../model/model.js";
import {
  type LiteralProperties,
  literalProperties,
  nodeOf,
  readElements,
  readFlag,
  readObject,
  readText,
  reportUnexpected,
  reportUnknownKeys,
} from "./attribute-values.js";
import { compiler } from "../compiler.js";
import { isCallOf } from "./find-declarations.js";
import type { Reader } from "../reader.js";
import { functionOf, returned, returnedPath } from "./index-function.js";
import { resolveExpression, staticString } from "./static-value.js";

/** Reads the `indexes` of a declaration; what those by path hold is not known yet. */
export function readIndexes(reader: Reader, list: ts.Expression): IndexModel[] {
  const elements = readElements(reader, list, { attribute: "indexes", expected: "a list of `index(…)`" });
  return elements.flatMap((element, position) => readIndex(reader, element, position) ?? []);
}

function readIndex(reader: Reader, element: ts.Expression, position: number): IndexModel | undefined {
  const call = resolveExpression(element, reader);
  if (!compiler.isCallExpression(call) || !isCallOf(reader, call, "index")) return unknownIndex(reader, element);
  const [what, options] = call.arguments;
  if (what === undefined) return unknownIndex(reader, call);
  const said = resolveExpression(what, reader);
  if (compiler.isArrayLiteralExpression(said)) return readSeveral(reader, { what, options, position });
  const computed = compiler.isObjectLiteralExpression(said);
  return computed ? readComputed(reader, what, position) : readByPath(reader, { what, options, position });
}

interface IndexByPath {
  readonly what: ts.Expression;
  readonly options: ts.Expression | undefined;
  readonly position: number;
}

function readByPath(reader: Reader, { what, options, position }: IndexByPath): IndexModel | undefined {
  const name = staticString(what, reader);
  if (name === undefined) return unknownIndex(reader, what);
  if (options && isFunction(reader, options)) {
    const problem = "takes a function in an object";
    return wrongIndex(reader, options, { problem, instead: `index({ name: "${name}", value: (object) => … })` });
  }
  if (options && staticString(options, reader) !== undefined) {
    const problem = "takes several paths in a list";
    return wrongIndex(reader, options, { problem, instead: `index(["${name}", "${staticString(options, reader)}"])` });
  }
  const given = options && readObject(reader, options, { attribute: "indexes", expected: "the options as an object" });
  const said: LiteralProperties = given ?? new Map();
  reportUnknownKeys(reader, said, { owner: "an index's options", names: optionNames });
  const span = reader.files.spanOf(what);
  return { name, position, multi: false, ...readOptions(reader, said), source: "path", path: name.split("."), span };
}

/** An index of several fields is named after them: `spec.project,spec.title`. */
function readSeveral(reader: Reader, { what, options, position }: IndexByPath): IndexModel | undefined {
  const elements = readElements(reader, what, { attribute: "indexes", expected: "a list of paths" });
  const names = elements.flatMap((element) => staticString(element, reader) ?? []);
  if (names.length < elements.length || names.length < 2 || new Set(names).size < names.length) {
    return wrongIndex(reader, what, {
      problem: "takes two paths or more, each once",
      instead: 'index(["spec.a", "spec.b"])',
    });
  }
  const known = { owner: "an index of several fields", names: ["unique"] };
  const said =
    (options && readObject(reader, options, { attribute: "indexes", expected: "the options as an object", known })) ??
    new Map();
  const members = names.map((name) => ({ name, path: name.split(".") }));
  const unique = readFlag(reader, said, "unique") ?? false;
  const span = reader.files.spanOf(what);
  const shared = { order: "ASC", multi: false, source: "members", path: [], valueType: "string" } as const;
  return { name: names.join(","), ...shared, unique, members, position, span };
}

const optionNames = ["order", "unique", "ci", "storedAs"];
const computedNames = ["name", "value", "values", ...optionNames];

function readComputed(reader: Reader, what: ts.Expression, position: number): IndexModel | undefined {
  const said = literalProperties(what, reader);
  if (said === undefined) return unknownIndex(reader, what);
  reportUnknownKeys(reader, said, { owner: "an index by a function", names: computedNames });
  const name = readText(reader, said, { attribute: "name", expected: "the name of the index as a string" });
  const [one, many] = [said.get("value"), said.get("values")];
  const extract = one ?? many;
  if (!said.has("name") || extract === undefined || (one !== undefined && many !== undefined)) {
    const problem = "takes a `name`, and one of `value` and `values`";
    const instead = "index({ name, value: (object) => … })`, or `index({ name, values: (object) => … })";
    return wrongIndex(reader, what, { problem, instead });
  }
  if (name === undefined) return undefined;
  const span = reader.files.spanOf(said.get("name")?.value ?? what);
  const multi = many !== undefined;
  const source = functionSource(reader, nodeOf(extract), multi);
  return { name, position, multi, ...readOptions(reader, said), source: "function", path: [], ...source, span };
}

function functionSource(
  reader: Reader,
  given: ts.Node,
  multi: boolean,
): Pick<IndexModel, "codeHash" | "returnedPath" | "valueType" | "returnedValues"> {
  const codeHash = reader.code.hashOf(given);
  const path = returnedPath(functionOf(given, reader));
  const { valueType, returnedValues } = returned(reader, given, multi);
  // The type of a path says more, such as the enumeration it is.
  const values = path === undefined ? returnedValues && { returnedValues } : { returnedPath: path };
  return { codeHash, ...(valueType && { valueType }), ...values };
}

/** Whether an expression is a function, or names one. */
function isFunction(reader: Reader, expression: ts.Expression): boolean {
  return reader.checker.getTypeAtLocation(expression).getCallSignatures().length > 0;
}

function unknownIndex(reader: Reader, node: ts.Node): undefined {
  const expected = '`index("spec.…")`, `index(["spec.…", "spec.…"])` or `index({ name, value: (object) => … })`';
  return reportUnexpected(reader, node, { attribute: "indexes", expected });
}

function wrongIndex(reader: Reader, node: ts.Node, said: { readonly problem: string; readonly instead: string }) {
  reader.report("CM5006", node, said);
  return undefined;
}

function readOptions(
  reader: Reader,
  options: LiteralProperties,
): Pick<IndexModel, "order" | "unique" | "ci" | "storedAs"> {
  const order = readText(reader, options, {
    attribute: "order",
    expected: '`"ASC"` or `"DESC"`',
    form: /^(?:ASC|DESC)$/,
  });
  const unique = readFlag(reader, options, "unique");
  const storedAs = readText(reader, options, { attribute: "storedAs", expected: "the name of an index as a string" });
  return {
    order: order === "DESC" ? order : "ASC",
    unique: unique ?? false,
    ...(readFlag(reader, options, "ci") === true && { ci: true }),
    ...(storedAs !== undefined && { storedAs }),
  };
}
