import type { IndexModel, Model } from "../../model/model.js";
import { oncePer } from "../../model/once-per.js";
import { defaultsAt } from "../../model/defaults-at.js";
import type { Json } from "../../model/type.js";
import type { TypeIndex } from "../../schema/type-index.js";
import { defaultFields } from "../../validator/default-fields.js";

/** For each model a text that changes when its defaults do; `undefined` where it has none. */
export function createDefaultsTexts(types: TypeIndex): (model: Model) => string | undefined {
  const fieldsOf = defaultFields(types);
  return oncePer((model: Model) => {
    const fields = fieldsOf();
    const place = fields.ofModel(model);
    return place === undefined ? undefined : sorted([place, Object.fromEntries(fields.types)]);
  });
}

/**
 * A text that changes when defaults do by which the values of an index change, also of objects that are stored already: of all fields that its
 * path leads through. Nobody knows which a function reads. `undefined` where there are none.
 */
export function defaultsText(
  { types, defaultsOf }: { readonly types: TypeIndex; readonly defaultsOf: (model: Model) => string | undefined },
  model: Model,
  index: IndexModel,
): string | undefined {
  if (index.source === "function") return defaultsOf(model);
  const paths = index.members?.map(({ path }) => path) ?? [index.path];
  const found = paths.flatMap((path) => defaultsAt(types, model, path));
  return found.length === 0 ? undefined : JSON.stringify(found);
}

/** The order of properties changes nothing. */
function sorted(value: Json): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}
