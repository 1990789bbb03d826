import type { CaseFamily } from "../harness/agreement-case.js";

/** Scalars, literals and what they make when joined. */
export const primitives: CaseFamily = {
  "a string": { type: "string", accepts: ["", "x", "null"], refuses: [1, null, true, [], {}] },
  "a number": { type: "number", accepts: [0, -1.5, 1e21, 0.1], refuses: ["1", null, false, [1]] },
  "a boolean": { type: "boolean", accepts: [true, false], refuses: ["true", 0, null] },
  null: { type: "null", accepts: [null], refuses: ["null", 0, {}, []] },
  "a string or null": { type: "string | null", accepts: ["", null], refuses: [0, false, {}] },
  "literals of several kinds": {
    type: `"a" | 1 | true | null`,
    accepts: ["a", 1, true, null],
    refuses: ["1", 2, false, "true", {}],
  },
  "a negative and a fractional literal": { type: "-1 | 0.5", accepts: [-1, 0.5], refuses: [1, -0.5, "0.5"] },
  "an empty string literal": { type: `"" | "x"`, accepts: ["", "x"], refuses: [" ", null, 0] },
  "literals with quotes and line breaks": {
    type: String.raw`"a\"b" | "c\nd" | 'it\'s' | "\u00e9"`,
    accepts: ['a"b', "c\nd", "it's", "é"],
    refuses: ["ab", "c d", "its", "e"],
  },
  "literals that an object inherits": {
    type: `"constructor" | "toString" | "__proto__"`,
    accepts: ["constructor", "toString", "__proto__"],
    refuses: ["valueOf", "", {}],
  },
  "true alone": { type: "true", accepts: [true], refuses: [false, "true", 1] },
  "a literal beside its own kind is no literal": {
    type: `string | "a"`,
    accepts: ["a", "b"],
    refuses: [1, null],
  },
  "a union that keeps its suggestions": {
    type: `"small" | "large" | (string & {})`,
    accepts: ["small", "other", ""],
    refuses: [1, null, {}],
  },
  "never falls out of a union": { type: "string | never", accepts: ["x", ""], refuses: [1, null] },
  "a union of numbers in a generic": {
    declare: "type Or<A, B> = A | B;",
    type: "Or<1, Or<2, 3>>",
    accepts: [1, 2, 3],
    refuses: [4, "1", null],
  },
  "an alias of an alias": {
    declare: "type A = B; type B = C; type C = string | number;",
    type: "A",
    accepts: ["x", 1],
    refuses: [null, true, {}],
  },
  "hexadecimal and grouped number literals": {
    type: "0xff | 1_000 | 1e3 | 0b11",
    accepts: [255, 1000, 3],
    refuses: [0, 11, "255"],
  },
};
