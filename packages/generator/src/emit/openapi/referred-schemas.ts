import type { Model } from "../../model/model.js";
import type { JsonSchema } from "../../schema/json-schema.js";
import { documented } from "../../schema/property-schema.js";
import { schemaOf } from "../../schema/schema-of.js";
import { componentRef } from "./component-ref.js";
import type { DocumentParts } from "./document-parts.js";
import { isServed, modelSchemas } from "./model-schemas.js";
import { refsIn } from "./references.js";

type NamedSchema = readonly [name: string, schema: JsonSchema];

/** The schemas of named types and of models without routes, as far as `parts` of the document lead to them. */
export function referredSchemas(parts: DocumentParts, written: readonly unknown[]): readonly NamedSchema[] {
  const others = otherSchemas(parts);
  const made = new Map<string, JsonSchema>();
  const used = new Set(written.flatMap(refsIn));
  // A set goes through what is added to it on the way.
  for (const ref of used) {
    const schema = others.get(ref)?.make();
    if (schema === undefined) continue;
    made.set(ref, schema);
    for (const further of refsIn(schema)) used.add(further);
  }
  return [...others].flatMap(([ref, { name }]) => {
    const schema = made.get(ref);
    return schema === undefined ? [] : [[name, schema] as const];
  });
}

/** A schema that is part of the document only where something refers to it. */
interface OtherSchema {
  readonly name: string;
  readonly make: () => JsonSchema;
}

/** By what refers to them, in the document's order. */
function otherSchemas(parts: DocumentParts): ReadonlyMap<string, OtherSchema> {
  const { project, names, context } = parts;
  const unserved = project.models.filter((model) => !isServed(model));
  const ofTypes = project.types.map(({ name, type, documentation }): OtherSchema => ({
    name: names.ofType(name),
    make: () => documented(schemaOf(type, context), documentation),
  }));
  const all = [...unserved.flatMap((model) => unservedSchemas(parts, model)), ...ofTypes];
  return new Map(all.map((other) => [componentRef("schemas", other.name).$ref, other]));
}

/** References may lead to objects of a model without routes all the same. */
function unservedSchemas({ names, context }: DocumentParts, model: Model): readonly OtherSchema[] {
  const schemas = modelSchemas(model, { names, context, isNested: false, isWhole: true });
  return Object.entries(schemas).map(([name, schema]) => ({ name, make: () => schema }));
}
