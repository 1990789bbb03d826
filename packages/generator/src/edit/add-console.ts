import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { extensionName } from "../emit/console/emit-console.js";
import { importPath } from "../paths/module-path.js";
import { propertyKey } from "../render/property-key.js";
import { render } from "../render/render.js";
import { kebabCase } from "./add-model.js";
import type { AddConsole, EditPlan } from "./edit-request.js";
import { restyled, type FileStyle } from "./file-style.js";
import { modelToServe } from "./model-to-serve.js";
import { modelStyle, neighbourStyle } from "./new-module.js";
import { assertNoFile, type OpenPlugin } from "./open-plugin.js";
import { untried } from "./try-sources.js";

const FOLDER = "src/console";

/** Writes a module that adds to the console's pages of a model, and the tsconfig.json by which such modules are checked. */
export function addConsole(plugin: OpenPlugin, request: AddConsole): EditPlan {
  const { model, project } = modelToServe(plugin, request);
  const path = `${FOLDER}/${kebabCase(model.kind)}.tsx`;
  assertNoFile(plugin, path);
  const from = importPath(path, `${plugin.config.outDir}/console.ts`);
  const { plural, kind } = model;
  const text = render("add/console", { from, key: propertyKey(extensionName(model, project)), plural, kind });
  const style: FileStyle = neighbourStyle(plugin, FOLDER) ?? modelStyle(plugin, model);
  const tsconfig = `${FOLDER}/tsconfig.json`;
  const hasTsconfig = existsSync(join(plugin.root, tsconfig));
  const changes = [
    { path, after: restyled(text, style) },
    ...(hasTsconfig ? [] : [{ path: tsconfig, after: render("add/console-tsconfig", {}) }]),
  ];
  return { ...untried(model, changes), notes: notesOf(plugin) };
}

/** What is left to do the first time. */
function notesOf({ root, config }: OpenPlugin): readonly string[] {
  const isExcluded = /"exclude"[^\]]*src\/console/.test(textOf(join(root, "tsconfig.json")));
  const manifest = textOf(join(root, "package.json"));
  const packages = ["@cmgen/console", "@types/react", "vite"].filter((name) => !manifest.includes(`"${name}"`));
  return [
    ...(config.console ? [] : ["Set `console: true` in cmgen.config.ts: then `cmgen generate` writes its types."]),
    ...(isExcluded ? [] : ['Add `"exclude": ["src/console"]` to tsconfig.json: these modules have one of their own.']),
    ...(packages.length === 0
      ? []
      : [`Install what they are built with: npm install --save-dev ${packages.join(" ")}`]),
  ];
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
