import { expect, test } from "vitest";

import { people } from "../../model/people.test.fixture.js";
import { openapiDocument } from "./emit-openapi.js";

test("a model has its collection, its objects and their status", () => {
  const { paths } = openapiDocument(people);
  const collection = "/apis/people.example.com/v1alpha1/people";
  expect(Object.keys(paths)).toEqual([collection, `${collection}/{name}`, `${collection}/{name}/status`]);
  expect(Object.keys(paths[collection] ?? {})).toEqual(["get", "post", "delete"]);
});

test("operations are named for a client: by collection where it is about many, by kind where it is about one", () => {
  const { paths } = openapiDocument(people);
  const operations = Object.values(paths).flatMap(({ parameters: _, ...methods }) => Object.values(methods));
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
