import { diagnose } from "../../diagnostic/diagnose.js";
import { otherVersions } from "../../model/kind-versions.js";
import type { Rule } from "../rule.js";

/** Versions of a kind share their objects, so they have the same names and the same subresources. */
export const versionsAgree: Rule = function* ({ project }) {
  for (const { model, storage } of otherVersions(project)) {
    for (const attribute of ["plural", "singular"] as const) {
      if (model[attribute] === storage[attribute]) continue;
      const values = { attribute, these: model[attribute], those: storage[attribute], version: storage.version };
      yield diagnose("CM9002", model.attributeSpans[attribute], { kind: model.kind, ...values });
    }
    if (model.statusSubresource === storage.statusSubresource) continue;
    yield diagnose("CM9002", model.attributeSpans.version, {
      kind: model.kind,
      attribute: "subresources",
      these: subresources(model.statusSubresource),
      those: subresources(storage.statusSubresource),
      version: storage.version,
    });
  }
};

function subresources(hasStatus: boolean): string {
  return hasStatus ? "{ status: true }" : "{}";
}
