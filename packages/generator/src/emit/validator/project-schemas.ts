import { objectMetaSchema } from "@cmgen/model";

import type { Model, ProjectModel } from "../../model/model.js";
import type { JsonSchema } from "../schema/json-schema.js";
import { schemaOf, type SchemaContext } from "../schema/schema-of.js";
import type { TypeIndex } from "../schema/type-index.js";
import { pascalCase } from "../model-names.js";
import { uniqueNames } from "../unique-names.js";
import { validatorForms } from "./validator-forms.js";

/** A schema to compile, and what it is the schema of. */
export interface NamedSchema {
  /** What references call it: plain ASCII, whatever the type is called. */
  readonly id: string;
  /** Unique in a module. */
  readonly owner: string;
  readonly schema: JsonSchema;
}

export interface ProjectSchemas {
  readonly all: readonly NamedSchema[];
  /** The schema a model's own objects are held against. */
  ofModel(model: Model): NamedSchema | undefined;
}

const anyObject: JsonSchema = { type: "object" };
const objectMetaId = "object-meta";

/**
 * The schemas of a project, each compiled once however many models use it: one a named type, and two a model. Where a model's
 * object stands alone its `metadata` is any object, for the naming rules are checked apart; inside another object all of it is
 * schema.
 */
export function projectSchemas(
  { models, types }: ProjectModel,
  index: TypeIndex,
  names: ReadonlyMap<string, string>,
): ProjectSchemas {
  const typeIds = new Map(types.map(({ name }, at) => [name, `type-${at}`]));
  const nestedIds = new Map(models.map((model, at) => [model, `nested-${at}`]));
  const context: SchemaContext = {
    index,
    forms: validatorForms,
    refOf: (name) => typeIds.get(name) ?? name,
    modelRefOf: (model) => nestedIds.get(model) ?? model.kind,
  };
  // A module has one model of its own and nothing else of that name; what models nest in may stand beside types of any name.
  const own = models.map((model, at) => ({
    id: `model-${at}`,
    owner: model.kind,
    schema: envelopeSchema(model, anyObject, context),
  }));
  const typeOwners = types.map(({ name }) => names.get(name) ?? name);
  const nestedOwners = uniqueNames(
    models.map((model) => nestedName(model, models)),
    typeOwners,
  );
  const nested = models.map((model, at) => ({
    id: `nested-${at}`,
    owner: nestedOwners[at] ?? model.kind,
    schema: envelopeSchema(model, { $ref: objectMetaId }, context),
  }));
  const named = types.map(({ name, type }, at) => ({
    id: `type-${at}`,
    owner: typeOwners[at] ?? name,
    schema: schemaOf(type, context),
  }));
  // Both describe JSON Schema; that of the model package does so without naming the keywords.
  const objectMeta = { id: objectMetaId, owner: "ObjectMeta", schema: objectMetaSchema as JsonSchema };
  const byModel = new Map(models.map((model, at) => [model, own[at]]));
  return { all: [...own, ...nested, ...named, objectMeta], ofModel: (model) => byModel.get(model) };
}

/** Told apart by version where it has to be, so that a version more leaves the code of the others as it is. */
function nestedName({ kind, version }: Model, models: readonly Model[]): string {
  const isOnly = models.filter((other) => other.kind === kind).length === 1;
  return `Nested${kind}${isOnly ? "" : pascalCase(version)}`;
}

function envelopeSchema(model: Model, metadata: JsonSchema, context: SchemaContext): JsonSchema {
  const parts = [["spec", model.spec] as const, ["status", model.status] as const].flatMap(([name, part]) =>
    part === undefined ? [] : [{ name, required: part.required, schema: schemaOf(part.type, context) }],
  );
  return {
    type: "object",
    properties: {
      apiVersion: { const: `${model.group}/${model.version}` },
      kind: { const: model.kind },
      metadata,
      ...Object.fromEntries(parts.map(({ name, schema }) => [name, schema])),
    },
    required: ["apiVersion", "kind", "metadata", ...parts.filter(({ required }) => required).map(({ name }) => name)],
    additionalProperties: false,
  };
}
