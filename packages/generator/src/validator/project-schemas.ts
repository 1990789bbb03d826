import { objectMetaSchema } from "@cmgen/model/internal";

import type { Model, ProjectModel } from "../model/model.js";
import type { JsonSchema } from "../schema/json-schema.js";
import type { SchemaForms } from "../schema/schema-forms.js";
import { schemaOf, type SchemaContext } from "../schema/schema-of.js";
import type { TypeIndex } from "../schema/type-index.js";
import { aloneOfKind } from "../model/kind-versions.js";
import { pascalCase } from "../model/name-case.js";
import { uniqueNames } from "../render/unique-names.js";

/** A schema to compile, and what it is the schema of. */
export interface NamedSchema {
  /** Unique in a module. */
  readonly owner: string;
  readonly schema: JsonSchema;
}

export interface ProjectSchemas {
  /** How the schemas refer to each other; for more schemas that do. */
  readonly context: SchemaContext;
  /** The schema that a `$ref` refers to. @throws {Error} if there is none. */
  named(reference: string): NamedSchema;
  /** All that a schema's function is made from, as a text: the schema, and those that it refers to. */
  textOf(schema: NamedSchema): string;
  /** Of the schema that a model's own objects are checked with. @throws {Error} for a model of another project. */
  referenceTo(model: Model): string;
}

/** What types are called: in the project, and in emitted code. */
export interface TypeNaming {
  readonly index: TypeIndex;
  readonly names: ReadonlyMap<string, string>;
}

const anyObject: JsonSchema = { type: "object" };
const objectMeta = "object-meta";

/**
 * The schemas of a project: one a named type, and two a model. Where a model's object stands alone its `metadata` is any object, for
 * the naming rules are checked apart; inside another object all of it is schema.
 */
export function projectSchemas(
  { models, types }: Pick<ProjectModel, "models" | "types">,
  { index, names }: TypeNaming,
  forms: SchemaForms,
): ProjectSchemas {
  const context: SchemaContext = {
    index,
    forms,
    refOf: (name) => `type ${name}`,
    modelRefOf: (model) => `nested ${keyOf(model)}`,
  };
  // A module has one model of its own and nothing else of that name; what models nest in may stand beside types of any name.
  const typeOwners = uniqueNames(
    types.map(({ name }) => names.get(name) ?? name),
    ["ObjectMeta"],
  );
  const isAlone = aloneOfKind(models);
  const nestedOwners = uniqueNames(
    models.map((model) => nestedName(model, isAlone(model))),
    typeOwners,
  );
  const makers = new Map<string, () => NamedSchema>([
    // Both describe JSON Schema; that of the model package does so without naming the keywords.
    [objectMeta, () => ({ owner: "ObjectMeta", schema: objectMetaSchema as JsonSchema })],
  ]);
  for (const [at, model] of models.entries()) {
    const nested = { owner: nestedOwners[at] ?? model.kind, metadata: { $ref: objectMeta } };
    makers.set(`model ${keyOf(model)}`, () => envelope(model, { owner: model.kind, metadata: anyObject }, context));
    makers.set(`nested ${keyOf(model)}`, () => envelope(model, nested, context));
  }
  for (const [at, { name, type }] of types.entries()) {
    makers.set(`type ${name}`, () => ({ owner: typeOwners[at] ?? name, schema: schemaOf(type, context) }));
  }
  const made = new Map<string, NamedSchema>();
  const named = (reference: string): NamedSchema => {
    const schema = made.get(reference) ?? makers.get(reference)?.();
    if (schema === undefined) throw new Error(`The project has no schema "${reference}".`);
    made.set(reference, schema);
    return schema;
  };
  const textOf = ({ owner, schema }: NamedSchema): string =>
    JSON.stringify([owner, schema], (key, value: unknown) =>
      // A `$ref` in a constant is data.
      key === "$ref" && typeof value === "string" && makers.has(value) ? [value, JSON.stringify(named(value))] : value,
    );
  return { context, named, textOf, referenceTo: (model) => `model ${keyOf(model)}` };
}

function keyOf({ group, version, kind }: Model): string {
  return `${group}/${version}/${kind}`;
}

/** Told apart by version where it has to be, so that a version more leaves the code of the others as it is. */
function nestedName({ kind, version }: Model, isAlone: boolean): string {
  return `Nested${kind}${isAlone ? "" : pascalCase(version)}`;
}

interface EnvelopeForm {
  readonly owner: string;
  readonly metadata: JsonSchema;
}

function envelope(model: Model, { owner, metadata }: EnvelopeForm, context: SchemaContext): NamedSchema {
  const parts = [["spec", model.spec] as const, ["status", model.status] as const].flatMap(([name, part]) =>
    part === undefined ? [] : [{ name, required: part.required, schema: schemaOf(part.type, context) }],
  );
  const schema: JsonSchema = {
    type: "object",
    properties: {
      apiVersion: { const: `${model.group}/${model.version}` },
      kind: { const: model.kind },
      metadata,
      ...Object.fromEntries(parts.map(({ name, schema: part }) => [name, part])),
    },
    required: ["apiVersion", "kind", "metadata", ...parts.filter(({ required }) => required).map(({ name }) => name)],
    additionalProperties: false,
  };
  return { owner, schema };
}
