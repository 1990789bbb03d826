import { diagnose } from "../../diagnostic/diagnose.js";
import { shortText } from "../../diagnostic/short-text.js";
import type { Rule } from "../rule.js";
import { isWholeType } from "../types/is-whole-type.js";

/** A default is a value of its property's type (spec 2.4): it is put in before the schema is checked. */
export const defaultsFit: Rule = function* ({ properties, lookup, values }) {
  for (const property of properties) {
    const { default: value, type, tagSpans, span } = property;
    if (value === undefined || !isWholeType(type, lookup)) continue;
    const problem = values.defaultMisfit(property);
    if (problem !== undefined)
      yield diagnose("CM4008", tagSpans?.default ?? span, { value: shortText(JSON.stringify(value)), problem });
  }
};
