import { cloneJson } from "../document/json-object.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { judge } from "./check-object.js";
import type { BrokenRule } from "./invalid.js";
import type { StoredObject } from "./stored-object.js";

/**
 * The violations of a stored object against its model's schema or, if there are none, against its rules. Defaults are filled in first. A rule
 * that throws counts as broken. If the result is empty, the next update can only be refused for what it changes.
 */
export function brokenRules(model: ModelDescriptor, object: StoredObject): readonly BrokenRule[] {
  const copy = cloneJson(object);
  const invalid = model.validate(copy);
  if (invalid.length > 0) return invalid;
  return model.rules.flatMap((rule): readonly BrokenRule[] => {
    const verdict = judge(rule, { object: copy, old: copy });
    if (verdict === "kept") return [];
    const message = verdict === "broken" ? rule.message : `A rule fails: ${String(verdict.failure)}`;
    return [{ path: rule.path, keyword: "rule", message }];
  });
}
