import { checkResourceName } from "@cmgen/model";

import { diagnose } from "../../diagnostic/diagnose.js";
import type { Rule } from "../rule.js";

/** Singular and plural names are all lowercase (spec 2.1): the plural is a segment of the path. */
export const resourceNamesHaveForm: Rule = function* ({ models }) {
  for (const model of models) {
    for (const attribute of ["plural", "singular"] as const) {
      const name = model[attribute];
      for (const { message: problem } of checkResourceName(name)) {
        yield diagnose("CM2005", model.attributeSpans[attribute], { attribute, name, problem });
      }
    }
  }
};
