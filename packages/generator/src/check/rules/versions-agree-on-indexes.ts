import { diagnose } from "../../diagnostic/diagnose.js";
import { otherVersions, storedIndex } from "../../model/kind-versions.js";
import type { IndexModel } from "../../model/model.js";
import { keptAs } from "../../model/scalars.js";
import type { Rule } from "../rule.js";

/** An index of a version is one of the version that objects are stored as, of the same form: its values are kept once. */
export const versionsAgreeOnIndexes: Rule = function* ({ project }) {
  const others = otherVersions(project);
  for (const { model, storage } of others) {
    for (const index of model.indexes) {
      const stored = storedIndex(storage, index);
      const name = index.storage ?? index.name;
      if (stored === undefined) {
        const known = storage.indexes.map((candidate) => `\`${candidate.name}\``).join(", ") || "none";
        yield diagnose("CM9005", index.span, { name, version: storage.version, known });
      } else if (formOf(stored) !== formOf(index)) {
        const values = { name: index.name, these: formOf(index), those: formOf(stored), other: storage.version };
        yield diagnose("CM5010", index.span, values);
      }
    }
  }
};

/** What decides where an index's values are kept, in words. */
function formOf({ valueType = "string", multi, unique, order }: IndexModel): string {
  const type = keptAs(valueType);
  const values = multi
    ? `a list of ${type} values`
    : `one ${type} value, ${order === "ASC" ? "ascending" : "descending"}`;
  return unique ? `${values}, unique` : values;
}
