import { expect, test } from "vitest";

import { people } from "../../model/people.test.fixture.js";
import { model, object, project, reference } from "../../model/type-builders.test.fixture.js";
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

test("a reference says what it names, and a model of the same kind is named by its module", () => {
  const spec = object({ own: reference("Note", "cascade"), about: reference("Task") });
  const models = [model("Note", spec), model("Task", object({})), model("Note", spec, { version: "v1" })];
  const [alpha, , stable] = typesEmitter.emit(project(models), context).map(({ contents }) => contents);
  expect(alpha).toContain('own: Ref<Note, { onDelete: "cascade" }>;');
  expect(alpha).toContain("about: Ref<Task>;");
  expect(alpha).toContain('import type { Task } from "../task/types.js";');
  expect(stable).toContain('own: Ref<import("../../v1alpha1/note/types.js").Note, { onDelete: "cascade" }>;');
  expect(stable).toContain('import type { Task } from "../../v1alpha1/task/types.js";');
  expect(alpha).toMatch(/import type \{.*\bRef\b.*\} from "@cmgen\/model";/);
});
