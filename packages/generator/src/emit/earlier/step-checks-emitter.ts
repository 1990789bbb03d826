import { earlierTypes } from "../../evolve/earlier-types.js";
import type { Model, ProjectModel } from "../../model/model.js";
import type { Emitter } from "../../emitter/emitter.js";
import { headerOf } from "../../render/header.js";
import { importSymbols } from "../../render/import-statement.js";
import { modelNames } from "../../render/model-names.js";
import { render, type View } from "../../render/render.js";
import { createCheckWriter } from "../../validator/check-writer.js";
import type { KnownFunctions } from "../../validator/standalone.js";

/** `<v>/<s>/step-checks.ts`: what the objects must be that steps make before the last one, by the validators of their time. */
export function stepChecksEmitter(known?: KnownFunctions): Emitter {
  return {
    name: "step-checks",
    emit(project, { outDir }) {
      return project.models.flatMap((model) => {
        if (!hasStepChecks(model)) return [];
        const path = `${outDir}/${modelNames(model).folder}/step-checks.ts`;
        return [{ path, contents: render("step-checks", viewOf(project, model, known)), model }];
      });
    },
  };
}

/** Whether some step of a model makes objects of a schema that is known and is not today's. */
export function hasStepChecks({ steps }: Model): boolean {
  return steps.some(({ result }) => result !== undefined);
}

function viewOf(project: ProjectModel, model: Model, known?: KnownFunctions): View {
  const checked = model.steps.flatMap(({ id, result }) => (result === undefined ? [] : [{ id, result }]));
  const shapes = new Map(checked.map(({ result }) => [result.suffix, earlierTypes(result.shape, result.suffix)]));
  const types = [...shapes.values()].flatMap((shape) => shape.types);
  const writer = createCheckWriter({ ...project, models: [], types }, known);
  const owned = checked.map(({ result }, at) => ({
    owner: `Step${at + 1}`,
    type: shapes.get(result.suffix)?.object,
  }));
  const code = writer.ofTypes(owned.flatMap(({ owner, type }) => (type === undefined ? [] : [{ owner, type }])));
  const { memories } = code;
  return {
    header: headerOf("its migrations"),
    imports: [importSymbols("@cmgen/runtime/codegen", "Violation", "violationsOf", ...code.imports)],
    kind: model.kind,
    checks: checked.map(({ id }, at) => ({ id, name: `check${at + 1}` })),
    functions: checked.map((_, at) => ({
      name: `check${at + 1}`,
      defaults: code.defaults[at] ?? "",
      rootName: code.roots[at] ?? "",
      memories,
    })),
    blocks: [...memories.map((name) => `let ${name};`), ...code.functions],
  };
}
