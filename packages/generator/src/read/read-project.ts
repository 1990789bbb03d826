import type { ts } from "ts-morph";

import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { IndexModel, Model, ProjectModel } from "../model/model.js";
import { indexedTypes, indexValueType, type TypeLookup, typeLookup } from "../model/type-at-path.js";
import { compiler } from "./compiler.js";
import { type CreatedReader, createReader } from "./create-reader.js";
import { findDeclarations } from "./find-declarations.js";
import { compareText } from "../model/compare-text.js";
import { type Linked, linkTypes } from "./link/link-types.js";
import { InputFiles } from "./input-files.js";
import type { TypeOrigin } from "./link/type-names.js";
import { readHooks } from "./hooks-module.js";
import { isController, isEndpoints } from "./logic-exports.js";
import { ifUsable, logicModules } from "./logic-modules.js";
import { Modules, syntaxProblems } from "./names/modules.js";
import { packageFacts } from "./package-facts.js";
import { type ReadDeclaration, readDeclaration } from "./read-declaration.js";
import { readModel } from "./read-model.js";
import type { ReadConfig, ReadResult } from "./read-result.js";
import type { Reader } from "./reader.js";
import { declaredName } from "./types/reference.js";

/** Reads a plugin; see {@link read}. */
export function readProject(root: string, config: ReadConfig): ReadResult {
  const paths = modulePaths(root, config);
  const inputs = new InputFiles();
  const modules = new Modules(root, paths, inputs);
  // A type may be met on several ways: what is wrong with it is said once.
  const diagnostics = new Map<string, Diagnostic>();
  const report = (diagnostic: Diagnostic): unknown => diagnostics.set(JSON.stringify(diagnostic), diagnostic);
  const created = createReader(root, modules, report);
  const { reader } = created;
  const files = modules.rootFiles();
  for (const file of files) reportSyntax(reader, file);
  const linked = readModels(created, files);
  if (linked.models.length === 0 && diagnostics.size === 0) {
    reader.reportAt("CM1010", undefined, { globs: config.models.map((glob) => `\`${glob}\``).join(", ") });
  }
  const lookup = typeLookup(linked);
  const project: ProjectModel = {
    ...packageFacts(root, inputs),
    models: linked.models.map((model) => withValueTypes(lookup, model)),
    types: linked.types,
    hooks: logicModules(reader, inputs, { root, folder: "src/hooks", read: readHooks }),
    controllers: logicModules(reader, inputs, { root, folder: "src/controllers", read: ifUsable(isController) }),
    endpoints: logicModules(reader, inputs, { root, folder: "src/endpoints", read: ifUsable(isEndpoints) }),
  };
  return { project, diagnostics: [...diagnostics.values()], sources: reader.files.texts(), inputs: inputs.texts() };
}

/** Reads the models of the modules, and every type they refer to. */
function readModels({ reader, models }: CreatedReader, files: readonly ts.SourceFile[]): Linked {
  const declarations = files
    .flatMap((file) => findDeclarations(reader, file))
    .flatMap((call) => readDeclaration(reader, call) ?? []);
  for (const declaration of declarations) nameModel(reader, models, declaration);
  const read = declarations.flatMap((declaration) => readModel(reader, declaration) ?? []);
  return linkTypes({
    models: read.sort(compareModels),
    entries: reader.named.readAll(),
    originOf: ({ declaration }) => originOf(reader, declaration),
  });
}

/** From now on references to the model's type are references to the model. */
function nameModel(
  reader: Reader,
  models: CreatedReader["models"],
  { meaning, typeNode, attributes }: ReadDeclaration,
): void {
  const [first] = meaning?.declarations ?? [];
  if (meaning === undefined || first === undefined) return;
  const type = declaredName(first);
  const { kind = type, group = "", version = "" } = attributes?.values ?? {};
  if (models.has(meaning)) reader.report("CM1011", typeNode, { type });
  else models.set(meaning, { kind, apiVersion: `${group}/${version}` });
}

/** What the parser stumbled over; types are not checked, that is the plugin's own compiler's business. */
function reportSyntax(reader: Reader, file: ts.SourceFile): void {
  for (const { start, length, messageText } of syntaxProblems(file)) {
    const problem = compiler.flattenDiagnosticMessageText(messageText, " ").replace(/\.$/, "");
    reader.reportAt("CM1012", reader.files.spanOfRange(file, { start, end: start + length }), { problem });
  }
}

/** The modules the globs name, sorted; generated ones and tests are none. */
function modulePaths(root: string, { models, outDir }: ReadConfig): string[] {
  const excluded = ["**/node_modules", "**/*.d.ts", "**/*.test.ts", outDir];
  return compiler.sys.readDirectory(root, [".ts", ".mts"], excluded, [...models]).sort(compareText);
}

function originOf(reader: Reader, declaration: ts.Declaration): TypeOrigin {
  const file = declaration.getSourceFile();
  const name = compiler.getNameOfDeclaration(declaration) ?? declaration;
  return { file: reader.files.nameOf(file), offset: declaration.pos, span: reader.files.spanOf(name) };
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
  const valueType = indexValueType(indexedTypes(lookup, model, index));
  return valueType === undefined ? index : { ...index, valueType };
}
