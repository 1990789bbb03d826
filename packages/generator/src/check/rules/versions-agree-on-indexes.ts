import { diagnose } from "../../diagnostic/diagnose.js";
import type { IndexModel, Model } from "../../model/model.js";
import type { Rule } from "../rule.js";

/** An index that several versions of a kind have is of one form in all of them: they share their tables. */
export const versionsAgreeOnIndexes: Rule = function* ({ project }) {
  const first = new Map<string, { readonly model: Model; readonly index: IndexModel }>();
  for (const model of project.models) {
    for (const index of model.indexes) {
      const key = JSON.stringify([model.group, model.plural, index.name]);
      const other = first.get(key);
      if (other === undefined) first.set(key, { model, index });
      else if (other.model.version !== model.version && formOf(other.index) !== formOf(index)) {
        const values = {
          name: index.name,
          these: formOf(index),
          those: formOf(other.index),
          other: other.model.version,
        };
        yield diagnose("CM5010", index.span, values);
      }
    }
  }
};

/** What decides where an index's values are kept, in words. Integers, large ones and instants are kept alike. */
function formOf({ valueType = "string", multi, unique, order }: IndexModel): string {
  const type = valueType === "int64" || valueType === "timestamp" ? "integer" : valueType;
  const values = multi
    ? `a list of ${type} values`
    : `one ${type} value, ${order === "ASC" ? "ascending" : "descending"}`;
  return unique ? `${values}, unique` : values;
}
