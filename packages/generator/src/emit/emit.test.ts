import { expect, test } from "vitest";

import { people } from "../model/people.test.fixture.js";
import { emit } from "./emit.js";
import type { Emitter } from "../emitter/emitter.js";

const context = { outDir: "src/generated", prismaDir: "prisma" };
const emitter = (name: string, ...paths: string[]): Emitter => ({
  name,
  emit: () => paths.map((path) => ({ path, contents: name })),
});

test("files come in the order of emitters", () => {
  const files = emit([emitter("one", "b.ts", "c.ts"), emitter("two", "a.ts")], people, context);
  expect(files.map(({ path }) => path)).toEqual(["b.ts", "c.ts", "a.ts"]);
});

test("two emitters of one file are told apart", () => {
  expect(() => emit([emitter("one", "a.ts"), emitter("two", "a.ts")], people, context)).toThrow(
    'The emitters "one" and "two" both make a.ts.',
  );
});

test.each(["../a.ts", "/a.ts", "a//b.ts", "a/./b.ts", ""])("%j is no path to write to", (path) => {
  expect(() => emit([emitter("one", path)], people, context)).toThrow(/which is not a path below the plugin/);
});

test("what an emitter throws names it", () => {
  const failing: Emitter = {
    name: "mine",
    emit: () => {
      throw new Error("no ink");
    },
  };
  expect(() => emit([failing], people, context)).toThrow('The emitter "mine" failed: no ink');
  expect(() => emit([failing], people, context)).toThrow(expect.objectContaining({ emitter: "mine" }));
});

test("a model that an emitter fails at is named", () => {
  const [person] = people.models;
  if (person === undefined) throw new Error("There is no model");
  const failing: Emitter = {
    name: "mine",
    emit: ({ models }) => {
      if (models.some(({ kind }) => kind === "Pet")) throw new Error("no ink");
      return [];
    },
  };
  const project = { ...people, models: [person, { ...person, kind: "Pet", module: "src/models/pet.ts" }] };
  expect(() => emit([failing], project, context)).toThrow(
    'The emitter "mine" failed: no ink (at the model Pet in src/models/pet.ts)',
  );
});
