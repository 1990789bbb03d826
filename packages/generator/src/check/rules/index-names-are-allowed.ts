import { checkIndexName } from "@cmgen/model";

import { diagnose } from "../../diagnostic/diagnose.js";
import type { Rule } from "../rule.js";

/** Indexes that every model has (spec 2.5). */
const builtIn: ReadonlySet<string> = new Set([
  "metadata.name",
  "metadata.labels",
  "metadata.creationTimestamp",
  "metadata.deletionTimestamp",
]);

/** An index's name is its own in a model, none of the built-in ones, and can be written in a selector (spec 2.5). */
export const indexNamesAreAllowed: Rule = function* ({ models }) {
  for (const { indexes, kind } of models) {
    const seen = new Set<string>();
    for (const { name, span } of indexes) {
      if (seen.has(name)) yield diagnose("CM5001", span, { name, kind });
      seen.add(name);
      if (builtIn.has(name)) yield diagnose("CM5002", span, { name });
      for (const { message: problem } of checkIndexName(name)) yield diagnose("CM5003", span, { name, problem });
    }
  }
};

export function isBuiltInIndex(name: string): boolean {
  return builtIn.has(name);
}
