import { diagnose } from "../../diagnostic/diagnose.js";
import { isDescriptorOf } from "../../model/is-descriptor-of.js";
import { otherVersions } from "../../model/kind-versions.js";
import type { Rule } from "../rule.js";

/** Hooks are of the version that objects are stored as: those of another would not see what is written through the rest. */
export const hooksAreOfTheStorageVersion: Rule = function* ({ project }) {
  for (const { model: imported } of project.hooks) {
    if (imported === undefined) continue;
    const found = otherVersions(project).find(({ model }) => isDescriptorOf(imported, model));
    if (found === undefined) continue;
    const { kind, version } = found.model;
    yield diagnose("CM9006", imported.span, { kind, version, storage: found.storage.version });
  }
};
