import type { Model } from "../../model/model.js";
import { modelTypeSlots } from "../derived-names.js";
import { modelNames } from "../../render/model-names.js";
import { importPath } from "../../paths/module-path.js";
import { typeNames } from "../../render/type-names.js";
import { formNames } from "../../model/stored-form.js";
import { typesModules, type TypesProject } from "./types-modules.js";
import { stringLiteral } from "../../render/text.js";

/**
 * For each API version, the statements by which a module in its folder exports every type of it by name: for callers those of endpoints too, and
 * none of internal models.
 */
export function typesExports(
  project: TypesProject,
  { forCallers = false } = {},
): ReadonlyMap<string, readonly string[]> {
  const names = typeNames(project);
  const exports = new Map<string, string[]>();
  for (const { version, path, model, groups = [], types } of typesModules(project)) {
    if (forCallers ? model?.internal : groups.length > 0) continue;
    const exported = [
      ...namesOf(model),
      ...groups.map(({ name }) => name),
      ...types.flatMap((name) => formNames(project, name, names.get(name) ?? name)),
    ];
    const from = stringLiteral(importPath(`${version}/index.ts`, path));
    const statements = exports.get(version) ?? [];
    exports.set(version, statements);
    statements.push(`export type { ${exported.join(", ")} } from ${from};`);
  }
  return exports;
}

/** The types that a model has beside those that its author named. */
function namesOf(model: Model | undefined): readonly string[] {
  if (model === undefined) return [];
  const names = modelNames(model);
  return modelTypeSlots.map((slot) => names[slot]);
}
