import { uniqueNames } from "../render/unique-names.js";
import type { JsonSchema } from "../schema/json-schema.js";
import type { NamedType, Type } from "../model/type.js";
import { nowhere } from "./nowhere.js";
import { referredNames, schemaNameOf } from "./plain-schema.js";

/** The named types that a document's schemas stand for. */
export interface DocumentTypes {
  readonly types: readonly NamedType[];
  /** The named type of a schema. */
  readonly nameOf: (schema: string) => string;
  /** The schema of a named type. */
  readonly schemaOf: (type: string) => string;
}

/** Schemas that say what every object has: what consists of one is an object of a model, and has a type already. */
const envelopes = ["ObjectInput", "StoredObject", "NestedObject"];

/** Names that a type cannot have, and the one by which modules know openapi-typescript's types. */
const reserved = (
  "any as async await bigint boolean break case catch class components const continue debugger declare default delete do else enum export " +
  "extends false finally for function if implements import in instanceof interface let module namespace never new null number object of " +
  "package private protected public return static string super switch symbol this throw true try type typeof undefined unknown var void " +
  "while with yield"
).split(" ");

/**
 * The types of the schemas that `roots` lead to. Of what a type is, only what it refers to is known here, which decides about the modules
 * that types stand in: their texts are openapi-typescript's.
 */
export function documentTypes(roots: readonly string[], schemas: ReadonlyMap<string, JsonSchema>): DocumentTypes {
  const reached = new Set(roots);
  const next = (schema: string): readonly string[] =>
    referredNames(schemas.get(schema) ?? {}).filter((name) => !isObjectOfModel(schemas.get(name)));
  for (const schema of reached) for (const name of next(schema)) reached.add(name);
  const schemaNames = [...reached].toSorted();
  const names = uniqueNames(schemaNames.map(identifier), reserved);
  const nameOfSchema = new Map(schemaNames.map((schema, at) => [schema, names[at] ?? schema]));
  const schemaOfName = new Map([...nameOfSchema].map(([schema, name]) => [name, schema]));
  const nameOf = (schema: string): string => nameOfSchema.get(schema) ?? schema;
  const types = schemaNames.map((schema): NamedType => {
    const members = next(schema).map((name): Type => referenceTo(nameOf(name)));
    const type: Type = { shape: "union", members, constraints: {}, span: nowhere };
    return { name: nameOf(schema), documentation: { description: "" }, type, span: nowhere };
  });
  return { types, nameOf, schemaOf: (type) => schemaOfName.get(type) ?? type };
}

export function referenceTo(name: string): Type {
  return { shape: "ref", name, constraints: {}, span: nowhere };
}

/** Whether a schema is of a model's objects. */
export function isObjectOfModel(schema: JsonSchema | undefined): boolean {
  const bases = (schema?.allOf ?? []).flatMap(({ $ref }) => ($ref === undefined ? [] : [schemaNameOf($ref)]));
  return bases.some((name) => envelopes.includes(name));
}

function identifier(name: string): string {
  return name.replaceAll(/[^\w$]/g, "_").replace(/^(?=\d)/, "_");
}
