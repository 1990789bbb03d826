import type { CaseFamily } from "../harness/agreement-case.js";

/** Template literal types and the intrinsic string types. */
export const templateLiterals: CaseFamily = {
  "a prefix": { type: "`img-${string}`", accepts: ["img-", "img-a", "img-a\nb"], refuses: ["img", "a-img-", 1, ""] },
  "a suffix": { type: "`${string}.ts`", accepts: [".ts", "a.ts", "a.b.ts"], refuses: ["a.tsx", "ats", 1] },
  "both ends": { type: "`a${string}z`", accepts: ["az", "abz"], refuses: ["a", "z", "abzc"] },
  "a number": {
    type: "`v${number}`",
    accepts: ["v1", "v-1.5", "v0", "v1e+21"],
    refuses: ["v", "vx", "v1x", "vNaN", "v1e", "V1", 1],
    stricter: ["v 1", "v0x1"],
  },
  "a bigint": { type: "`${bigint}`", accepts: ["1", "-12", "0"], refuses: ["1.5", "", "x", "1n"] },
  "a boolean": { type: "`is-${boolean}`", accepts: ["is-true", "is-false"], refuses: ["is-", "is-1", true] },
  "null and undefined": {
    type: "`${null | undefined}`",
    accepts: ["null", "undefined"],
    refuses: [null, "", "x"],
  },
  "unions multiply": {
    type: '`${"a" | "b"}-${1 | 2}`',
    accepts: ["a-1", "b-2"],
    refuses: ["a-3", "c-1", "a1", "ab-1"],
  },
  "characters that mean something in patterns": {
    type: "`a.b+${string}(c)[d]`",
    accepts: ["a.b+(c)[d]", "a.b+x(c)[d]"],
    refuses: ["axb+x(c)[d]", "a.bbx(c)[d]", "a.b+xc"],
  },
  "a slash and a dollar": {
    type: "`/apis/${string}/$${number}`",
    accepts: ["/apis/a/$1", "/apis//$0"],
    refuses: ["/apis/a/1", "apis/a/$1", "/apis/$1"],
  },
  "several placeholders": {
    type: "`${string}@${string}.${string}`",
    accepts: ["a@b.c", "@.", "a@b@c.d.e"],
    refuses: ["a@b", "a.b", ""],
  },
  "Uppercase of a pattern": {
    type: "Uppercase<`a-${string}`>",
    accepts: ["A-", "A-B"],
    refuses: ["a-b", "A-b", "B"],
  },
  "Lowercase text of a form": {
    type: "Lowercase<string> & `a-${string}`",
    accepts: ["a-b", "a-"],
    refuses: ["a-B", "b", 1],
  },
  "lists of texts of two forms": {
    type: "(`a-${string}` & `${string}-z`)[]",
    accepts: [["a-z", "a-b-z"], []],
    refuses: [["a-b"], ["b-z"], "a-z"],
  },
  "Lowercase of any text": { type: "Lowercase<string>", accepts: ["a", "", "1-a"], refuses: ["A", "aB", 1] },
  "Capitalize of literals": { type: 'Capitalize<"one" | "two">', accepts: ["One", "Two"], refuses: ["one", "ONE"] },
  "Uncapitalize of literals": { type: 'Uncapitalize<"One" | "TWO">', accepts: ["one", "tWO"], refuses: ["One", "two"] },
  "a split text": {
    declare:
      "type Split<S extends string, D extends string> = S extends `${infer H}${D}${infer R}` ? [H, ...Split<R, D>] : [S];",
    type: 'Split<"a.b.c", ".">',
    accepts: [["a", "b", "c"]],
    refuses: [["a.b.c"], ["a", "b"], []],
  },
  "joined texts": {
    declare:
      'type Join<T extends string[]> = T extends [infer H extends string, ...infer R extends string[]] ? (R extends [] ? H : `${H}-${Join<R>}`) : "";',
    type: 'Join<["a", "b", "c"]>',
    accepts: ["a-b-c"],
    refuses: ["a-b", "abc", ""],
  },
  "parameters of a route": {
    declare:
      "type Params<S extends string> = S extends `${string}:${infer P}/${infer R}` ? P | Params<R> : S extends `${string}:${infer P}` ? P : never;",
    type: 'Record<Params<"/users/:user/posts/:post">, string>',
    accepts: [{ user: "x", post: "y" }],
    refuses: [{ user: "x" }, { ":user": "x", ":post": "y" }],
  },
  "a number read from text": {
    declare: "type ToNumber<S> = S extends `${infer N extends number}` ? N : never;",
    type: 'ToNumber<"1" | "22">',
    accepts: [1, 22],
    refuses: ["1", 2],
  },
  "camel case from snake case": {
    declare:
      "type Camel<S extends string> = S extends `${infer H}_${infer T}` ? `${H}${Capitalize<Camel<T>>}` : S; type Camels<T> = { [K in keyof T as Camel<string & K>]: T[K] };",
    type: "Camels<{ first_name: string; zip_code_ext?: number }>",
    accepts: [{ firstName: "x" }, { firstName: "x", zipCodeExt: 1 }],
    refuses: [{ first_name: "x" }, {}, { firstName: "x", zipCode_ext: 1 }],
  },
  "a template of an enum": {
    declare: 'enum Unit { Px = "px", Em = "em" }',
    type: "`${number}${Unit}`",
    accepts: ["1px", "1.5em"],
    refuses: ["px", "1", "1pt"],
    stricter: ["0x1px"],
  },
  "a template within a template": {
    declare: 'type Color = `#${string}` | "none";',
    type: "`fill:${Color}`",
    accepts: ["fill:#fff", "fill:none", "fill:#"],
    refuses: ["fill:", "fill:red", "#fff"],
  },
  "text with escapes": {
    type: `"\\u0000" | "a\\"b" | "\\\\d" | "/" | "\\u2028" | "😀" | "$\{x}"`,
    accepts: ["\u0000", 'a"b', "\\d", "/", "\u2028", "😀", "${x}"],
    refuses: ["d", "a", ""],
  },
  "template with pattern characters": {
    type: "`[${string}]` | `(${number})*` | `^${string}$`",
    accepts: ["[x]", "(1)*", "^$", "[a\nb]"],
    refuses: ["x", "(a)*", "^"],
  },
  "literal of template over numbers": {
    type: "`${1 | 2}${'a' | 'b'}-${boolean}`",
    accepts: ["1a-true", "2b-false"],
    refuses: ["3a-true", "1a-", "1a-1"],
  },
  "template with bigint and any": {
    type: "`${bigint}n`",
    accepts: ["1n", "-5n", "0n"],
    refuses: ["1.5n", "n", "an"],
  },
  "template of a union with string": {
    type: "`${'id' | `${string}-id`}:${number}px`",
    accepts: ["id:1px", "x-id:2.5px"],
    refuses: ["id:px", "x:1px", "id:1"],
  },
};
