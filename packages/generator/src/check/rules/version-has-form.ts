import { checkApiVersion } from "@cmgen/model";

import { diagnose } from "../../diagnostic/diagnose.js";
import type { Rule } from "../rule.js";

/** A version is `v1`, or with a label and a number `v1alpha1`, `v2beta3` (spec 9). */
export const versionHasForm: Rule = function* ({ models }) {
  for (const { version, attributeSpans } of models) {
    for (const { message: problem } of checkApiVersion(version)) {
      yield diagnose("CM2003", attributeSpans.version, { version, problem });
    }
  }
};
