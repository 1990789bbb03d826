import type { Model, ModelPart, ProjectModel } from "../../model/model.js";
import type { JsonSchema } from "../schema/json-schema.js";
import { documented } from "../schema/property-schema.js";
import { documentForms } from "../schema/schema-forms.js";
import { schemaOf, type SchemaContext } from "../schema/schema-of.js";
import { indexTypes, partTypesOf, referencesOf, type TypeIndex } from "../schema/type-index.js";
import { componentRef } from "./document.js";
import type { NamesOfProject } from "./document-names.js";
import { aKindFirst, descriptionOf } from "../model-prose.js";

type Schemas = Readonly<Record<string, JsonSchema>>;

/** The schemas of a project's models and named types, and whether any type holds a model's object. */
export interface ModelSchemas {
  readonly schemas: Schemas;
  readonly hasNestedModels: boolean;
}

export function modelSchemas(project: ProjectModel, names: NamesOfProject): ModelSchemas {
  const index = indexTypes(project);
  const context: SchemaContext = {
    index,
    forms: documentForms,
    refOf: (name) => componentRef("schemas", names.ofType(name)).$ref,
    modelRefOf: (model) => componentRef("schemas", names.ofModel(model).object).$ref,
  };
  const nested = nestedModels(project, index);
  const ofModels = project.models.map((model) => ({
    ...(nested.has(model) && { [names.ofModel(model).object]: objectSchema(model, context) }),
    ...envelopeSchemas(model, context, names),
  }));
  const ofTypes = project.types.map(({ name, type, documentation }) => [
    names.ofType(name),
    documented(schemaOf(type, context), documentation),
  ]);
  const schemas: Schemas = Object.assign({}, ...ofModels);
  return { schemas: withReferredTo(schemas, Object.fromEntries(ofTypes)), hasNestedModels: nested.size > 0 };
}

/** Adds those of `others` that are referred to, by what is there or by each other. */
function withReferredTo(schemas: Schemas, others: Schemas): Schemas {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (key === "$ref" && typeof member === "string") use(member.slice(member.lastIndexOf("/") + 1));
      else visit(member);
    }
  };
  const use = (name: string): void => {
    if (used.has(name) || !Object.hasOwn(others, name)) return;
    used.add(name);
    visit(others[name]);
  };
  visit(schemas);
  return { ...schemas, ...Object.fromEntries(Object.entries(others).filter(([name]) => used.has(name))) };
}

/** The models whose objects stand inside other objects. */
function nestedModels({ models }: ProjectModel, index: TypeIndex): ReadonlySet<Model> {
  return referencesOf(models.flatMap(partTypesOf), index).models;
}

function objectSchema(model: Model, context: SchemaContext): JsonSchema {
  const description = descriptionOf(model);
  return documented(envelope(model, "ObjectMeta", context), { ...model.documentation, description });
}

function envelopeSchemas(model: Model, context: SchemaContext, names: NamesOfProject): Schemas {
  const { stored, input, list } = names.ofModel(model);
  const { required = [], ...inputSchema } = envelope(model, "ObjectMetaInput", context);
  const description = descriptionOf(model);
  return {
    [stored]: documented(envelope(model, "StoredObjectMeta", context), { ...model.documentation, description }),
    [input]: {
      description: `${aKindFirst(model)} as a caller sends it.`,
      ...inputSchema,
      required: required.filter((name) => name !== "apiVersion" && name !== "kind"),
    },
    [list]: listSchema(model, stored),
  };
}

function envelope(model: Model, metadata: string, context: SchemaContext): JsonSchema {
  const parts = { spec: model.spec, status: model.status };
  const present = Object.entries(parts).filter((entry): entry is [string, ModelPart] => entry[1] !== undefined);
  return {
    type: "object",
    properties: {
      apiVersion: { type: "string", const: `${model.group}/${model.version}` },
      kind: { type: "string", const: model.kind },
      metadata: componentRef("schemas", metadata),
      ...Object.fromEntries(
        present.map(([name, part]) => [name, documented(schemaOf(part.type, context), part.documentation)]),
      ),
    },
    required: ["apiVersion", "kind", "metadata", ...present.filter(([, part]) => part.required).map(([name]) => name)],
    additionalProperties: false,
  };
}

/** A page, or a stretch of a walk (contract, Lists). */
function listSchema(model: Model, stored: string): JsonSchema {
  return {
    description: `A page of ${model.plural}.`,
    type: "object",
    properties: {
      apiVersion: { type: "string", const: `${model.group}/${model.version}` },
      kind: { type: "string", const: `${model.kind}List` },
      metadata: componentRef("schemas", "ListMeta"),
      page: { type: "integer", minimum: 0, description: "Number of the page, from 1; 0 in a walk by `limit`." },
      size: { type: "integer", minimum: 0, description: "Most items on a page; 0 where all were asked for." },
      total: {
        type: "integer",
        minimum: 0,
        description: "How many objects match, exactly. Absent where they were not counted.",
      },
      totalPages: { type: "integer", minimum: 0, description: "Absent where the objects were not counted." },
      first: { type: "boolean" },
      last: { type: "boolean" },
      hasNext: { type: "boolean" },
      hasPrevious: { type: "boolean" },
      items: { type: "array", items: componentRef("schemas", stored) },
    },
    required: ["apiVersion", "kind", "metadata", "page", "size", "first", "last", "hasNext", "hasPrevious", "items"],
    additionalProperties: false,
  };
}
