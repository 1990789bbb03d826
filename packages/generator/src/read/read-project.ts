import { basename, join } from "node:path";
import type { ts } from "ts-morph";

import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { IndexModel, Model, ProjectModel } from "../model/model.js";
import { indexValueType, type TypeLookup, typeLookup, typesAtPath } from "../model/type-at-path.js";
import { compiler } from "./compiler.js";
import { createReader } from "./create-reader.js";
import { type DeclarationCall, findDeclarations } from "./find-declarations.js";
import { compareText } from "../model/compare-text.js";
import { linkTypes } from "./link/link-types.js";
import { InputFiles } from "./input-files.js";
import type { TypeOrigin } from "./link/type-names.js";
import { logicModules } from "./logic-modules.js";
import { openProgram } from "./open-program.js";
import { readManifest } from "./package-names.js";
import { literalProperties, readAttributes } from "./read-attributes.js";
import { type ReadDeclaration, readModel } from "./read-model.js";
import type { ReadConfig, ReadResult } from "./read.js";
import type { Reader } from "./reader.js";
import { resolveAlias } from "./static-value.js";

/** Reads a plugin; see {@link read}. */
export function readProject(root: string, config: ReadConfig): ReadResult {
  const paths = modulePaths(root, config);
  const inputs = new InputFiles();
  const program = openProgram(root, paths, inputs);
  // A type may be met on several ways: what is wrong with it is said once.
  const diagnostics = new Map<string, Diagnostic>();
  const report = (diagnostic: Diagnostic): unknown => diagnostics.set(JSON.stringify(diagnostic), diagnostic);
  const { reader, models: modelReferences } = createReader(root, program, report);
  const calls = paths.flatMap((path) => callsIn(reader, program.getSourceFile(path)));
  const declarations = calls.flatMap((call) => readDeclaration(reader, call) ?? []);
  for (const { symbol, reference } of declarations) if (symbol) modelReferences.set(symbol, reference);
  const models = declarations.map(({ declaration }) => readModel(reader, declaration));
  const linked = linkTypes({
    models: models.sort(compareModels),
    entries: reader.named.readAll(),
    originOf: ({ declaration }) => originOf(reader, declaration),
  });
  const lookup = typeLookup(linked);
  const project: ProjectModel = {
    ...packageOf(root, inputs),
    models: linked.models.map((model) => withValueTypes(lookup, model)),
    types: linked.types,
    controllers: logicModules(root, "src/controllers", inputs),
    endpoints: logicModules(root, "src/endpoints", inputs),
  };
  return { project, diagnostics: [...diagnostics.values()], sources: reader.files.texts(), inputs: inputs.texts() };
}

/** The modules the globs name, sorted; generated ones and tests are none. */
function modulePaths(root: string, { models, outDir }: ReadConfig): string[] {
  const excluded = ["**/node_modules", "**/*.d.ts", "**/*.test.ts", outDir];
  return compiler.sys.readDirectory(root, [".ts", ".mts"], excluded, [...models]).sort(compareText);
}

type PackageFacts = Pick<ProjectModel, "name" | "version" | "description" | "license">;

function packageOf(root: string, inputs: InputFiles): PackageFacts {
  const { name, version, description, license } = readManifest(root, inputs) ?? {};
  const full = typeof name === "string" && name !== "" ? name : basename(join(root));
  return {
    name: full.slice(full.lastIndexOf("/") + 1),
    version: typeof version === "string" ? version : "0.0.0",
    ...(typeof description === "string" && description !== "" && { description }),
    ...(typeof license === "string" && license !== "" && { license }),
  };
}

function callsIn(reader: Reader, file: ts.SourceFile | undefined): DeclarationCall[] {
  return file === undefined ? [] : findDeclarations(reader, file);
}

interface FoundModel {
  readonly declaration: ReadDeclaration;
  readonly symbol: ts.Symbol | undefined;
  readonly reference: { readonly kind: string; readonly apiVersion: string };
}

function readDeclaration(reader: Reader, { file, call, isDefaultExport }: DeclarationCall): FoundModel | undefined {
  if (!isDefaultExport) {
    reader.report("CM1001", call, {});
    return undefined;
  }
  const [typeNode] = call.typeArguments ?? [];
  const [argument] = call.arguments;
  if (typeNode === undefined) {
    reader.report("CM1002", call.expression, {});
    return undefined;
  }
  const properties = argument && literalProperties(argument, reader.checker);
  if (argument === undefined || properties === undefined) {
    reader.report("CM1003", argument ?? call, {});
    return undefined;
  }
  const attributes = readAttributes(reader, argument, properties);
  if (attributes === undefined) return undefined;
  const symbol = symbolOf(reader, typeNode);
  const { kind, group, version } = attributes.values;
  const typeDeclaration = symbol?.declarations?.[0];
  const declaration = { file, call, typeNode, properties, attributes, typeDeclaration };
  return { declaration, symbol, reference: { kind, apiVersion: `${group}/${version}` } };
}

/** The symbol of the model's type, where it has a name of its own. */
function symbolOf(reader: Reader, typeNode: ts.TypeNode): ts.Symbol | undefined {
  if (!compiler.isTypeReferenceNode(typeNode) || typeNode.typeArguments !== undefined) return undefined;
  const symbol = reader.checker.getSymbolAtLocation(typeNode.typeName);
  return symbol && resolveAlias(symbol, reader.checker);
}

function originOf(reader: Reader, declaration: ts.Node): TypeOrigin {
  return { file: reader.files.nameOf(declaration.getSourceFile()), offset: declaration.pos };
}

function compareModels(a: Model, b: Model): number {
  return compareText(a.group, b.group) || compareText(a.version, b.version) || compareText(a.kind, b.kind);
}

/** Fills in what the indexes by path hold. */
function withValueTypes(lookup: TypeLookup, model: Model): Model {
  return { ...model, indexes: model.indexes.map((index) => withValueType(lookup, model, index)) };
}

function withValueType(lookup: TypeLookup, model: Model, index: IndexModel): IndexModel {
  if (index.source === "function") return index;
  const types = typesAtPath(lookup, model, index.path);
  const items = index.multi ? types.flatMap((type) => (type.shape === "array" ? type.items : [])) : types;
  const valueType = indexValueType(items);
  return valueType === undefined ? index : { ...index, valueType };
}
