import { headerOf } from "../../render/header.js";
import { render } from "../../render/render.js";
import type { Emitter, GeneratedFile } from "../emitter.js";
import { modelNames } from "../model-names.js";
import { typeNames } from "../type-names.js";
import { indexTypes, type TypeIndex } from "../schema/type-index.js";
import { envelopeDeclarations } from "./envelope-declarations.js";
import { namedTypeDeclaration } from "./named-type-declaration.js";
import type { TypeTextContext } from "./type-text.js";
import { typesImports } from "./types-imports.js";
import { typesModules, type TypesModule } from "./types-modules.js";

/** `<v>/<s>/types.ts`: the types of a model's objects; `<v>/types.ts`: those that several models share. */
export const typesEmitter: Emitter = {
  name: "types",
  emit(project, { outDir }) {
    const modules = typesModules(project);
    const printer: Printer = { index: indexTypes(project), names: typeNames(project), modules };
    return modules.map((module) => typesFile(module, printer, outDir));
  },
};

interface Printer {
  readonly index: TypeIndex;
  readonly names: ReadonlyMap<string, string>;
  readonly modules: readonly TypesModule[];
}

function typesFile(module: TypesModule, printer: Printer, outDir: string): GeneratedFile {
  const context: TypeTextContext = {
    nameOf: (type) => printer.names.get(type) ?? type,
    modelNameOf: (reference) => modelNames(printer.index.model(reference)).object,
  };
  const named = module.types.map((name) => namedTypeDeclaration(printer.index.named(name), context));
  const envelope = module.model === undefined ? [] : envelopeDeclarations(module.model, context);
  const imports = typesImports(module, printer).join("\n");
  const blocks = [imports, ...named, ...envelope].filter((block) => block !== "");
  const view = { header: headerOf(sourceOf(module, printer.index)), blocks };
  return { path: `${outDir}/${module.path}`, contents: render("types", view) };
}

function sourceOf({ model, types }: TypesModule, index: TypeIndex): string {
  if (model !== undefined) return model.module;
  const files = new Set(types.map((name) => index.named(name).span.file));
  return [...files].toSorted().join(", ");
}
