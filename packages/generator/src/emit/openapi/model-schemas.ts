import type { Model, ModelPart, ProjectModel } from "../../model/model.js";
import type { JsonSchema } from "../../schema/json-schema.js";
import { documented } from "../../schema/property-schema.js";
import { documentForms } from "../../schema/schema-forms.js";
import { schemaOf, type SchemaContext } from "../../schema/schema-of.js";
import {
  differingParts,
  isRequiredWhenStored,
  isSecret,
  storedFormName,
  storedForms,
  type StoredForms,
} from "../../model/stored-form.js";
import type { ModelReference } from "../../model/type-at-path.js";
import { indexTypes } from "../../schema/type-index.js";
import { componentRef } from "./component-ref.js";
import { partDescriptions } from "./shared-schemas.js";
import type { NamesOfProject } from "../../render/document-names.js";

type Schemas = Readonly<Record<string, JsonSchema>>;

/** How schemas refer to each other: of what is sent, and of what is stored. */
export interface SchemaContexts {
  readonly context: SchemaContext;
  readonly stored: SchemaContext;
  readonly forms: StoredForms;
  /** Which types have fields that are never answered: what is stored is then no more than what is sent. */
  readonly secrets: StoredForms;
}

/** Whether a version has routes: one without can be met inside of other objects only. */
export function isServed({ served }: Model): boolean {
  return served !== false;
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

/** How schemas of what is stored refer to each other: those that look different then have schemas of their own. */
export function storedContext(project: ProjectModel, names: NamesOfProject): SchemaContext {
  const sent = documentContext(project, names);
  const forms = storedForms(project);
  const { namedDiffers } = forms;
  return {
    ...sent,
    forms: { ...documentForms, isRequired: isRequiredWhenStored, isOmitted: isSecret },
    refOf: (name) =>
      namedDiffers(name) ? componentRef("schemas", storedFormName(names.ofType(name))).$ref : sent.refOf(name),
    modelRefOf: (model) =>
      differingParts(model, forms).length > 0
        ? componentRef("schemas", names.ofModel(model).nested).$ref
        : sent.modelRefOf(model),
  };
}

/** The schemas of a model: of its object inside another, as it is answered and as it is sent, and of a list. */
export function modelSchemas(
  model: Model,
  names: NamesOfProject,
  { context, stored: ofStored, forms, secrets, isReferredTo }: SchemaContexts & { readonly isReferredTo: boolean },
): Schemas {
  const { object, stored, input, list, nested } = names.ofModel(model);
  const hasSecrets = [model.spec, model.status].some((part) => part && secrets.differs(part.type));
  const differing = storedProperties(differingParts(model, forms), ofStored);
  const storedOf = (reference: ModelReference): string => names.ofModel(context.index.model(reference)).stored;
  const inputRef = componentRef("schemas", input);
  return {
    [object]: describedSchema(model, [inputRef, componentRef("schemas", "NestedObject")]),
    [stored]: hasSecrets
      ? partsSchema(model, "StoredObject", ofStored)
      : { ...describedSchema(model, [inputRef, componentRef("schemas", "StoredObject")]), ...differing },
    [nested]: hasSecrets
      ? partsSchema(model, "NestedObject", ofStored)
      : { allOf: [componentRef("schemas", object)], ...differing },
    [input]: partsSchema(model, "ObjectInput", context),
    [list]: {
      allOf: [componentRef("schemas", "ListPage")],
      properties: {
        ...identity(model, `${model.kind}List`),
        items: { type: "array", items: componentRef("schemas", stored) },
        ...includedSchema(model, storedOf),
        ...(isReferredTo && { counts: componentRef("schemas", "ReferrerCounts") }),
      },
      required: ["items"],
      unevaluatedProperties: false,
    },
  };
}

/** What an object has once it is stored, beside what is sent. */
function storedProperties(parts: ReturnType<typeof differingParts>, context: SchemaContext): JsonSchema {
  if (parts.length === 0) return {};
  return { properties: Object.fromEntries(parts.map(({ name, part }) => [name, schemaOf(part.type, context)])) };
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

/** What a model's declaration says of its objects, and the parts they consist of. */
function describedSchema(model: Model, allOf: readonly JsonSchema[]): JsonSchema {
  return documented({ allOf }, model.documentation);
}

/** An object with its parts. It is closed, and so are the schemas it is part of: they have no other properties. */
function partsSchema(model: Model, envelope: string, context: SchemaContext): JsonSchema {
  const parts = { spec: model.spec, status: model.status };
  const present = Object.entries(parts).filter((entry): entry is [string, ModelPart] => entry[1] !== undefined);
  const required = present.filter(([, part]) => part.required).map(([name]) => name);
  return {
    allOf: [componentRef("schemas", envelope)],
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
