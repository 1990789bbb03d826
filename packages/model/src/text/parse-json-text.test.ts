import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJsonText } from "./parse-json-text.js";

/** A value and a text that says it: member for member, so that no parser is asked what the text means. */
interface Said {
  readonly value: unknown;
  readonly text: string;
}

const quoted = (text: string): string => JSON.stringify(text);
const spelled = (text: string): string =>
  `"${Array.from(text, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")}"`;

const name = fc.oneof(
  fc.constantFrom("a", "\\", '"', "\n", "a\\", 'a"', "~", "~0", "\u0000", "é", "/", "__proto__"),
  fc.string(),
);
const said = fc.letrec<{ value: Said }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    name.map((text) => ({ value: text, text: quoted(text) })),
    fc.constantFrom<Said>(
      { value: 1, text: " 1" },
      { value: null, text: "null\n" },
      { value: "a\\:", text: '"a\\\\:"' },
    ),
    fc.array(tie("value"), { maxLength: 3 }).map((items) => ({
      value: items.map(({ value }) => value),
      text: `[${items.map(({ text }) => text).join(" , ")}]`,
    })),
    fc
      .uniqueArray(fc.tuple(name, tie("value"), fc.boolean()), { selector: ([key]) => key, maxLength: 4 })
      .map((members) => ({
        value: Object.fromEntries(members.map(([key, { value }]) => [key, value])),
        text: `{${members.map(([key, { text }, spell]) => `${(spell ? spelled : quoted)(key)} :${text}`).join(",")}}`,
      })),
  ),
})).value;

describe("parseJsonText", () => {
  it("reads names as they are written, whatever was read before", () => {
    fc.assert(
      fc.property(said, ({ value, text }) => {
        const read = parseJsonText(text);
        expect(read).toEqual(value);
        // Members' order and `__proto__` as a member, which `toEqual` does not see.
        expect(JSON.stringify(read)).toBe(JSON.stringify(value));
      }),
      { numRuns: 2000 },
    );
  });

  it.each(["\n", '"', "\t", "\u0001"])("does not take %j for a backslash that stood there before", (other) => {
    for (let times = 0; times < 3; times++) {
      expect(Object.keys(parseJsonText('{"p":0,"\\\\":1}') as object)).toEqual(["p", "\\"]);
      expect(Object.keys(parseJsonText(`{"p":0,${quoted(other)}:1}`) as object)).toEqual(["p", other]);
    }
  });

  it("takes the last of two members of one name", () => {
    expect(parseJsonText('{"a":1,"b":2,"\\u0061":3}')).toEqual({ a: 3, b: 2 });
  });

  it.each([
    "",
    "{",
    '{"a\\":1}',
    '{"a"\\n":1}',
    '{"\\x":1}',
    "\\",
    '"\\',
    '{"\\n" 1:2}',
    '{"\\n":}',
    '\\":1',
    '{"a":"\\n":1}',
  ])("refuses what JSON.parse refuses: %s", (text) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(() => parseJsonText(text)).toThrow(SyntaxError);
  });

  it("refuses what is not JSON, whatever was cut out of or put into a text", () => {
    const damaged = fc.tuple(said, fc.nat(), fc.constantFrom("", "\\", '"', ":", '\\"')).map(([{ text }, at, put]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + put + text.slice(place + 1);
    });
    const refused = (parse: (text: string) => unknown, text: string): boolean => {
      try {
        parse(text);
        return false;
      } catch {
        return true;
      }
    };
    fc.assert(
      fc.property(damaged, (text) => {
        expect(refused(parseJsonText, text)).toBe(refused(JSON.parse, text));
      }),
      { numRuns: 2000 },
    );
  });
});
