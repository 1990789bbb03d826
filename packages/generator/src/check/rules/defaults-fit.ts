import { diagnose } from "../../diagnostic/diagnose.js";
import { misfit } from "../types/misfit.js";
import { shortText } from "../../diagnostic/short-text.js";
import type { Rule } from "../rule.js";

/** A default is a value of its property's type (spec 2.4): it is put in before the schema is checked. */
export const defaultsFit: Rule = function* ({ properties, lookup }) {
  for (const { default: value, type, tagSpans, span } of properties) {
    if (value === undefined) continue;
    const problem = misfit(lookup, value, type);
    if (problem !== undefined)
      yield diagnose("CM4008", tagSpans?.default ?? span, { value: shortText(JSON.stringify(value)), problem });
  }
};
