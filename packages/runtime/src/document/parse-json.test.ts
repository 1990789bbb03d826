import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DocumentError, TooManyValuesError } from "./document-error.js";
import { JSON_MAX_DEPTH } from "./json-measure.js";
import { parseJson } from "./parse-json.js";

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

describe("parseJson", () => {
  it("reads what JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary", maxDepth: 3 }), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(parseJson(text))).toBe(text);
      }),
    );
  });

  it.each([
    ["no JSON", "{", /not valid JSON/],
    ["nothing", "", /not valid JSON/],
    ["a comment", "{} // no", /not valid JSON/],
    ["a number beyond a double", "[1e400]", /too large to store/],
    ["half a surrogate pair", '{"a":"\\ud800"}', /surrogate/],
    ["half a surrogate pair in a key", '{"\\udfff":1}', /surrogate/],
    ["a member given twice", '{"a":1,"b":{"c":1,"c":2}}', /"c" is given twice/],
    ["a member given twice in two spellings", '{"a":1,"\\u0061":2}', /"a" is given twice/],
    ["__proto__ given twice", '{"__proto__":1,"__proto__":2}', /"__proto__" is given twice/],
    ["nesting past the limit", nested(JSON_MAX_DEPTH + 1), /levels deep/],
    ["nesting far past the limit", nested(1_000_000), /levels deep/],
  ])("refuses %s", (_, text, message) => {
    expect(() => parseJson(text)).toThrow(
      expect.objectContaining({ name: "DocumentError", message: expect.stringMatching(message) as string }),
    );
  });

  it.each([
    ["nesting at the limit", nested(JSON_MAX_DEPTH)],
    ["a whole surrogate pair", '"\\ud83d\\ude00"'],
    ["the same member in two objects", '[{"a":1},{"a":{"a":[1,{"a":2}]}}]'],
    ["quotes, braces and backslashes in strings", '{"a\\\\":"{\\"a\\":1,\\"a\\":2}","b\\"":"\\\\","c":[",","}"]}'],
    ["strings in a list that look like members", '{"a":["a","a"],"b":"a"}'],
    ["names of the prototype", '{"__proto__":1,"constructor":2,"toString":3}'],
  ])("takes %s", (_, text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it("finds every member that is given twice, and no other", () => {
    const key = fc.constantFrom("a", "b", '"', "\\", "é", "a\u0000b");
    const value = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom("1", '"x"', '"a\\":"', "null"),
        fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(" , ")}]`),
        fc
          .uniqueArray(fc.tuple(key, tie("value")), { selector: ([name]) => name, maxLength: 3 })
          .map((members) => `{${members.map(([name, text]) => `${JSON.stringify(name)} : ${text}`).join(",")}}`),
      ),
    })).value;
    fc.assert(
      fc.property(value, (text) => {
        expect(() => parseJson(text)).not.toThrow();
        expect(() => parseJson(`{"k":${text},"l":0,"k":1}`)).toThrow(DocumentError);
      }),
    );
  });
});

describe("the number of values", () => {
  const list = (count: number): string => `[${Array(count).fill("1").join()}]`;
  const members = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join()}}`;

  it("is limited, names of members included", () => {
    expect(parseJson(list(10), 10)).toHaveLength(10);
    expect(() => parseJson(list(11), 10)).toThrow(TooManyValuesError);
    expect(Object.keys(parseJson(members(5), 10) as object)).toHaveLength(5);
    expect(() => parseJson(members(6), 10)).toThrow(TooManyValuesError);
    expect(() => parseJson(`[${list(5)},${list(5)}]`, 10)).toThrow(TooManyValuesError);
    expect(parseJson('["a,b,c,d,e,f,g,h,i,j,k,l"]', 10)).toHaveLength(1);
  });

  it.each(["[1e999]", "[-1E+999]", `[${"9".repeat(400)}]`, '["\\ud800"]', '{"\\uDC00":1}'])(
    "has no part in whether %s can be stored",
    (text) => {
      expect(() => parseJson(text)).toThrow(DocumentError);
    },
  );
});
