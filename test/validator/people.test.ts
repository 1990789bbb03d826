import { describe, expect, test } from "vitest";
import { people } from "../../packages/generator/src/model/people.test.fixture.js";
import { loadValidators } from "./load-validators.js";

describe("a person", () => {
  const validate = loadValidators(people).get("Person")!;
  const person = (spec: unknown, more: object = {}) => ({
    apiVersion: "people.example.com/v1alpha1",
    kind: "Person",
    metadata: { name: "ann" },
    spec,
    ...more,
  });

  test("is good with what it must have and with all it may have", () => {
    expect(validate(person({ name: "Ann" }))).toEqual([]);
    const other = person({ name: "Bob" });
    expect(validate(person({ name: "Ann", age: 150, gender: "FEMALE", tags: ["a"], otherPerson: other }))).toEqual([]);
  });

  test("is refused with every cause at once, each at its field", () => {
    const violations = validate(person({ age: 151.5, gender: "X", tags: ["a", 1], nmae: "" }, { state: 1 }));
    expect(violations).toEqual([
      { path: "/state", keyword: "additionalProperties", message: "is not a known field" },
      { path: "/spec/name", keyword: "required", message: "is required" },
      { path: "/spec/nmae", keyword: "additionalProperties", message: "is not a known field" },
      { path: "/spec/age", keyword: "type", message: "must be a whole number" },
      { path: "/spec/age", keyword: "maximum", message: "must be 150 or less" },
      { path: "/spec/gender", keyword: "enum", message: 'must be one of "MALE", "FEMALE"' },
      { path: "/spec/tags/1", keyword: "type", message: "must be a string" },
    ]);
  });

  test("inside a person has its metadata held against the naming rules; its own is left to others", () => {
    const personNamed = (name: unknown) => ({ ...person({ name: "Bob" }), metadata: { name } });
    expect(validate({ ...personNamed("Not A Name"), spec: { name: "Ann" } })).toEqual([]);
    expect(validate(person({ name: "Ann", otherPerson: personNamed("Not A Name") }))).toMatchObject([
      { path: "/spec/otherPerson/metadata/name", keyword: "pattern" },
    ]);
    const labelled = { ...person({ name: "Bob" }), metadata: { name: "bob", labels: { "a b": "x" } } };
    expect(validate(person({ name: "Ann", otherPerson: labelled }))).toMatchObject([
      {
        path: "/spec/otherPerson/metadata/labels/a b",
        keyword: "pattern",
        message: expect.stringMatching(/^has a name that must match/),
      },
    ]);
  });

  test("is no list, no null and no text", () => {
    for (const value of [[], null, "x", 1, undefined]) {
      expect(validate(value)).toMatchObject([{ path: "", keyword: "type", message: "must be an object" }]);
    }
  });
});
