import type { Model } from "../../model/model.js";
import { headerOf } from "../../render/header.js";
import { importStatement, importSymbols } from "../../render/import-statement.js";
import { render, type View } from "../../render/render.js";
import { labelTableName, tableName } from "../../storage/table-name.js";
import type { Emitter } from "../emitter.js";
import { modelNames } from "../model-names.js";
import { importPath } from "../module-path.js";

/** `<v>/<s>/descriptor.ts`: what the runtime knows of a model. */
export const descriptorEmitter: Emitter = {
  name: "descriptor",
  emit: (project, { outDir }) =>
    project.models.map((model) => {
      const path = `${outDir}/${modelNames(model).folder}/descriptor.ts`;
      return { path, contents: render("descriptor", descriptorView(model, path)) };
    }),
};

function descriptorView(model: Model, file: string): View {
  const { group, version, kind, plural, singular } = model;
  const names = modelNames(model);
  return {
    header: headerOf(model.module),
    imports: importsOf(model, file),
    attributes: Object.entries({ group, version, kind, plural, singular }).map(([key, value]) => ({ key, value })),
    apiVersion: `${group}/${version}`,
    kind,
    object: names.object,
    modelName: names.model,
    indexesName: names.indexes,
    validateName: names.validate,
    table: tableName(model),
    labelTable: labelTableName(model),
    hasRules: model.rules.length > 0,
    statusSubresource: String(model.statusSubresource),
  };
}

function importsOf(model: Model, file: string): string[] {
  const names = modelNames(model);
  const hasRules = model.rules.length > 0;
  return [
    importSymbols("@cmgen/runtime/codegen", "ModelDescriptor", ...(hasRules ? (["declaredRules"] as const) : [])),
    ...(hasRules ? [importStatement(importPath(file, model.module), { default: "declaration" })] : []),
    importStatement("./indexes.js", { values: [names.indexes] }),
    importStatement("./types.js", { types: [names.object] }),
    importStatement("./validator.js", { values: [names.validate] }),
  ];
}
