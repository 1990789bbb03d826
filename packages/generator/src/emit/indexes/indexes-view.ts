import type { IndexModel, Model } from "../../model/model.js";
import { headerOf } from "../../render/header.js";
import { importStatement, importSymbols } from "../../render/import-statement.js";
import type { View } from "../../render/render.js";
import { columnName, valueTableName } from "../../storage/column-name.js";
import { modelNames } from "../model-names.js";
import { importPath } from "../module-path.js";
import type { TypeIndex } from "../schema/type-index.js";
import { fingerprintOf } from "./fingerprint.js";
import { pathAccess } from "./path-access.js";

/** What the template `indexes` is filled with. `file` is the path of the module it makes. */
export function indexesView(types: TypeIndex, model: Model, file: string): View {
  const names = modelNames(model);
  const indexes = model.indexes.map((index) => indexView(types, model, index));
  return {
    header: headerOf(model.module),
    imports: importsOf(model, file),
    kind: model.kind,
    object: names.object,
    indexesName: names.indexes,
    indexes,
    usesOwn: indexes.some(({ usesOwn }) => usesOwn),
  };
}

function importsOf(model: Model, file: string): string[] {
  const usesFunctions = model.indexes.some(({ source }) => source === "function");
  const declaration = importStatement(importPath(file, model.module), { default: "declaration" });
  return [
    importSymbols(
      "@cmgen/runtime/codegen",
      "IndexDescriptor",
      ...(usesFunctions ? (["declaredExtract"] as const) : []),
    ),
    ...(usesFunctions ? [declaration] : []),
    importStatement("./types.js", { types: [modelNames(model).object] }),
  ];
}

function indexView(types: TypeIndex, model: Model, index: IndexModel) {
  const { name, order, unique, multi, valueType = "string" } = index;
  return {
    name,
    order,
    unique: String(unique),
    multi: String(multi),
    type: valueType,
    storageKey: multi ? "table" : "column",
    storageName: multi ? valueTableName(model, name) : columnName(model, name),
    fingerprint: fingerprintOf(index),
    ...extractView(types, model, index),
  };
}

function extractView(types: TypeIndex, model: Model, { source, position, path }: IndexModel) {
  if (source === "function") return { extract: `declaredExtract(declaration, ${position})`, usesOwn: false };
  const { expression, usesOwn } = pathAccess(types, model, path);
  return { extract: `(${modelNames(model).parameter}) => ${expression}`, usesOwn };
}
