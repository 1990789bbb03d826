import { createTransport } from "@cmgen/client";
import { expect, test } from "vitest";

import { findResource } from "./find-resource.js";

const post = (kind: string) => ({ post: { tags: [kind] } });
const document = {
  paths: {
    "/apis/people.example.com/v1alpha1/people": post("Person"),
    "/apis/people.example.com/v1alpha1/people/{name}": {},
    "/apis/tasks.example.com/v1/tasks": post("Task"),
    "/apis/chores.example.com/v1/tasks": post("Task"),
  },
};
const transport = createTransport({
  baseUrl: "http://service.example.com",
  fetch: async () => new Response(JSON.stringify(document)),
});

test.each(["people", "person", "Person", "people.people.example.com", "people.v1alpha1.people.example.com"])(
  "%s is the people",
  async (name) => {
    expect(await findResource(transport, name)).toMatchObject({
      group: "people.example.com",
      version: "v1alpha1",
      plural: "people",
    });
  },
);

test("of several with one name it has to be said which", async () => {
  await expect(findResource(transport, "tasks")).rejects.toThrow(
    'Several resources are called "tasks": tasks.v1.tasks.example.com, tasks.v1.chores.example.com. Say which.',
  );
  expect(await findResource(transport, "tasks.chores.example.com")).toMatchObject({ group: "chores.example.com" });
});

test("an unknown one is answered with those there are", async () => {
  await expect(findResource(transport, "pets")).rejects.toThrow(/no resource "pets". It has: people\.v1alpha1\./);
});
