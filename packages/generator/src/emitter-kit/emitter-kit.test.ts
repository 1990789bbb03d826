import { expect, test } from "vitest";

import { people } from "../model/people.test.fixture.js";
import { documentForms, indexTypes, openapiDocument, schemaOf } from "./emitter-kit.js";

test("an emitter can take the JSON Schema of a type, and the document of all models", () => {
  const context = {
    index: indexTypes(people),
    forms: documentForms,
    refOf: (name: string) => `#/$defs/${name}`,
    modelRefOf: ({ kind }: { readonly kind: string }) => `#/$defs/${kind}`,
  };
  const [{ spec } = {}] = people.models;
  expect(spec && schemaOf(spec.type, context)).toMatchObject({ $ref: "#/$defs/PersonSpec" });
  expect(openapiDocument(people).components.schemas).toHaveProperty("PersonSpec");
});
