import type { IndexModel, Model } from "../../model/model.js";
import { scalarOf } from "../../model/scalars.js";
import { indexedTypes, indexValueType, type TypeLookup } from "../../model/type-at-path.js";
import type { Type } from "../../model/type.js";
import { selectableIndexes } from "../../model/with-indexes.js";
import { docComment, jsonText, lineText, stringLiteral } from "../../render/text.js";
import { modelNames } from "../../render/model-names.js";
import { emptyType, indented, typeText, type TypeTextContext } from "./type-text.js";

/** The names of a model's indexes, and what they hold: what a client can select and sort by. */
export function indexTypesDeclaration(model: Model, lookup: TypeLookup, context: TypeTextContext): string {
  const members = selectableIndexes(model).map((index) => {
    const texts =
      index.returnedValues?.map(jsonText) ?? heldTypes(lookup, model, index).map((type) => typeText(type, context));
    const kind = index.search === true ? "; search: true" : index.valueType === "int64" ? "; int64: true" : "";
    return `${stringLiteral(index.name)}: { value: ${valueText(index, texts)}; multi: ${index.multi}${kind} };`;
  });
  const comment = `What ${lineText(model.plural)} can be selected by, and sorted by where an index has one value.`;
  const body = members.length === 0 ? emptyType : `{\n${indented(members.join("\n"))}\n}`;
  return `${docComment(comment)}export type ${modelNames(model).indexTypes} = ${body};`;
}

/** The types at the path that an index holds; none where it holds words, or a function converts what is there. */
export function heldTypes(lookup: TypeLookup, model: Model, index: IndexModel): readonly Type[] {
  if (index.search === true) return [];
  const types = indexedTypes(lookup, model, { path: index.returnedPath ?? index.path, multi: index.multi });
  const held = indexValueType(types);
  const isText = held !== undefined && scalarOf(held).json === "string";
  return index.source === "path" || isText ? types : [];
}

/**
 * The values that the property may have, or that the function of the index may return, as far as the type names them: those of an
 * enumeration, of a literal, and of a path also of a template.
 */
function valueText({ valueType = "string" }: IndexModel, texts: readonly string[]): string {
  // Conditions take an instant as a `Date`, too.
  if (valueType === "timestamp") return "string | Date";
  const whole = scalarOf(valueType).json;
  const distinct = [...new Set(texts)];
  return distinct.length === 0 || distinct.includes(whole) ? whole : distinct.join(" | ");
}
