import { typeLookup, type TypeLookup } from "../../model/type-at-path.js";
import { headerOf } from "../../render/header.js";
import { render } from "../../render/render.js";
import type { Model, ProjectModel } from "../../model/model.js";
import {
  differingParts,
  draftFormName,
  draftForms,
  isRequiredInDraft,
  isRequiredWhenStored,
  isSecret,
  secretForms,
  type StoredForms,
  storedFormName,
  storedForms,
} from "../../model/stored-form.js";
import { stringLiteral } from "../../render/text.js";
import type { Emitter, GeneratedFile } from "../../emitter/emitter.js";
import { typeNames } from "../../render/type-names.js";
import { indexTypes, type TypeIndex } from "../../schema/type-index.js";
import { endpointsDeclaration } from "./endpoints-declaration.js";
import { envelopeDeclarations } from "./envelope-declarations.js";
import { indexTypesDeclaration } from "./index-types-declaration.js";
import { isInterface, objectBody, typeText, type TypeTextContext } from "./type-text.js";
import { modelNamer, typesImports } from "./types-imports.js";
import { type TypesModule, typesModules } from "./types-modules.js";
import type { NamedType } from "../../model/type.js";
import { typeComment } from "./type-comment.js";

/**
 * `<v>/<s>/types.ts`: what everybody may import of a model, the types of its objects and of its indexes; `<v>/types.ts`: types that
 * several models share; `<v>/endpoints.ts`: the types of endpoints.
 */
export const typesEmitter: Emitter = {
  name: "types",
  emit(project, context) {
    const files = typesFiles(project, "@cmgen/model");
    return files.map((file) => ({ ...file, path: `${context.outDir}/${file.path}` }));
  },
};

/**
 * The modules of types, with paths relative to the folder they are in.
 *
 * @param envelope the package that the envelope's types are imported from
 */
export function typesFiles(project: ProjectModel, envelope: Printer["envelope"]): readonly GeneratedFile[] {
  const modules = typesModules(project);
  const printer: Printer = {
    project,
    forms: storedForms(project),
    drafts: draftForms(project),
    index: indexTypes(project),
    lookup: typeLookup(project),
    names: typeNames(project),
    modules,
    envelope,
  };
  return modules.map((module) => typesFile(module, printer));
}

interface Printer {
  readonly project: ProjectModel;
  readonly forms: StoredForms;
  readonly drafts: StoredForms;
  readonly index: TypeIndex;
  readonly lookup: TypeLookup;
  readonly names: ReadonlyMap<string, string>;
  readonly modules: readonly TypesModule[];
  readonly envelope: "@cmgen/model" | "@cmgen/client";
}

function typesFile(module: TypesModule, printer: Printer): GeneratedFile {
  const context: TypeTextContext = {
    nameOf: (type) => printer.names.get(type) ?? type,
    modelNameOf: modelNamer(module, printer),
    hasReferences: true,
  };
  const stored = storedContext(context, module, printer);
  const draft = draftContext(context, stored, printer);
  const named = module.types.flatMap((name) => {
    const type = printer.index.named(name);
    const { forms: storedTypes, drafts } = printer;
    const forms = [
      context,
      ...(storedTypes.namedDiffers(name) ? [stored] : []),
      ...(drafts.namedDiffers(name) ? [draft] : []),
    ];
    return forms.map((form) => namedTypeDeclaration(type, form));
  });
  const ofModel =
    module.model === undefined
      ? []
      : [
          ...envelopeDeclarations(module.model, context, {
            stored: partTexts(module.model, printer.forms, stored),
            kept: keptTexts(module.model, printer, [context, stored]),
            draft: keptTexts(module.model, printer, [context, draft]),
            secret: differingParts(module.model, secretForms(printer.project)).map(({ name }) => name),
          }),
          indexTypesDeclaration(module.model, printer.lookup, context),
        ];
  const ofEndpoints = (module.groups ?? []).map((group) => endpointsDeclaration(group, context));
  const imports = typesImports(module, printer).join("\n");
  const blocks = [imports, ...named, ...ofModel, ...ofEndpoints].filter((block) => block !== "");
  const view = { header: headerOf(sourceOf(module, printer.index)), blocks };
  return {
    path: module.path,
    contents: render("types", view),
    ...(module.model && { model: module.model }),
  };
}

/** What stored objects have inside: with the properties that callers may leave out. */
function storedContext(sent: TypeTextContext, module: TypesModule, printer: Printer): TypeTextContext {
  const { forms } = printer;
  const storedNameOf = modelNamer(module, printer, "stored");
  return {
    ...sent,
    nameOf: (type) => (forms.namedDiffers(type) ? storedFormName(sent.nameOf(type)) : sent.nameOf(type)),
    isRequired: isRequiredWhenStored,
    isOmitted: isSecret,
    nestedNameOf: (reference) => {
      const parts = differingParts(printer.index.model(reference), forms);
      if (parts.length === 0) return sent.modelNameOf(reference);
      return `(${sent.modelNameOf(reference)} & Pick<${storedNameOf(reference)}, ${parts.map(({ name }) => stringLiteral(name)).join(" | ")}>)`;
    },
  };
}

/** What hooks get. Of objects that stand inside it is not known what is filled in already. */
function draftContext(sent: TypeTextContext, stored: TypeTextContext, { index, drafts }: Printer): TypeTextContext {
  const { nestedNameOf = stored.modelNameOf } = stored;
  return {
    ...stored,
    nameOf: (type) => (drafts.namedDiffers(type) ? draftFormName(sent.nameOf(type)) : stored.nameOf(type)),
    isRequired: isRequiredInDraft,
    nestedNameOf: (reference) =>
      differingParts(index.model(reference), drafts).length > 0 ? sent.modelNameOf(reference) : nestedNameOf(reference),
  };
}

/** The parts of a model's objects that look different once they are stored. */
function partTexts(model: Model, forms: StoredForms, context: TypeTextContext): readonly string[] {
  return differingParts(model, forms).map(
    ({ name, part }) => `${name}${part.required ? "" : "?"}: ${typeText(part.type, context)};`,
  );
}

/** The same for the plugin's own code, which sees what is secret: that is in the form that is sent. */
function keptTexts(
  model: Model,
  { forms, project }: Printer,
  [sent, other]: readonly [TypeTextContext, TypeTextContext],
): readonly string[] {
  const secrets = secretForms(project);
  return differingParts(model, forms).map(({ name, part: { type, required } }) => {
    const texts = secrets.differs(type) ? [typeText(type, sent), typeText(type, other)] : [typeText(type, other)];
    return `${name}${required ? "" : "?"}: ${texts.length === 1 ? texts.join("") : texts.map((text) => `(${text})`).join(" & ")};`;
  });
}

function sourceOf({ model, groups, types }: TypesModule, index: TypeIndex): string {
  if (model !== undefined) return model.module;
  if (groups !== undefined) return "this plugin's endpoints";
  const files = new Set(types.map((name) => index.named(name).span.file));
  return [...files].toSorted().join(", ");
}

/** The declaration of a named type, comment and all: an interface where it is one, else an alias. */
function namedTypeDeclaration({ name, type, documentation }: NamedType, context: TypeTextContext): string {
  const emitted = context.nameOf(name);
  const comment = typeComment({ documentation, type });
  if (isInterface(type)) return `${comment}export interface ${emitted} ${objectBody(type, context)}`;
  return `${comment}export type ${emitted} = ${typeText(type, context)};`;
}
