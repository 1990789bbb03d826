import { diagnose } from "../../diagnostic/diagnose.js";
import type { Rule } from "../rule.js";

/** No kind is that of another's lists: `<Kind>List` is what a list of objects says it is (HTTP API, Lists). `openapi.json` has those of all versions. */
export const listKindsAreFree: Rule = function* ({ project }) {
  const kinds = new Set(project.models.map(({ kind }) => `${kind}List`));
  for (const { kind, attributeSpans } of project.models) {
    if (kinds.has(kind)) yield diagnose("CM2008", attributeSpans.kind, { kind, other: kind.slice(0, -"List".length) });
  }
};
