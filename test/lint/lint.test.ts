import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { repositoryRoot } from "../boundaries/repository.js";
import { snippetLint } from "../docs/compile-snippets.js";
import { marksOfOtherPlugins, readSnippets } from "../docs/snippets.js";
import { lintErrors } from "./lint.js";

const examples = ["issues-plugin", "people", "people-web", "projects-plugin", "tasks", "tracker", "two-plugins"];

describe("typescript-eslint has nothing against", () => {
  test.each(examples)("examples/%s, generated code included", async (name) => {
    expect(await lintErrors(join(repositoryRoot, "examples", name), ["src/**/*.{ts,tsx}"])).toEqual([]);
  });

  test("what the pages show", async () => {
    const snippets = readSnippets().filter(
      ({ language, marks }) =>
        ["ts", "tsx"].includes(language) && !marksOfOtherPlugins.some((mark) => marks.includes(mark)),
    );
    expect(await snippetLint(snippets)).toEqual([]);
  }, 300_000);
});

test("a mistake is found, so all of the above has been looked at", async () => {
  const wrong = { place: "x:1", language: "ts", marks: [], text: "export interface A extends Request {}\n" };
  expect(await snippetLint([wrong])).toEqual([
    "x:1: line 1 of the block: @typescript-eslint/no-empty-object-type: An interface declaring no members is equivalent to its supertype.",
  ]);
});
