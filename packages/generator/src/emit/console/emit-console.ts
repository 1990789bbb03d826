import type { Emitter } from "../../emitter/emitter.js";
import { kindVersions, storageVersionOf } from "../../model/kind-versions.js";
import type { Model, ProjectModel } from "../../model/model.js";
import { publicProject } from "../../model/public-project.js";
import { headerOf } from "../../render/header.js";
import { importStatement } from "../../render/import-statement.js";
import { modelNames } from "../../render/model-names.js";
import { propertyKey } from "../../render/property-key.js";
import { render, type View } from "../../render/render.js";
import { uniqueNames } from "../../render/unique-names.js";

/** `console.ts`: `defineConsole`, which knows what the modules in `src/console` can name. Only where the config asks for it. */
export const consoleEmitter: Emitter = {
  name: "console",
  emit: (project, { outDir }) => [{ path: `${outDir}/console.ts`, contents: render("console", consoleView(project)) }],
};

function consoleView(project: ProjectModel): View {
  const models = shownModels(project);
  const locals = uniqueNames(
    models.map((model) => modelNames(model).stored),
    ["ConsoleDefiner", "ConsoleNames", "PluginNames"],
  );
  const named = models.map((model, at) => ({ model, name: extensionName(model, project), local: locals[at] ?? "" }));
  return {
    header: headerOf("this plugin's models"),
    imports: [
      importStatement("@cmgen/console/extension", {
        types: ["ConsoleDefiner", "ConsoleNames"],
        values: ["consoleDefiner"],
      }),
      ...named.map(({ model, local }) => {
        const { folder, stored } = modelNames(model);
        return importStatement(`./${folder}/types.js`, {
          types: [stored === local ? stored : `${stored} as ${local}`],
        });
      }),
    ],
    resources: named.map(({ model: { group, version, plural }, name, local }) => {
      return { key: propertyKey(name), stored: local, group, version, plural };
    }),
  };
}

/** Of each kind the version that is stored: what an extension is about has one form. */
function shownModels(project: ProjectModel): readonly Model[] {
  const { models } = publicProject(project);
  return kindVersions({ models })
    .map(storageVersionOf)
    .filter(({ served }) => served !== false);
}

/** How extensions name a model: by the plural, with the group behind a dot where two groups share it, as access rules do. */
export function extensionName({ plural, group }: Model, project: ProjectModel): string {
  return shownModels(project).filter((each) => each.plural === plural).length === 1 ? plural : `${plural}.${group}`;
}
