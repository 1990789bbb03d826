import type { ts } from "ts-morph";

import type { CodeFiles } from "./code/outside-code.js";
import { naming } from "../model/failing-model.js";
import { compiler } from "./compiler.js";
import { createReader } from "./create-reader.js";
import { findDeclarations, type ReadDeclaration, readDeclaration } from "./declaration/find-declarations.js";
import { readSlicedTypes } from "./logic/read-endpoints.js";
import type { TypeRoots } from "./link/link-types.js";
import { declaredName } from "./program/symbols.js";
import { syntaxProblems } from "./program/open-program.js";
import { readModel } from "./declaration/read-model.js";
import type { Reader } from "./reader.js";
import type { Reporter } from "./reporter.js";
import type { TypeOrigin } from "./link/type-names.js";
import { qualifiersOf } from "./types/exported-name.js";
import { type NamedEntry, NamedTypes } from "./types/named-types.js";

/** What was read of one module. References in its models and endpoints are ids yet. */
export interface ModuleReading extends TypeRoots {
  /** Absolute paths of the files that declare the types of its models. */
  readonly declaring: readonly string[];
}

/** A named type that was read; references in it are ids yet. */
export interface TypeReading extends NamedEntry {
  readonly origin: TypeOrigin;
  /** Absolute path of the file that declares it. */
  readonly file: string;
  /** Whether it is declared in the plugin's own files. */
  readonly isOwn: boolean;
}

export interface ModulesReading {
  /** By absolute path. */
  readonly modules: ReadonlyMap<string, ModuleReading>;
  readonly types: readonly TypeReading[];
}

export interface ModulesInput {
  readonly program: ts.Program;
  readonly reporter: Reporter;
  /** Absolute paths of the modules, sorted. */
  readonly paths: readonly string[];
  /** Those among them whose models are to be read; of the others only the names are wanted. Default: all. */
  readonly wanted?: ReadonlySet<string>;
  /** Has the modules of endpoints among them, of which the program has the types alone. */
  readonly codeFiles: CodeFiles;
  /** Group and version of the models that do not say their own. */
  readonly api?: string | undefined;
}

/** Reads the models of the modules, and every type they refer to. */
export function readModules(input: ModulesInput): ModulesReading {
  const { program, reporter, paths, wanted = new Set(paths), codeFiles, api } = input;
  const named = new NamedTypes();
  const reader = createReader({ program, reporter, named, codeFiles, api });
  const files = paths.flatMap((path) => program.getSourceFile(path) ?? []);
  for (const file of files) reportSyntax(reader, file);
  const declared = files.map((file) => ({ file, declarations: declarationsIn(reader, file) }));
  // Whoever refers to the type of a model refers to the model: all have their names before one is read.
  for (const { declarations } of declared) for (const declaration of declarations) nameModel(reader, declaration);
  const slices = codeFiles.inputs.slices();
  const modules = declared
    .filter(({ file }) => wanted.has(file.fileName))
    .map(({ file, declarations }) =>
      naming(`the models of ${reader.files.pathOf(file)}`, (): [string, ModuleReading] => {
        const endpoints = slices.has(file.fileName) ? readSlicedTypes(reader, file) : [];
        return [file.fileName, { ...moduleReading(reader, declarations), endpoints }];
      }),
    );
  return { modules: new Map(modules), types: named.readAll().map((entry) => typeReading(reader, entry)) };
}

function declarationsIn(reader: Reader, file: ts.SourceFile): readonly ReadDeclaration[] {
  return findDeclarations(reader, file).flatMap((call) => readDeclaration(reader, call) ?? []);
}

function moduleReading(reader: Reader, declarations: readonly ReadDeclaration[]): Omit<ModuleReading, "endpoints"> {
  const declaring = declarations.flatMap(({ symbol }) => symbol?.declarations ?? []);
  return {
    models: declarations.flatMap((declaration) => readModel(reader, declaration) ?? []),
    declaring: [...new Set(declaring.map((node) => node.getSourceFile().fileName))],
  };
}

/** From now on references to the model's type are references to the model. */
function nameModel(reader: Reader, { symbol, typeNode, attributes }: ReadDeclaration): void {
  if (symbol === undefined) return;
  const { kind = declaredName(symbol), group = "", version = "" } = attributes?.values ?? {};
  if (reader.models.has(symbol)) reader.report("CM1011", typeNode, { type: declaredName(symbol) });
  else reader.models.set(symbol, { kind, apiVersion: `${group}/${version}` });
}

/** What the parser stumbled over; types are not checked, that is the plugin's own compiler's business. */
function reportSyntax(reader: Reader, file: ts.SourceFile): void {
  for (const { start, length, messageText } of syntaxProblems(file)) {
    const problem = compiler.flattenDiagnosticMessageText(messageText, " ").replace(/\.$/, "");
    reader.reportAt("CM1012", reader.files.spanOfRange(file, { start, end: start + length }), { problem });
  }
}

/** What was read of a type, and where it comes from. A package's type is pointed at where the plugin first refers to it. */
function typeReading({ files, symbols }: Reader, entry: NamedEntry): TypeReading {
  const { declaration, node } = entry;
  const file = declaration.getSourceFile();
  const isOwn = !symbols.isForeign(declaration);
  const name = isOwn ? (compiler.getNameOfDeclaration(declaration) ?? declaration) : node;
  const origin = {
    file: files.pathOf(file),
    offset: declaration.pos,
    span: files.spanOf(name),
    ...qualifiersOf(symbols, declaration),
  };
  return { ...entry, origin, file: file.fileName, isOwn };
}

/** Whether more than its declaration makes a type what it is: an instance of a generic type, one that nobody named, and one of a package. */
export function isBonded({ key, isUnnamed, isOwn }: Pick<TypeReading, "key" | "isUnnamed" | "isOwn">): boolean {
  return key !== "" || isUnnamed === true || !isOwn;
}
