import fc from "fast-check";
import { expect, it } from "vitest";
import { editText, editValue, type ValueEdit, type ValuePath } from "./edit-text.js";
import { valueAt } from "../api/json.js";
import { printObject, readText } from "./object-text.js";

const text = `# Of Ann
spec:
  name: "Ann" # her name
  tags:
    - chess
    # on the lake
    - sailing
  limits: { a: 1 }
`;

it("changes one value, and leaves comments and quotes as they are", () => {
  const renamed = editText(text, { op: "set", path: ["spec", "name"], value: "Bob" });
  expect(renamed).toBe(text.replace('"Ann"', '"Bob"'));
  const limited = editText(text, { op: "set", path: ["spec", "limits", "b"], value: 2 });
  expect(limited).toBe(text.replace("a: 1", "a: 1, b: 2"));
});

it("moves an item with its comment", () => {
  const moved = editText(text, { op: "move", path: ["spec", "tags"], from: 1, to: 0 });
  expect(readText(moved).value).toMatchObject({ spec: { tags: ["sailing", "chess"] } });
  expect(moved).toContain("# on the lake\n    - sailing\n    - chess");
});

it("gives a member another name at its place", () => {
  const renamed = editText(text, { op: "rename", path: ["spec", "name"], name: "called" });
  expect(renamed).toBe(text.replace("name:", "called:"));
});

it("finds keys that look like numbers, and does not follow aliases", () => {
  expect(editText("1: a\n", { op: "set", path: ["1"], value: "b" })).toBe("1: b\n");
  const shared = "a: &x { k: 1 }\nb: *x\n";
  expect(readText(editText(shared, { op: "set", path: ["b", "k"], value: 2 })).value).toEqual({
    a: { k: 1 },
    b: { k: 2 },
  });
});

it("leaves a text that is not YAML alone", () => {
  expect(editText("a: [", { op: "set", path: ["a"], value: 1 })).toBe("a: [");
});

const json = fc.jsonValue({ maxDepth: 4 });

/** All paths of a value. */
function pathsOf(value: unknown, path: ValuePath = []): readonly ValuePath[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([step, each]) => pathsOf(each, [...path, step]))];
}

it("makes of any object what the change makes of its value", () => {
  const cases = fc.dictionary(fc.string(), json, { minKeys: 1 }).chain((object) =>
    fc.record({
      object: fc.constant(object),
      path: fc.constantFrom(...pathsOf(object).filter((path) => path.length > 0)),
      value: fc.option(json, { nil: undefined }),
    }),
  );
  fc.assert(
    fc.property(cases, ({ object, path, value }) => {
      const before = readText(printObject(object)).value;
      const edit: ValueEdit = { op: "set", path, value };
      const after = readText(editText(printObject(object), edit)).value;
      expect(after).toEqual(editValue(before, edit));
      const parent = valueAt(before, path.slice(0, -1));
      if (value !== undefined || !Array.isArray(parent)) expect(valueAt(after, path)).toEqual(value);
    }),
    { numRuns: 300 },
  );
});
