import { apiVersionOf } from "@cmgen/model";

import type { JsonSchema } from "../schema/json-schema.js";
import type { SchemaForms } from "../schema/schema-forms.js";
import { schemaOf, type SchemaContext } from "../schema/schema-of.js";
import { indexTypes, partTypesOf, referencesOf } from "../schema/type-index.js";
import type { Model, ProjectModel } from "../model/model.js";
import type { ModelShape, ShapeSchema } from "../model/model-shape.js";
import { oncePer } from "../model/once-per.js";

/** Tells shapes of different models apart. */
export function shapeKey({ apiVersion, kind }: Pick<ModelShape, "apiVersion" | "kind">): string {
  return `${apiVersion} ${kind}`;
}

type ProjectOfShapes = Pick<ProjectModel, "models" | "types">;

/** The shapes of all models, in order. */
export function modelShapes(project: ProjectOfShapes): readonly ModelShape[] {
  return project.models.map(shapesOf(project));
}

/** Makes the shape of a model of a project, once. */
const shapesOf = oncePer((project: ProjectOfShapes) => {
  const context: SchemaContext = {
    index: indexTypes(project),
    forms: shapeForms,
    refOf: (name) => `type ${name}`,
    modelRefOf: (model) => nameOf(model),
  };
  return oncePer((model: Model): ModelShape => ({
    apiVersion: apiVersionOf(model),
    kind: model.kind,
    schema: { ...partsSchema(model, context) },
    types: Object.fromEntries(referredSchemas(model, context)),
    steps: model.steps.map(({ id }) => id),
  }));
});

/** No prose, and unions as they are written: what a person compares. */
const shapeForms: SchemaForms = {
  union: (_, members) => ({ anyOf: members.map(({ schema }) => schema) }),
  property: (property, schema) => ({
    ...schema,
    ...(property.default !== undefined && { default: property.default }),
    ...(property.listKey !== undefined && { "x-list-key": property.listKey }),
  }),
  properties: (entries) => ({ properties: Object.fromEntries(entries) }),
  // What hooks fill in is there once an object is stored: those of before must get it by a step.
  isRequired: ({ required, filled = false }) => required || filled,
  // Objects that refer to nothing stay as they are: only what a write adds is checked.
  reference: () => ({}),
  formatPatterns: false,
  typedValues: true,
};

function nameOf(model: Model): string {
  return `model ${apiVersionOf(model)}/${model.kind}`;
}

function partsSchema(model: Model, context: SchemaContext): JsonSchema {
  const parts = (["spec", "status"] as const).flatMap((name) => {
    const part = model[name];
    return part === undefined ? [] : [{ name, part }];
  });
  const required = parts.filter(({ part }) => part.required).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(parts.map(({ name, part }) => [name, schemaOf(part.type, context)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** Everything that a model refers to, through other models too. */
function referredSchemas(model: Model, context: SchemaContext): readonly (readonly [string, ShapeSchema])[] {
  const found = new Map<string, ShapeSchema>();
  const reached = new Set([model]);
  // A set goes through what is added to it on the way.
  for (const next of reached) {
    if (next !== model) found.set(nameOf(next), { ...partsSchema(next, context) });
    const { types, models } = referencesOf(partTypesOf(next), context.index);
    for (const name of types) found.set(`type ${name}`, { ...schemaOf(context.index.named(name).type, context) });
    for (const other of models) reached.add(other);
  }
  if (reached.size > 1) found.set(nameOf(model), { ...partsSchema(model, context) });
  return [...found];
}
