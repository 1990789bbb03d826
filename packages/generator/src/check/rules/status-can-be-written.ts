import { diagnose } from "../../diagnostic/diagnose.js";
import type { Rule } from "../rule.js";

/** With `status` a subresource, it is not required: the main endpoint, which creates objects, leaves it alone (HTTP API, Objects). */
export const statusCanBeWritten: Rule = function* ({ models }) {
  for (const { statusSubresource, status, kind } of models) {
    if (statusSubresource && status?.required === true) yield diagnose("CM2009", status.span, { kind });
  }
};
