import { checkKind } from "@cmgen/model";

import { diagnose } from "../../diagnostic/diagnose.js";
import type { Rule } from "../rule.js";

/** A kind is an identifier in PascalCase (spec 2.1): it names the generated types. */
export const kindHasForm: Rule = function* ({ models }) {
  for (const { kind, attributeSpans } of models) {
    for (const { message: problem } of checkKind(kind)) {
      yield diagnose("CM2004", attributeSpans.kind, { kind, problem });
    }
  }
};
