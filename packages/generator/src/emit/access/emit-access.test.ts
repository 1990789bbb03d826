import { expect, test } from "vitest";

import type { ProjectModel } from "../../model/model.js";
import { people } from "../../model/people.test.fixture.js";
import { model, object, project } from "../../model/type-builders.test.fixture.js";
import { accessEmitter } from "./emit-access.js";
import { accessibleResources } from "./accessible-resources.js";

const context = { outDir: "src/generated", prismaDir: "prisma" };
const text = (from: ProjectModel): string => accessEmitter.emit(from, context)[0]?.contents ?? "";
const namesOf = (from: Pick<ProjectModel, "models">): readonly string[] =>
  accessibleResources(from).map(({ name, model: { version } }) => `${name} of ${version}`);

test("a resource is named by its plural, and by its group where another one has it", () => {
  const shared = { plural: "things", singular: "thing" };
  const models = [
    model("Thing", object({}), { ...shared, group: "a.example.com" }),
    model("Item", object({}), { ...shared, group: "b.example.com" }),
    model("Note", object({}), { statusSubresource: true }),
  ];
  expect(namesOf({ models })).toEqual([
    "things.a.example.com of v1alpha1",
    "things.b.example.com of v1alpha1",
    "notes of v1alpha1",
    "notes/status of v1alpha1",
  ]);
  expect(text(project(models))).toContain(`"things.b.example.com": { group: "b.example.com", plural: "things" },`);
});

test("a kind of several versions is one resource, of the version that is stored", () => {
  const versions = ["v1", "v2", "v1beta1"].map((version) =>
    model("Note", object({}), { version, ...(version === "v2" && { storage: true }) }),
  );
  expect(namesOf({ models: versions })).toEqual(["notes of v2"]);
});

test("kinds of two groups that share a name are told apart", () => {
  const models = [
    model("Note", object({}), { group: "a.example.com" }),
    model("Note", object({}), { group: "b.example.com", version: "v2" }),
  ];
  const made = text(project(models));
  expect(made).toContain('import type { NoteIndexes, StoredNote } from "./v1alpha1/note/types.js";');
  expect(made).toContain(
    'import type { NoteIndexes as NoteIndexes2, StoredNote as StoredNote2 } from "./v2/note/types.js";',
  );
  expect(made).toContain("indexes: NoteIndexes2; readonly object: StoredNote2;");
});

test("endpoints are named by method and whole path, where both can be read", () => {
  const span = people.models[0]?.span ?? expect.unreachable();
  const route = { documentation: { description: "" }, span };
  const endpoints = [
    { module: "a.ts", name: "a", endpoints: [{ ...route, method: "GET", path: "/lost" }] },
    { module: "b.ts", name: "b", base: "/api", endpoints: [{ ...route, method: "POST", path: "/cards/{name}" }] },
  ] as const;
  expect(text({ ...people, endpoints })).toContain('readonly endpoints: "POST /api/cards/{name}";');
  expect(text({ ...people, endpoints: [] })).toContain("readonly endpoints: never;");
});
