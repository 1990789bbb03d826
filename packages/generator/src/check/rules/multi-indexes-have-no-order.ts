import { diagnose } from "../../diagnostic/diagnose.js";
import type { Rule } from "../rule.js";

/** An index of many values has no order of its own: lists cannot be sorted by it (HTTP API, Lists). */
export const multiIndexesHaveNoOrder: Rule = function* ({ models }) {
  for (const { indexes } of models) {
    for (const { name, multi, order, span } of indexes) {
      if (multi && order === "DESC") yield diagnose("CM5008", span, { name });
    }
  }
};
