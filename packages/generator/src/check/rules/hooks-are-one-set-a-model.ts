import { diagnose } from "../../diagnostic/diagnose.js";
import type { Rule } from "../rule.js";

/** A model has one set of hooks: of two, nothing would say whose come first. */
export const hooksAreOneSetAModel: Rule = function* ({ project }) {
  const first = new Map<string, string>();
  for (const { module, model } of project.hooks) {
    if (model === undefined) continue;
    const key = `${model.module} ${model.name}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, module);
    else yield diagnose("CM6003", model.span, { model: model.name, other });
  }
};
