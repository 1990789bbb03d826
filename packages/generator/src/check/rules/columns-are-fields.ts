import { closestName } from "@cmgen/model/closest-name";
import { diagnose } from "../../diagnostic/diagnose.js";
import type { Model } from "../../model/model.js";
import { alternatives, fieldNames, type TypeLookup } from "../../model/type-at-path.js";
import type { Type } from "../../model/type.js";
import type { Rule } from "../rule.js";
import { isUnreadable } from "../types/is-whole-type.js";

/** A column is a field that objects of the model can have. */
export const columnsAreFields: Rule = function* ({ models, lookup }) {
  for (const model of models)
    for (const { path, span } of model.columns ?? []) {
      const missing = missingSegment(lookup, model, path.split("."));
      if (missing !== undefined) yield diagnose("CM1014", span, { path, ...missing });
    }
};

interface Missing {
  readonly segment: string;
  readonly hint: string;
}

/** The first segment that leads nowhere. Of a union one member with the field is enough: others have nothing in the column. */
function missingSegment(
  lookup: TypeLookup,
  model: Model,
  [part = "", ...fields]: readonly string[],
): Missing | undefined {
  const parts = (["spec", "status"] as const).filter((name) => model[name] !== undefined);
  const type = parts.find((name) => name === part) && model[part === "spec" ? "spec" : "status"]?.type;
  if (type === undefined) return { segment: part, hint: hintFor(part, parts) };
  let types = alternatives(lookup, type);
  if (fields.length === 0) return { segment: "field", hint: hintFor("", fieldNames(lookup, types)) };
  for (const segment of fields) {
    if (types.some(isUnreadable)) return undefined;
    const names = fieldNames(lookup, types);
    if (!names.includes(segment)) return { segment, hint: hintFor(segment, names) };
    types = types.flatMap((each) => fieldTypes(lookup, each, segment));
  }
  return undefined;
}

function fieldTypes(lookup: TypeLookup, type: Type, name: string): readonly Type[] {
  if (type.shape !== "object") return [];
  return type.properties
    .filter((property) => property.name === name)
    .flatMap((property) => alternatives(lookup, property.type));
}

function hintFor(segment: string, names: readonly string[]): string {
  const meant = segment === "" ? undefined : closestName(segment, names);
  if (meant !== undefined) return `Did you mean \`${meant}\`?`;
  if (names.length === 0) return "Take the path of the whole value: a column shows it.";
  return `There is ${names.map((name) => `\`${name}\``).join(", ")}.`;
}
