import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

import type { Model } from "../model/model.js";
import { compiler } from "../read/compiler.js";
import { importStatement } from "../render/import-statement.js";
import { modelNames } from "../render/model-names.js";
import { render, type TemplateName, type View } from "../render/render.js";
import { EditError } from "./edit-error.js";
import type { EditPlan } from "./edit-request.js";
import { defaultStyle, fileStyle, type FileStyle, restyled } from "./file-style.js";
import { assertNoFile, type OpenPlugin } from "./open-plugin.js";
import { untried } from "./try-sources.js";

interface NewModule {
  readonly path: string;
  readonly template: TemplateName;
  /** What the template needs beside the model's names. */
  readonly view: View;
}

/** A file with code about a model, in the style of its neighbours, or of the model. */
export function newModule(plugin: OpenPlugin, model: Model, { path, template, view }: NewModule): EditPlan {
  assertNoFile(plugin, path);
  const names = modelNames(model);
  const folder = posix.dirname(path);
  const from = posix.relative(folder, `${plugin.config.outDir}/${model.version}/models.js`);
  const text = render(template, {
    model: names.model,
    modelImport: importStatement(from, { values: [names.model] }),
    parameter: names.parameter,
    plural: model.plural,
    ...view,
  });
  const style = neighbourStyle(plugin, folder) ?? modelStyle(plugin, model);
  return untried(model, [{ path, after: restyled(text, style) }]);
}

/** How a folder's files are written; undefined where it has none. */
export function neighbourStyle({ root }: OpenPlugin, folder: string): FileStyle | undefined {
  if (!existsSync(join(root, folder))) return undefined;
  const name = readdirSync(join(root, folder)).find((file) => /\.tsx?$/.test(file));
  if (name === undefined) return undefined;
  const text = readFileSync(join(root, folder, name), "utf8");
  return fileStyle(compiler.createSourceFile(name, text, compiler.ScriptTarget.Latest, true));
}

/** How the file that declares a model is written. */
export function modelStyle({ declarations }: OpenPlugin, { kind }: Model): FileStyle {
  const declaration = declarations.find(({ model }) => model.kind === kind);
  return declaration === undefined ? defaultStyle : fileStyle(declaration.file);
}

/** @throws {EditError} for a name that no module of the plugin should have. */
export function assertName(name: string): void {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) {
    throw new EditError(`"${name}" cannot be a name: write it as send-reminders is written.`);
  }
}
