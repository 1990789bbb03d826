import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseFieldPath } from "./field-path.js";

describe("paths of fields as authors write them", () => {
  test.each([
    ["spec", ["spec"]],
    ["spec.title", ["spec", "title"]],
    ["spec.steps[0].title", ["spec", "steps", "0", "title"]],
    ["spec.grid[2][10]", ["spec", "grid", "2", "10"]],
    ['spec.limits["a.b"]', ["spec", "limits", "a.b"]],
    ['metadata.labels["example.com/tier"]', ["metadata", "labels", "example.com/tier"]],
    ['spec["say \\"so\\""].x', ["spec", 'say "so"', "x"]],
    ['spec[""]', ["spec", ""]],
    ["spec.läge-1", ["spec", "läge-1"]],
  ])("%j", (path, segments) => {
    expect(parseFieldPath(path)).toEqual(segments);
  });

  test.each([
    ["", "is not the path of a field"],
    ["/spec/title", "is a JSON Pointer"],
    [".spec", "starts with a dot"],
    ["spec.", "from character 5 on"],
    ["spec..title", "from character 5 on"],
    ["spec title", "from character 5 on"],
    ["spec.a/b", "from character 7 on"],
    ["spec[a]", "from character 5 on"],
    ["spec[-1]", "from character 5 on"],
    ["spec[0]title", "from character 8 on"],
    ['spec["a]', "from character 5 on"],
    ["spec['a']", "from character 5 on"],
    ['spec["\\x"]', "is not a JSON string"],
  ])("refuses %j", (path, why) => {
    expect(() => parseFieldPath(path)).toThrow(SyntaxError);
    expect(() => parseFieldPath(path)).toThrow(why);
  });

  test("any segments can be written, and are read as they were", () => {
    const print = (segment: string): string =>
      /^[^.[\]"\s/]+$/.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
    const segment = fc.string({
      unit: fc.constantFrom(".", "[", "]", '"', "\\", "/", " ", "\n", "0", "a", "é", "😀", "'"),
    });
    fc.assert(
      fc.property(fc.array(segment), (segments) => {
        expect(parseFieldPath(`spec${segments.map(print).join("")}`)).toEqual(["spec", ...segments]);
      }),
    );
  });

  test("any text is read or refused with a SyntaxError", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(".", "[", "]", '"', "\\", "0", "a", "/") }), (text) => {
        try {
          expect(parseFieldPath(text).length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
        }
      }),
    );
  });
});
