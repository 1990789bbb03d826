import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

import { modelNames } from "../emit/model-names.js";
import { compiler } from "../read/compiler.js";
import type { Model } from "../model/model.js";
import { storageVersions } from "../model/kind-versions.js";
import { readProject } from "../read/read-project.js";
import { kebabCase } from "./add-model.js";
import { EditError } from "./edit-error.js";
import type { AddController, AddHook, EditPlan, ModelName } from "./edit-request.js";
import { defaultStyle, fileStyle, type FileStyle, restyled } from "./file-style.js";
import { assertNoFile, declarationOf, type OpenPlugin } from "./open-plugin.js";
import { untried } from "./try-sources.js";

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
      `  name: ${JSON.stringify(name)},`,
      `  model: ${modelNames(model).model},`,
      "  async reconcile({ metadata }, { log }) {",
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
      "  default() {},",
      '  // What is wrong, all at once, as in { path: "/spec/title", message: "The title is taken." }.',
      "  async validate() {",
      "    return [];",
      "  },",
      "});",
    ],
  });
}

interface NewModule {
  readonly path: string;
  readonly text: readonly string[];
}

/** A file in the style of its neighbours, or of the model. */
export function newModule(plugin: OpenPlugin, model: Model, { path, text }: NewModule): EditPlan {
  assertNoFile(plugin, path);
  const style = neighbourStyle(plugin, posix.dirname(path)) ?? modelStyle(plugin, model);
  return untried(model, [{ path, after: restyled(`${text.join("\n")}\n`, style) }]);
}

function neighbourStyle({ root }: OpenPlugin, folder: string): FileStyle | undefined {
  if (!existsSync(join(root, folder))) return undefined;
  const name = readdirSync(join(root, folder)).find((file) => file.endsWith(".ts"));
  if (name === undefined) return undefined;
  const text = readFileSync(join(root, folder, name), "utf8");
  return fileStyle(compiler.createSourceFile(name, text, compiler.ScriptTarget.Latest, true));
}

function modelStyle({ declarations }: OpenPlugin, { kind }: Model): FileStyle {
  const declaration = declarations.find(({ model }) => model.kind === kind);
  return declaration === undefined ? defaultStyle : fileStyle(declaration.file);
}

/**
 * The model that code is to serve: of several versions, without a word of which, the one that objects are stored as.
 *
 * @throws {EditError} where there is none.
 */
export function modelToServe(plugin: OpenPlugin, name: ModelName) {
  const { root, config, declarations } = plugin;
  const { project } = readProject(root, config);
  const kinds = new Set(declarations.filter(({ model }) => isCalled(model, name.model)).map(({ model }) => model.kind));
  const [kind] = kinds;
  const stored = [...storageVersions(project).values()].find(({ storage }) => storage.kind === kind)?.storage;
  if (kinds.size === 1 && stored !== undefined && name.apiVersion === undefined) return { model: stored, project };
  const wanted = declarationOf(plugin, name).model;
  const model = project.models.find((other) => other.kind === wanted.kind && other.version === wanted.version);
  if (model === undefined)
    throw new EditError(`${wanted.kind} has problems: \`cmgen generate\` says which. Solve them first.`);
  return { model, project };
}

function isCalled({ kind, singular, plural }: Pick<Model, "kind" | "singular" | "plural">, name: string): boolean {
  return [kind.toLowerCase(), singular, plural].includes(name.toLowerCase());
}

/** The import of a model's descriptor into a module of a folder. */
export function importOf({ config }: OpenPlugin, model: Model, folder: string): string {
  const from = posix.relative(folder, `${config.outDir}/${model.version}/models.js`);
  return `import { ${modelNames(model).model} } from "${from}";`;
}

/** @throws {EditError} for a name that no module of the plugin should have. */
export function assertName(name: string): void {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) {
    throw new EditError(`"${name}" cannot be a name: write it as send-reminders is written.`);
  }
}
