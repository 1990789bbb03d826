import fc from "fast-check";
import { expect, test } from "vitest";
import { exampleObject } from "../../packages/generator/src/schema/example-of.js";
import { indexTypes } from "../../packages/generator/src/schema/type-index.js";
import { people, person } from "../../packages/generator/src/model/people.test.fixture.js";
import { model, object, project } from "../../packages/generator/src/model/type-builders.test.fixture.js";
import { typeSample } from "./arbitrary-types.js";
import { loadValidators } from "./load-validators.js";
import { randomCases } from "../tier.js";

test("an example shows what must be there, and what can be told in a few words", () => {
  expect(exampleObject(person, indexTypes(people))).toEqual({
    metadata: { name: "my-person" },
    spec: { name: "text", age: 0, gender: "MALE", tags: ["text"] },
  });
});

test("an example that is made up is valid, whatever the type", () => {
  let made = 0;
  fc.assert(
    fc.property(typeSample, ({ type, types }) => {
      const things = project([model("Thing", object({ value: type }))], types);
      const example = exampleObject(things.models[0]!, indexTypes(things));
      if (example === undefined) return;
      made++;
      const thing = { apiVersion: "things.example.com/v1alpha1", kind: "Thing", ...(example as object) };
      expect(loadValidators(things).get("Thing")?.(thing)).toEqual([]);
    }),
    { numRuns: randomCases(100) },
  );
  expect(made).toBeGreaterThan(randomCases(20));
});
