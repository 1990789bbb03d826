import type { Model } from "../../model/model.js";
import type { NamedType } from "../../model/type.js";
import { documented } from "../schema/property-schema.js";
import { schemaOf } from "../schema/schema-of.js";
import { type DocumentParts, reusedKey } from "./document-parts.js";
import { isServed, modelSchemas } from "./model-schemas.js";
import { printMembers } from "./print-document.js";

/** The schema of a named type or of a model without routes: part of the document only where something refers to it. */
interface OtherSchema {
  readonly key?: string | undefined;
  readonly make: () => string;
}

/** Texts of the schemas of named types and of models without routes, as far as `texts` lead to them. */
export function referredTexts(parts: DocumentParts, texts: readonly string[]): readonly string[] {
  const { pieces } = parts.reuse;
  const others = otherSchemas(parts);
  const made = new Map<string, string>();
  const used = new Set(texts.flatMap(namesIn));
  // A set goes through what is added to it on the way.
  for (const name of used) {
    const other = others.get(name);
    if (other === undefined) continue;
    const text = pieces.text(other.key, other.make);
    made.set(name, text);
    for (const further of namesIn(text)) used.add(further);
  }
  return [...others].flatMap(([name, { key }]) => {
    const text = made.get(name);
    return text === undefined ? [] : pieces.place(key, () => text);
  });
}

function namesIn(text: string): readonly string[] {
  // A quote inside of a text has a backslash before it, so this is a member and nothing else.
  return Array.from(text.matchAll(/"\$ref":"#\/components\/schemas\/([^"/]+)"/g), ([, name = ""]) => name);
}

/** By their names in the document, in its order. */
function otherSchemas(parts: DocumentParts): ReadonlyMap<string, OtherSchema> {
  const { project, names } = parts;
  const unserved = project.models.filter((model) => !isServed(model));
  return new Map([
    ...unserved.flatMap((model) => unservedSchemas(parts, model)),
    ...project.types.map((type) => [names.ofType(type.name), typeSchema(parts, type)] as const),
  ]);
}

/** References may lead to objects of a model without routes all the same. */
function unservedSchemas({ names, context }: DocumentParts, model: Model): readonly (readonly [string, OtherSchema])[] {
  const schemas = modelSchemas(model, { names, context, isNested: false, isWhole: true });
  return Object.entries(schemas).map(([name, schema]) => [
    name,
    { make: () => printMembers("schemas", { [name]: schema }) },
  ]);
}

function typeSchema({ names, context, reuse }: DocumentParts, { name, type, documentation }: NamedType): OtherSchema {
  const schema = (): string =>
    printMembers("schemas", { [names.ofType(name)]: documented(schemaOf(type, context), documentation) });
  return { key: reusedKey(reuse.keys?.ofType(name), names), make: schema };
}
