import { modelNames } from "../render/model-names.js";
import { kebabCase } from "./add-model.js";
import { EditError } from "./edit-error.js";
import type { AddController, AddHook, EditPlan } from "./edit-request.js";
import { importOf, modelToServe } from "./model-to-serve.js";
import { assertName, newModule } from "./new-module.js";
import type { OpenPlugin } from "./open-plugin.js";
import { stringLiteral } from "../render/text.js";

/** Writes a controller of a model. */
export function addController(plugin: OpenPlugin, request: AddController): EditPlan {
  const { model } = modelToServe(plugin, request);
  const name = request.name ?? kebabCase(model.kind);
  assertName(name);
  return newModule(plugin, model, {
    path: `src/controllers/${name}.ts`,
    text: [
      'import { defineController } from "@cmgen/runtime";',
      importOf(plugin, model, "src/controllers"),
      "",
      "/**",
      ` * What follows from a change of ${model.plural}. The service calls this for each of them when it starts and after each change, so calling it`,
      " * again must not change the result.",
      " */",
      "export default defineController({",
      `  name: ${stringLiteral(name)},`,
      `  model: ${modelNames(model).model},`,
      "  async reconcile({ object: { metadata }, log }) {",
      `    log.info({ ${modelNames(model).parameter}: metadata.name }, "reconciled");`,
      "  },",
      "});",
    ],
  });
}

/** Writes the hooks of a model, of which there is one set. */
export function addHook(plugin: OpenPlugin, request: AddHook): EditPlan {
  const { model, project } = modelToServe(plugin, request);
  const names = modelNames(model);
  const known = project.hooks.find(({ model: of }) => of?.name === names.model);
  if (known?.model !== undefined) {
    const { file, start } = known.model.span;
    throw new EditError(`${model.kind} has hooks already, and a model has one set of them. Add to these.`, {
      file,
      ...start,
    });
  }
  return newModule(plugin, model, {
    path: `src/hooks/${kebabCase(model.kind)}.ts`,
    text: [
      'import { defineHooks } from "@cmgen/runtime";',
      importOf(plugin, model, "src/hooks"),
      "",
      `/** What is filled in and judged before ${model.plural} are stored. */`,
      "export default defineHooks({",
      `  model: ${names.model},`,
      "  // Called before the object is checked: change it in place.",
      "  prepare() {},",
      '  // What is wrong, all at once, as in { path: "/spec/title", message: "The title is taken." }.',
      "  async check() {",
      "    return [];",
      "  },",
      "});",
    ],
  });
}
