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
