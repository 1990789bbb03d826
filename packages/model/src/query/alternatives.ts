import { isSkip } from "./skip.js";

/** Whether a member of conditions has alternatives. An index may be called `or` too, but no condition on an index is a list. */
export function isAlternatives(key: string, condition: unknown): condition is readonly unknown[] {
  return key === "or" && Array.isArray(condition);
}

/** The keys that conditions name, those of alternatives included. */
export function keysOf(conditions: object): readonly string[] {
  return Object.entries(conditions).flatMap(([key, condition]) =>
    isAlternatives(key, condition) ? condition.flatMap((all) => (isSkip(all) ? [] : Object.keys(Object(all)))) : [key],
  );
}
