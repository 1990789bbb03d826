import type { IndexModel, IndexValueType, Model } from "../../model/model.js";
import { indexedTypes, type TypeLookup } from "../../model/type-at-path.js";
import { docComment, lineText, stringLiteral } from "../../render/text.js";
import { modelNames } from "../model-names.js";
import { indented, typeText, type TypeTextContext } from "./type-text.js";

/** The names of a model's indexes, and what they hold: what a client can select and sort by. */
export function indexTypesDeclaration(model: Model, lookup: TypeLookup, context: TypeTextContext): string {
  const members = model.indexes.map((index) => {
    const texts = indexedTypes(lookup, model, index).map((type) => typeText(type, context));
    return `${stringLiteral(index.name)}: { value: ${valueText(index, texts)}; multi: ${index.multi} };`;
  });
  const comment = `What ${lineText(model.plural)} can be selected by, and sorted by where an index has one value.`;
  const body = members.length === 0 ? "{}" : `{\n${indented(members.join("\n"))}\n}`;
  return `${docComment(comment)}export type ${modelNames(model).indexTypes} = ${body};`;
}

/** How JSON holds the values of an index. */
const jsonTypes: Readonly<Record<IndexValueType, string>> = {
  string: "string",
  integer: "number",
  int64: "string",
  number: "number",
  boolean: "boolean",
  timestamp: "string",
};

/**
 * The values that the property may have, as far as its type names them: an enumeration's, a literal's, a template's. Of what an
 * index function returns only the type is known.
 */
function valueText({ valueType = "string" }: IndexModel, texts: readonly string[]): string {
  const whole = jsonTypes[valueType];
  const distinct = [...new Set(texts)];
  return distinct.length === 0 || distinct.includes(whole) ? whole : distinct.join(" | ");
}
