import type { IndexModel, Model, ProjectModel } from "./model.js";
import type { SourceSpan } from "./source-span.js";
import type { NamedType, Property, Type } from "./type.js";

/** What the reader makes of the people example, written by hand: for tests of what comes after the reader. */

const span: SourceSpan = { file: "src/models/person.ts", start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
const documentation = { description: "" };
const base = { constraints: {}, span };

function property(name: string, type: Type, more: Partial<Property> = {}): Property {
  return { name, type, required: false, documentation, span, ...more };
}

const personSpec: NamedType = {
  name: "PersonSpec",
  documentation,
  span,
  type: {
    ...base,
    shape: "object",
    properties: [
      property(
        "name",
        { ...base, shape: "string", constraints: { maxLength: 100 } },
        { required: true, documentation: { description: "Full name." } },
      ),
      property("age", { ...base, shape: "integer", constraints: { minimum: 0, maximum: 150 } }),
      property("gender", { ...base, shape: "enum", values: ["MALE", "FEMALE"] }),
      property("tags", { ...base, shape: "array", items: { ...base, shape: "string" } }),
      property(
        "otherPerson",
        { ...base, shape: "model", name: "Person" },
        { documentation: { description: "Another person." } },
      ),
    ],
  },
};

const personStatus: NamedType = {
  name: "PersonStatus",
  documentation,
  span,
  type: {
    ...base,
    shape: "object",
    properties: [
      property(
        "greeting",
        { ...base, shape: "string" },
        { documentation: { description: "Set by the welcome controller for people who ask for it." } },
      ),
    ],
  },
};

export function indexModel(name: string, position: number, more: Partial<IndexModel> = {}): IndexModel {
  const path = more.source === "function" ? [] : name.split(".");
  const common = { order: "ASC", unique: false, multi: false, source: "path", valueType: "string" } as const;
  return { name, position, path, span, ...common, ...more };
}

export const person: Model = {
  group: "people.example.com",
  version: "v1alpha1",
  kind: "Person",
  plural: "people",
  singular: "person",
  documentation,
  module: "src/models/person.ts",
  spec: { type: { ...base, shape: "ref", name: "PersonSpec" }, required: true, documentation, span },
  status: { type: { ...base, shape: "ref", name: "PersonStatus" }, required: false, documentation, span },
  statusSubresource: false,
  indexes: [
    indexModel("spec.name", 0, { unique: true }),
    indexModel("spec.age", 1, { order: "DESC", valueType: "integer" }),
    indexModel("initial", 2, { source: "function", codeHash: "1a" }),
    indexModel("spec.tags", 3, { source: "function", multi: true, codeHash: "2b" }),
  ],
  hasCheck: false,
  steps: [],
  span,
  attributeSpans: { group: span, version: span, kind: span, plural: span, singular: span },
};

export const people: ProjectModel = {
  name: "people",
  version: "0.1.0",
  models: [person],
  types: [personSpec, personStatus],
  hooks: [],
  controllers: [{ module: "src/controllers/welcome.ts", name: "welcome" }],
  schedules: [],
  endpoints: [{ module: "src/endpoints/greeting.ts", name: "greeting", endpoints: [] }],
  hasManifests: true,
};
