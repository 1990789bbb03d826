import { expect, test } from "vitest";

import { findResource } from "./find-resource.js";
import { resourcesOf } from "./served-resource.js";

const resource = (kind: string, singular: string) => ({ "x-cmgen-resource": { kind, singular } });
const resources = resourcesOf({
  paths: {
    "/apis/people.example.com/v1alpha1/people": resource("Person", "person"),
    "/apis/people.example.com/v1alpha1/people/{name}": {},
    "/apis/tasks.example.com/v1/tasks": resource("Task", "task"),
    "/apis/chores.example.com/v1/tasks": resource("Chore", "chore"),
    "/apis/console.api.people.example.com/v1alpha1/names": { get: {} },
  },
});

test.each([
  "people",
  "person",
  "Person",
  "person.people.example.com",
  "people.people.example.com",
  "people.v1alpha1.people.example.com",
])("%s is the people", (name) => {
  expect(findResource(resources, name)).toMatchObject({
    group: "people.example.com",
    version: "v1alpha1",
    plural: "people",
  });
});

test("of several with one name it has to be said which", () => {
  expect(() => findResource(resources, "tasks")).toThrow(
    'Several resources are called "tasks": tasks.v1.tasks.example.com, tasks.v1.chores.example.com. Say which.',
  );
  expect(findResource(resources, "tasks.chores.example.com")).toMatchObject({ group: "chores.example.com" });
});

test("an unknown one is answered with those there are", () => {
  expect(() => findResource(resources, "pets")).toThrow(/no resource "pets"\. Resources: people\.v1alpha1\./);
});

test.each([
  ["persn", "person"],
  ["poeple", "people"],
  ["peple.people.example.com", "people.people.example.com"],
])("of %s it is said that %s may be meant", (name, meant) => {
  expect(() => findResource(resources, name)).toThrow(
    `There is no resource "${name}". Did you mean ${meant}? Resources: `,
  );
});
