import type { Model, ModelPart, ProjectModel } from "../../model/model.js";
import { typesOfEndpoint } from "../../model/endpoint-types.js";
import type { JsonSchema } from "../schema/json-schema.js";
import { documented } from "../schema/property-schema.js";
import { documentForms } from "../schema/schema-forms.js";
import { schemaOf, type SchemaContext } from "../schema/schema-of.js";
import { indexTypes, type ModelReference, partTypesOf, referencesOf, type TypeIndex } from "../schema/type-index.js";
import { componentRef } from "./document.js";
import { partDescriptions } from "./shared-schemas.js";
import type { DocumentNames, NamesOfProject } from "./document-names.js";

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Whether a version has routes: one without can be met inside of other objects only. */
export function isServed({ served }: Model): boolean {
  return served !== false;
}

/** The schemas of a project's models and named types, and whether any type holds a model's object. */
export interface ModelSchemas {
  readonly schemas: Schemas;
  readonly hasNestedModels: boolean;
}

/** How schemas of a document refer to each other. */
export function documentContext(project: ProjectModel, names: NamesOfProject): SchemaContext {
  return {
    index: indexTypes(project),
    forms: documentForms,
    refOf: (name) => componentRef("schemas", names.ofType(name)).$ref,
    modelRefOf: (model) => componentRef("schemas", names.ofModel(model).object).$ref,
  };
}

/** @param users what else refers to schemas, beside the models. */
export function modelSchemas(project: ProjectModel, names: NamesOfProject, users: object): ModelSchemas {
  const context = documentContext(project, names);
  const { index } = context;
  const storedOf = (reference: ModelReference): string => names.ofModel(index.model(reference)).stored;
  const nested = nestedModels(project, index);
  const ofModels = project.models.map((model) => ({
    ...(nested.has(model) && { [names.ofModel(model).object]: nestedSchema(model, names.ofModel(model)) }),
    ...(isServed(model) && envelopeSchemas(model, { ...context, storedOf }, names.ofModel(model))),
  }));
  const unserved = project.models.filter((model) => !isServed(model));
  // References may lead there all the same.
  const ofUnserved = unserved.map((model) => envelopeSchemas(model, { ...context, storedOf }, names.ofModel(model)));
  const ofTypes = project.types.map(({ name, type, documentation }) => [
    names.ofType(name),
    documented(schemaOf(type, context), documentation),
  ]);
  const schemas: Schemas = Object.assign({}, ...ofModels);
  return {
    schemas: withReferredTo({ schemas, users }, Object.assign({}, ...ofUnserved, Object.fromEntries(ofTypes))),
    hasNestedModels: nested.size > 0,
  };
}

/** Adds those of `others` that are referred to, by what is there or by each other. */
function withReferredTo(
  { schemas, users }: { readonly schemas: Schemas; readonly users: object },
  others: Schemas,
): Schemas {
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
  visit(users);
  return { ...schemas, ...Object.fromEntries(Object.entries(others).filter(([name]) => used.has(name))) };
}

/** The models whose objects stand inside other objects. */
function nestedModels({ models, endpoints }: ProjectModel, index: TypeIndex): ReadonlySet<Model> {
  const ofEndpoints = endpoints.flatMap((module) => module.endpoints.flatMap(typesOfEndpoint));
  return referencesOf([...models.flatMap(partTypesOf), ...ofEndpoints], index).models;
}

/** An object inside another. */
function nestedSchema(model: Model, names: DocumentNames): JsonSchema {
  return describedSchema(model, [componentRef("schemas", names.input), componentRef("schemas", "NestedObject")]);
}

/** What `include` adds to a list: objects by the reference and their names. */
function includedSchema({ references = [] }: Model, storedOf: (reference: ModelReference) => string): Schemas {
  if (references.length === 0) return {};
  const properties = references.map(({ index, apiVersion, kind }) => {
    const objects = componentRef("schemas", storedOf({ apiVersion, name: kind }));
    return [index, { type: "object", additionalProperties: objects } as const] as const;
  });
  return {
    included: {
      type: "object",
      description: "What the references named by `include` refer to, by name.",
      properties: Object.fromEntries(properties),
      additionalProperties: false,
    },
  };
}

function envelopeSchemas(
  model: Model,
  { storedOf, ...context }: SchemaContext & { readonly storedOf: (reference: ModelReference) => string },
  { stored, input, list }: DocumentNames,
): Schemas {
  return {
    [stored]: describedSchema(model, [componentRef("schemas", input), componentRef("schemas", "StoredObject")]),
    [input]: inputSchema(model, context),
    [list]: {
      allOf: [componentRef("schemas", "ListPage")],
      properties: {
        ...identity(model, `${model.kind}List`),
        items: { type: "array", items: componentRef("schemas", stored) },
        ...includedSchema(model, storedOf),
      },
      required: ["items"],
      unevaluatedProperties: false,
    },
  };
}

/** What a model's declaration says of its objects, and the parts they consist of. */
function describedSchema(model: Model, allOf: readonly JsonSchema[]): JsonSchema {
  return documented({ allOf }, model.documentation);
}

/** What a caller sends. It is closed, and so are the schemas it is part of: they have no other properties. */
function inputSchema(model: Model, context: SchemaContext): JsonSchema {
  const parts = { spec: model.spec, status: model.status };
  const present = Object.entries(parts).filter((entry): entry is [string, ModelPart] => entry[1] !== undefined);
  const required = present.filter(([, part]) => part.required).map(([name]) => name);
  return {
    allOf: [componentRef("schemas", "ObjectInput")],
    properties: {
      ...identity(model, model.kind),
      ...Object.fromEntries(present.map(([name, part]) => [name, partSchema(part, context)])),
    },
    ...(required.length > 0 && { required }),
    unevaluatedProperties: false,
  };
}

/** What `Extension` says of every model's parts, `ObjectInput` says once for all models. */
function partSchema({ type, documentation }: ModelPart, context: SchemaContext): JsonSchema {
  const isInherited = Object.values(partDescriptions).includes(documentation.description);
  return documented(schemaOf(type, context), { ...documentation, ...(isInherited && { description: "" }) });
}

/** The properties that say what an object is. */
function identity({ group, version }: Model, kind: string): Schemas {
  return { apiVersion: { const: `${group}/${version}` }, kind: { const: kind } };
}
