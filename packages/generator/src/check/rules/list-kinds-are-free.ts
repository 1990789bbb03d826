import { diagnose } from "../../diagnostic/diagnose.js";
import type { Rule } from "../rule.js";

/** No kind is that of another's lists: `<Kind>List` is what a list of objects says it is (contract, Lists). */
export const listKindsAreFree: Rule = function* ({ project }) {
  const kinds = new Set(project.models.map(({ version, kind }) => `${version} ${kind}List`));
  for (const { kind, version, attributeSpans } of project.models) {
    if (kinds.has(`${version} ${kind}`))
      yield diagnose("CM2008", attributeSpans.kind, { kind, other: kind.slice(0, -"List".length) });
  }
};
