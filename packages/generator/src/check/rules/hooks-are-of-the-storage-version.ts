import { diagnose } from "../../diagnostic/diagnose.js";
import { otherVersions } from "../../model/kind-versions.js";
import type { ImportedModel, Model } from "../../model/model.js";
import { uncapitalized } from "../../model/name-case.js";
import type { Rule } from "../rule.js";

/** Hooks are of the version that objects are stored as: those of another would not see what is written through the rest. */
export const hooksAreOfTheStorageVersion: Rule = function* ({ project }) {
  for (const { model: imported } of project.hooks) {
    if (imported === undefined) continue;
    const found = otherVersions(project).find(({ model }) => isOf(imported, model));
    if (found === undefined) continue;
    const { kind, version } = found.model;
    yield diagnose("CM9006", imported.span, { kind, version, storage: found.storage.version });
  }
};

/** By its descriptor's name and module: that of its API version, or its own. */
function isOf({ name, module }: ImportedModel, { kind, version, singular }: Model): boolean {
  const modules = [`/${version}/models`, `/${version}/${singular}/resource`];
  return name === `${uncapitalized(kind)}Model` && modules.some((ending) => module.endsWith(ending));
}
