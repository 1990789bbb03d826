import { expect, test } from "vitest";

import { people, person } from "../../model/people.test.fixture.js";
import { openapiDocument, openapiEmitter } from "./emit-openapi.js";

test("a model has its collection, its objects and their status", () => {
  const { paths } = openapiDocument(people);
  const collection = "/apis/people.example.com/v1alpha1/people";
  expect(Object.keys(paths)).toEqual([collection, `${collection}/{name}`, `${collection}/{name}/status`]);
  expect(Object.keys(paths[collection] ?? {})).toEqual(["get", "post", "delete"]);
});

test("operations are named for a client: by collection where it is about many, by kind where it is about one", () => {
  const { paths } = openapiDocument(people);
  const operations = Object.values(paths).flatMap(({ get, post, put, patch, delete: remove, head }) =>
    [get, head, post, put, patch, remove].filter((operation) => operation !== undefined),
  );
  expect(operations.map(({ operationId }) => operationId)).toEqual([
    "listPeople",
    "createPerson",
    "deleteAllPeople",
    "readPerson",
    "headPerson",
    "updatePerson",
    "patchPerson",
    "deletePerson",
    "readPersonStatus",
    "updatePersonStatus",
    "patchPersonStatus",
  ]);
});

test("is printed with each reference on a line, and reads back as it was", () => {
  const [file] = openapiEmitter.emit(people, { outDir: "src/generated", prismaDir: "prisma" });
  expect(JSON.parse(file?.contents ?? "")).toEqual(openapiDocument(people));
  expect(file?.contents).toContain('        "404": { "$ref": "#/components/responses/NotFound" },\n');
});

test("a kind in two versions has operations and schemas of each, told apart by version", () => {
  const second = { ...person, version: "v1beta1" };
  const { paths, components } = openapiDocument({ ...people, models: [person, second] });
  expect(paths["/apis/people.example.com/v1alpha1/people"]?.get?.operationId).toBe("listPeopleV1alpha1");
  expect(paths["/apis/people.example.com/v1beta1/people"]?.post?.operationId).toBe("createPersonV1beta1");
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining(["StoredPersonV1alpha1", "PersonV1beta1Input"]),
  );
});

test("a type that has the name of something else in the document gives way", () => {
  const problem = { ...people.types[0]!, name: "Problem" };
  const spec = { ...person.spec!, type: { ...person.spec!.type, shape: "ref", name: "Problem" } as const };
  const { components } = openapiDocument({
    ...people,
    models: [{ ...person, spec }],
    types: [problem, ...people.types],
  });
  expect(components.schemas["Problem"]?.required).toContain("status");
  expect(components.schemas["Problem2"]?.required).toEqual(["name"]);
});
