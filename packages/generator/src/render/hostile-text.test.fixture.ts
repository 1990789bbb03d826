import fc from "fast-check";

/** Every character that is not text: the C0 and C1 controls, and DEL. */
const controls = [...Array(0x20).keys(), ...Array(0x21).keys()]
  .map((at, position) => (position < 0x20 ? at : at + 0x7f))
  .map((code) => String.fromCharCode(code));

/**
 * What ends, opens or continues something in the languages that generated files are written in, and what is removed or rewritten
 * on the way there: two parts that are harmless alone may not become one that is not.
 */
const parts: readonly string[] = [
  ...controls,
  "\n",
  "\r\n",
  "\u2028",
  "\u2029",
  "\ufeff",
  "\u00a0",
  "\t",
  " ",
  "\ud800",
  "\udc00",
  "\u{1f600}",
  "\u202e",
  "\u2066",
  '"',
  "'",
  "`",
  "\\",
  "${",
  "}",
  "{{",
  "]",
  ")",
  ";",
  ":",
  "#",
  "|",
  "%",
  "--",
  "-",
  "*",
  "/",
  "*/",
  "/*",
  "//",
  "///",
  "<!--",
  "-->",
  "</script>",
  "<",
  "@",
  "@ts-nocheck ",
  "@ts-ignore ",
  "@deprecated ",
  "__proto__",
  "constructor",
  "a",
  "globalThis.stolen = 1;",
  "(globalThis as any).stolen = 1;",
  "export const stolen = 1;",
];

/** Texts by which text would become something else where it is printed without care. All properties about printing text draw from these. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof({ arbitrary: fc.constantFrom(...parts), weight: 8 }, fc.string({ unit: "binary", maxLength: 2 })), {
    maxLength: 12,
  })
  .map((texts) => texts.join(""));

/** For each control character: a comment's end that comes about where it is left out, and code behind it. */
export const brokenEnds: readonly string[] = ["", ...controls, "\u2028", "\u202e", "\ud800", "\ufeff"].map(
  (character) => `*${character}/ ; globalThis.stolen = 1; export const stolen = 1; /${character}*`,
);
