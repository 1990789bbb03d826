import { expect, test } from "vitest";

import { people } from "../../model/people.test.fixture.js";
import { typesEmitter } from "./emit-types.js";

const context = { outDir: "src/generated", prismaDir: "prisma" };

test("a model has a module of its types, named as declared", () => {
  const [file] = typesEmitter.emit(people, context);
  expect(file?.path).toBe("src/generated/v1alpha1/person/types.ts");
  const names = [...(file?.contents.matchAll(/^export (?:interface|type) (\w+)/gm) ?? [])].map((match) => match[1]);
  expect(names).toEqual([
    "PersonSpec",
    "PersonStatus",
    "Person",
    "StoredPerson",
    "PersonInput",
    "PersonList",
    "PersonIndexes",
  ]);
});
