import { stringLiteral } from "../render/text.js";
import { importStatement } from "../render/import-statement.js";
import { render } from "../render/render.js";
import { endpointsDeclaration } from "../emit/types/endpoints-declaration.js";
import { envelopeDeclarations } from "../emit/types/envelope-declarations.js";
import { indexTypesDeclaration } from "../emit/types/index-types-declaration.js";
import { typesModules, type TypesModule, type TypesProject } from "../emit/types/types-modules.js";
import { envelopeTypes, typeNames } from "../render/type-names.js";
import type { GeneratedFile } from "../emitter/emitter.js";
import { importPath } from "../paths/module-path.js";
import type { Model } from "../model/model.js";
import { typeText, type TypeTextContext } from "../emit/types/type-text.js";
import { typeLookup } from "../model/type-at-path.js";

/** The module with openapi-typescript's types. */
export const schemasModule = "schemas.ts";

/** The modules of types that `cmgen generate` writes, with openapi-typescript's types for what a model declares. */
export function documentTypesFiles(project: TypesProject, header: string): readonly GeneratedFile[] {
  const names = typeNames(project);
  const lookup = typeLookup(project);
  const schemaText = (type: string): string => `components["schemas"][${stringLiteral(type)}]`;
  const fileOf = (module: TypesModule): GeneratedFile => {
    const { model, path, types, groups = [] } = module;
    const nameOf = (type: string): string => (types.includes(type) ? (names.get(type) ?? type) : schemaText(type));
    const context = { nameOf, modelNameOf: ({ name }: { readonly name: string }) => name };
    const aliases = types.map((type) => `export type ${nameOf(type)} = ${schemaText(type)};`);
    const ofModel =
      model === undefined
        ? []
        : [
            ...envelopeDeclarations(model, context, {
              stored: storedParts(model, context),
              kept: storedParts(model, context),
              draft: storedParts(model, context),
              secret: model.secretParts ?? [],
            }),
            indexTypesDeclaration(model, lookup, context),
          ];
    const ofEndpoints = groups.map((group) => endpointsDeclaration(group, context));
    const declarations = [...(aliases.length > 0 ? [aliases.join("\n")] : []), ...ofModel, ...ofEndpoints];
    const usesSchemas = declarations.some((text) => text.includes("components["));
    const imports = [
      ...(model === undefined ? [] : [importStatement("@cmgen/client", { types: envelopeOf(model) })]),
      ...(usesSchemas ? [importStatement(importPath(path, schemasModule), { types: ["components"] })] : []),
    ];
    const blocks = [imports.join("\n"), ...declarations].filter((block) => block !== "");
    return { path, contents: render("types", { header, blocks }) };
  };
  return typesModules(project).map(fileOf);
}

function envelopeOf({ storedTypes = {} }: Model): readonly string[] {
  return Object.keys(storedTypes).length === 0 ? envelopeTypes : [...envelopeTypes, "StoredAs"];
}

function storedParts(model: Model, context: TypeTextContext): readonly string[] {
  return Object.entries(model.storedTypes ?? {}).map(([name, type]) => {
    const isRequired = (name === "spec" ? model.spec : model.status)?.required === true;
    return `${name}${isRequired ? "" : "?"}: ${typeText(type, context)};`;
  });
}
