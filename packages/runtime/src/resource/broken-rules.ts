import { cloneJson } from "../document/json-object.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { judge } from "./check-object.js";
import type { BrokenRule } from "./invalid.js";
import type { StoredObject } from "./stored-object.js";

/**
 * What a stored object breaks of its model's schema and, if it keeps that, of its rules; nothing where the next update could only fail for
 * what it changes. A default stands for a field that is missing. A rule that fails is broken.
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
