import type { Diagnostic } from "../../diagnostic/diagnostic.js";
import { diagnose } from "../../diagnostic/diagnose.js";
import { otherVersions, storedIndex, type OtherVersion } from "../../model/kind-versions.js";
import type { ReferenceModel } from "../../model/model.js";
import type { Rule } from "../rule.js";

/** A reference of a version is one of the version that objects are stored as, kept in the same way: that one alone counts. */
export const versionsAgreeOnReferences: Rule = function* ({ project }) {
  for (const version of otherVersions(project))
    for (const reference of version.model.references ?? []) yield* disagreement(version, reference);
};

function* disagreement({ model, storage }: OtherVersion, reference: ReferenceModel): Iterable<Diagnostic> {
  const index = model.indexes.find(({ name }) => name === reference.index);
  const stored = index && storedIndex(storage, index);
  // An index that is not there is reported by itself.
  if (stored === undefined) return;
  const kept = storage.references?.find(({ index: name }) => name === stored.name);
  if (kept?.onDelete === reference.onDelete) return;
  const these = optionsOf(reference);
  const those = kept === undefined ? "is not a reference" : `has \`${optionsOf(kept)}\``;
  const values = { name: reference.index, these, version: model.version, other: stored.name, those };
  yield diagnose("CM9007", reference.span, { ...values, storage: storage.version });
}

function optionsOf({ onDelete }: ReferenceModel): string {
  return onDelete === "none" ? "check: false" : `onDelete: "${onDelete}"`;
}
