import { diagnose } from "../../diagnostic/diagnose.js";
import { kindVersions } from "../../model/kind-versions.js";
import type { Rule } from "../rule.js";

/** Of several versions of a kind exactly one is that which objects are stored as: all share the objects (spec 9). */
export const oneVersionIsStored: Rule = function* ({ project }) {
  for (const versions of kindVersions(project)) {
    // A version that is there twice is another rule's.
    const isSingle = versions.length === 1 || new Set(versions.map(({ version }) => version)).size < versions.length;
    if (isSingle) continue;
    const [first, ...more] = versions.filter(({ storage }) => storage === true);
    const names = versions.map(({ version }) => `\`${version}\``).join(", ");
    const { kind } = versions[0];
    if (first === undefined) {
      const problem = `none of its versions ${names} says so`;
      yield diagnose("CM9001", versions[0].attributeSpans.version, { kind, problem });
    }
    for (const model of more) {
      const problem = `\`${model.version}\` says so, and \`${first?.version}\` in ${first?.module} does as well`;
      yield diagnose("CM9001", model.attributeSpans.version, { kind, problem });
    }
  }
};
