import { expect, it } from "vitest";
import { printObject, readText } from "./object-text.js";

const text = `kind: Person
spec:
  name: Ann
  tags:
    - chess
    - sailing
`;

it.each([
  ["/spec/name", 3],
  ["/spec/tags/1", 6],
  ["/spec/age", 2],
  ["/nothing/here", 1],
  ["", 1],
])("%s is at line %i", (pointer, line) => {
  expect(readText(text).locate(pointer).line).toBe(line);
});

it("says where a text is not YAML", () => {
  const { problems } = readText("spec:\n  name: [1\nkind: x\n");
  expect(problems[0]?.line).toBeGreaterThan(1);
});

it("refuses an alias of nothing, and aliases that would fill the memory", () => {
  expect(readText("a: *nothing\n").problems).toMatchObject([{ line: 1 }]);
  const levels = Array.from({ length: 9 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(9)}]`);
  expect(readText(["l0: &l0 [x]", ...levels].join("\n")).problems).toHaveLength(1);
});

it("refuses a key that is given twice", () => {
  expect(readText("a: 1\na: 2\n").problems).toMatchObject([{ line: 2 }]);
});

it("prints what it reads again, also texts that look like something else", () => {
  const value = { spec: { a: "yes", b: "2030-01-01", c: "1e3", d: "line\nline\n", e: "#", f: [], g: {} } };
  expect(readText(printObject(value)).value).toEqual(value);
});

it("reads JSON", () => {
  expect(readText('{"spec": {"age": 7}}').value).toEqual({ spec: { age: 7 } });
});
