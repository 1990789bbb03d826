import { checkGroup } from "@cmgen/model";

import { diagnose } from "../../diagnostic/diagnose.js";
import type { Rule } from "../rule.js";

/** A group is a DNS subdomain, and neither empty nor one of the platform's (spec 2.1). */
export const groupIsAllowed: Rule = function* ({ models, config }) {
  for (const { group, attributeSpans } of models) {
    for (const { keyword, message } of checkGroup(group, config.reservedGroupSuffixes)) {
      if (keyword === "reserved") yield diagnose("CM2002", attributeSpans.group, { group, problem: message });
      else yield diagnose("CM2001", attributeSpans.group, { group, problem: message });
    }
  }
};
