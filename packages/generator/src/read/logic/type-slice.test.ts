import { expect, test } from "vitest";

import { compiler } from "../compiler.js";
import { typeSlice } from "./type-slice.js";

function sliceOf(text: string): string | undefined {
  return typeSlice(compiler.createSourceFile("/cards.ts", text, compiler.ScriptTarget.ES2022, true));
}

const source = `import { defineEndpoints, post, typed as types } from "@cmgen/runtime";
import { personModel } from "../generated/v1/models.js";
import type { Paper } from "./paper.js"
const colours = ["red", "blue"] as const
/** A card. */
interface Card { colour: (typeof colours)[number]; paper: Paper }
interface Other { a: string }
export default defineEndpoints({
  apiVersion: "console.api.a.b/v1",
  routes: [post("/cards", types<{
    body: Card;
  }>(), () => personModel as Other)],
});
`;

test("a slice has the types of endpoints with what they need, each where it stood", () => {
  const slice = sliceOf(source) ?? "";
  expect(slice).toHaveLength(source.length);
  for (const kept of [
    "import type { Paper }",
    "/** A card. */",
    "interface Card",
    '["red", "blue"] as const',
    "body: Card;",
  ])
    expect(slice.indexOf(kept)).toBe(source.indexOf(kept));
  for (const lost of ["personModel", "Other", "defineEndpoints", "/cards"]) expect(slice).not.toContain(lost);
});

test("it is a module that can be parsed, with a type assertion for each endpoint", () => {
  const file = compiler.createSourceFile("/cards.ts", sliceOf(source) ?? "", compiler.ScriptTarget.ES2022, true);
  expect((file as unknown as { parseDiagnostics: readonly unknown[] }).parseDiagnostics).toEqual([]);
  const assertions = file.statements.filter(
    (statement) =>
      compiler.isExpressionStatement(statement) && compiler.isTypeAssertionExpression(statement.expression),
  );
  expect(assertions).toHaveLength(1);
});

test("a change in a handler changes no slice", () => {
  const changed = source.replace("() => personModel as Other", "() => personModel as Third");
  expect(sliceOf(changed)).toBe(sliceOf(source));
});

test.each([
  'import { get } from "@cmgen/runtime"; export default get("/a", () => new Response());',
  // Somebody else's function of that name.
  'import { post, typed } from "elsewhere"; post("/a", typed<{ body: string }>());',
])("a module without typed endpoints has none: %s", (text) => {
  expect(sliceOf(text)).toBeUndefined();
});

const declarations: readonly (readonly [name: string, declaration: string])[] = [
  ["Summary", "function summarize() { return { at: 1 }; } type Summary = ReturnType<typeof summarize>;"],
  ["Summary", "async function* summarize() {} type Summary = ReturnType<typeof summarize>;"],
  ["Size", "const { size, inner: [first = 1, ...others], ...rest } = given; type Size = typeof others & typeof rest;"],
  ["Size", "const [, { size }] = given; type Size = typeof size;"],
  ["Size", "{ var size = 1; } type Size = typeof size;"],
  ["Size", "for (var size = 1; size < 2; size++) {} type Size = typeof size;"],
  ["Size", "try { var { size } = given; } catch {} type Size = typeof size;"],
  ["Kind", "enum Kind { A } declare namespace Kind { type Other = string }"],
  ["Kind", "class Kind { a = 1 }"],
  ["Own", 'import Own = require("./own.js");'],
  ["Own", 'import Own from "./own.js";'],
  ["Own", 'import * as Own from "./own.js";'],
  ["Own", 'import { type Other as Own } from "./own.js";'],
  ["Own", 'import type Own from "./own.js";'],
  ["Own", "declare module Own { type A = string }"],
  ["Own", "const given = { own: 1 }; import Own = given.own;"],
];

test.each(declarations)("what %s needs is kept: %s", (name, declaration) => {
  const rest = `import { get, typed } from "@cmgen/runtime"; const unneeded = 1;`;
  const slice = sliceOf(`${declaration} ${rest} get("/a", typed<{ response: ${name} }>(), () => 1);`) ?? "";
  expect(slice).toContain(declaration.split(/(?<=[;}]) (?=type |declare |import )/)[0]);
  expect(slice).not.toContain("unneeded");
});

test("what a function does is needed only where its type follows from that", () => {
  const text = (
    type: string,
  ): string => `import { get, typed } from "@cmgen/runtime"; import { store } from "./store.js";
    function summarize()${type} { return store.read(); }
    get("/a", typed<{ response: ReturnType<typeof summarize> }>(), () => summarize());`;
  expect(sliceOf(text(""))).toContain("./store.js");
  expect(sliceOf(text(": string"))).not.toContain("./store.js");
});
