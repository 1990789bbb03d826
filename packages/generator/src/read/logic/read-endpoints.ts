import type { ts } from "ts-morph";

import type { EndpointModel, EndpointsModule, LogicModule, Model, ModelPart } from "../../model/model.js";
import type { Documentation } from "../../model/type.js";
import { isDescriptorOf } from "../../model/is-descriptor-of.js";
import { compiler } from "../compiler.js";
import { baseTitle } from "../../model/base-title.js";
import { docCommentOf } from "../docs/doc-comment.js";
import type { GivenNames } from "../link/type-names.js";
import type { EndpointTypesReading } from "../link/link-types.js";
import { endpointsExport, type EndpointsExport, ownImport, runtimeName } from "./module-syntax.js";
import type { Reader } from "../reader.js";
import type { Reporter } from "../reporter.js";
import { writtenAt } from "../types/place.js";
import { readProperty } from "../types/read-property.js";
import { type RouteCall, routeCalls } from "./route-calls.js";
import { generatedImports } from "./type-slice.js";

/** What was read before: the models that groups are derived from, and the types of endpoints. */
export interface EndpointSurroundings {
  readonly models: readonly Model[];
  readonly types: readonly EndpointTypesReading[];
  /** Absolute path of the folder of generated files. */
  readonly outDir: string;
  /** Names of groups of endpoints, by their API versions or paths. */
  readonly typeNames: GivenNames;
}

/** Reads a module of `src/endpoints`; nothing where it brings no endpoints, or does not say where they are (spec 4.3). */
export function readEndpoints(
  reporter: Reporter,
  file: ts.SourceFile,
  { module, ...surroundings }: EndpointSurroundings & { readonly module: LogicModule },
): EndpointsModule | undefined {
  const exported = endpointsExport(reporter, file);
  if (exported === undefined) return undefined;
  const { routes, stray } = routeCalls(file);
  for (const call of stray) reporter.report("CM6102", call, {});
  for (const specifier of generatedImports(file, surroundings.outDir)) reporter.report("CM6104", specifier, {});
  const base = baseOf(file, exported, { module, ...surroundings });
  const endpoints = routes.flatMap((call) => endpointOf(reporter, call, surroundings.types) ?? []);
  const where = exported.path ?? exported.apiVersion ?? exported.node;
  if (base === undefined && endpoints.some(({ types }) => types !== undefined)) reporter.report("CM6103", where, {});
  const exportedAs = base === undefined ? undefined : surroundings.typeNames[baseTitle(base)];
  return {
    ...module,
    ...(base !== undefined && { base, baseSpan: reporter.files.spanOf(where) }),
    ...(exportedAs !== undefined && { exportedAs }),
    endpoints,
  };
}

/** The path that endpoints are below, if it can be read. */
function baseOf(
  file: ts.SourceFile,
  { path, apiVersion }: EndpointsExport,
  surroundings: EndpointSurroundings & { readonly module: LogicModule },
): string | undefined {
  if (path !== undefined) return compiler.isStringLiteralLike(path) ? path.text : undefined;
  const version = apiVersion && apiVersionOf(file, apiVersion, surroundings);
  return version === undefined ? undefined : `/apis/${version}`;
}

function endpointOf(
  reporter: Reporter,
  { method, path, types: node, documented }: RouteCall,
  types: readonly EndpointTypesReading[],
): EndpointModel | undefined {
  if (path === undefined || !compiler.isStringLiteralLike(path)) {
    if (node !== undefined) reporter.report("CM6102", node, {});
    return undefined;
  }
  const found =
    node && types.find(({ file, offset }) => file === node.getSourceFile().fileName && offset === node.getStart());
  const { file: _, offset: __, ...parts } = found ?? {};
  const documentation = documentationOf(documented);
  const endpoint = { method, path: path.text, documentation, span: reporter.files.spanOf(path) };
  return found === undefined ? endpoint : { ...endpoint, types: parts };
}

function documentationOf(node: ts.Node): Documentation {
  const { description = "", tags = [] } = docCommentOf(node) ?? {};
  const deprecated = tags.find(({ name, isJoined }) => name === "deprecated" && !isJoined);
  return { description, ...(deprecated && { deprecated: deprecated.value === "" || deprecated.value }) };
}

/** A text, a constant of the module that is one, or a group derived from a model: `consoleApi(personModel)`. */
function apiVersionOf(
  file: ts.SourceFile,
  node: ts.Expression,
  { models, module }: EndpointSurroundings & { readonly module: LogicModule },
): string | undefined {
  if (compiler.isStringLiteralLike(node)) return node.text;
  if (!compiler.isCallExpression(node)) return undefined;
  const prefix = prefixes[runtimeName(file, node.expression) ?? ""];
  const [argument] = node.arguments;
  const imported = argument && ownImport(file, argument, module);
  if (prefix === undefined || imported === undefined) return undefined;
  const model = models.find((candidate) => isDescriptorOf(imported, candidate));
  return model && `${prefix}${model.group}/${model.version}`;
}

/** What the runtime's functions put before a model's group (spec 4.3, rule 5). */
const prefixes: Readonly<Record<string, string | undefined>> = {
  consoleApi: "console.api.",
  userCenterApi: "uc.api.",
  publicApi: "api.",
};

/** Reads the types of a module's endpoints from its slice. References in them are ids yet. */
export function readSlicedTypes(reader: Reader, file: ts.SourceFile): readonly EndpointTypesReading[] {
  return file.statements.flatMap((statement) => {
    if (!compiler.isExpressionStatement(statement)) return [];
    const { expression } = statement;
    return compiler.isTypeAssertionExpression(expression) ? [readTypes(reader, expression.type)] : [];
  });
}

const partNames: ReadonlySet<string> = new Set(["body", "query", "response"]);

function readTypes(reader: Reader, node: ts.TypeNode): EndpointTypesReading {
  const type = reader.checker.getTypeFromTypeNode(node);
  const place = writtenAt(reader, node);
  reader.named.startBody();
  const parts: Record<string, ModelPart> = {};
  let status: number | undefined;
  for (const symbol of reader.checker.getPropertiesOfType(type)) {
    const { name } = symbol;
    const property = readProperty(symbol, { type, place });
    if (property === undefined) continue;
    const { type: read, documentation, required, span } = property;
    if (partNames.has(name)) parts[name] = { type: read, documentation, required, span };
    else if (name !== "status") reader.reportAt("CM6101", span, { member: name, problem: "is not known here" });
    else if (read.shape === "literal" && typeof read.value === "number") status = read.value;
    else reader.reportAt("CM6101", span, { member: name, problem: "must be one number" });
  }
  return {
    file: node.getSourceFile().fileName,
    offset: node.getStart(),
    ...parts,
    ...(status !== undefined && { status }),
  };
}
