import { diagnose } from "../../diagnostic/diagnose.js";
import type { ProjectModel } from "../../model/model.js";
import type { Rule } from "../rule.js";

/**
 * Generated code imports the plugin's modules. Node.js takes the path of an import for a URL, in which these characters mean something else;
 * TypeScript takes it for the path of a file, so that no way to write it suits both.
 */
export const modulePathsCanBeImported: Rule = function* ({ project }) {
  for (const module of modulesOf(project)) {
    const character = /[#%?\\]/.exec(module)?.[0];
    const start = { line: 1, column: 1 };
    if (character !== undefined) yield diagnose("CM1061", { file: module, start, end: start }, { module, character });
  }
};

function modulesOf({ models, hooks, controllers, schedules, endpoints }: ProjectModel): ReadonlySet<string> {
  return new Set([...models, ...hooks, ...controllers, ...schedules, ...endpoints].map(({ module }) => module));
}
