import { expect } from "vitest";
import { person, refusal, type ObjectRule } from "../client-rule.js";

export const createRules: readonly ObjectRule[] = [
  {
    rule: "create stores the object and returns it as stored, with what the service fills in",
    holds: async ({ people, name, stored }) => {
      const labels = { "a.b/team": "red" };
      const created = await people.create(person(name, { metadata: { labels }, spec: { age: 42, gender: "FEMALE" } }));
      expect(created).toEqual({
        apiVersion: "people.example.com/v1alpha1",
        kind: "Person",
        metadata: {
          name,
          uid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string,
          labels,
          version: 1,
          creationTimestamp: expect.stringMatching(/^20.*Z$/) as string,
        },
        spec: { name, age: 42, gender: "FEMALE" },
      });
      expect(await stored(name)).toEqual(created);
    },
  },
  {
    rule: "generateName is completed with a random suffix",
    holds: async ({ people, name, stored }) => {
      const created = await people.create({ metadata: { generateName: `${name}-` }, spec: { name } });
      expect(created.metadata.name).toMatch(new RegExp(`^${name}-[a-z0-9]{8}$`));
      expect(await stored(created.metadata.name)).toEqual(created);
    },
  },
  {
    rule: "an object without a name gets one of its type's",
    holds: async ({ people, name, stored }) => {
      const created = await people.create({ spec: { name } });
      expect(created.metadata.name).toMatch(/^person-[a-z0-9]{8}$/);
      expect(await stored(created.metadata.name)).toEqual(created);
      await people.delete(created.metadata.name);
    },
  },
  {
    rule: "text of any alphabet arrives as it was sent",
    holds: async ({ people, name, stored }) => {
      const text = `${name} "Zoë" 李 😀 \\ /,()=`;
      const created = await people.create(person(name, { spec: { name: text, tags: ["é", "\n", ""] } }));
      expect(created.spec).toEqual({ name: text, tags: ["é", "\n", ""] });
      expect(await stored(name)).toEqual(created);
    },
  },
  {
    rule: "a taken name is AlreadyExists",
    holds: async ({ people, name }) => {
      await people.create(person(name));
      expect(await refusal(people.create(person(name)))).toMatchObject({ code: "AlreadyExists", status: 409 });
    },
  },
  {
    rule: "a taken value of a unique index is DuplicateIndexValue with index, value and owner",
    holds: async ({ people, name, stored }) => {
      await people.create(person(name));
      const problem = await refusal(people.create(person(`${name}-b`, { spec: { name } })));
      expect(problem).toMatchObject({ code: "DuplicateIndexValue", index: "spec.name", value: name, owner: name });
      expect(await stored(`${name}-b`)).toBeUndefined();
    },
  },
  {
    rule: "an object that breaks rules is Invalid, with every cause at its place",
    holds: async ({ people, name, stored }) => {
      const problem = await refusal(people.create(person(name, { spec: { name: "N".repeat(101), age: -1 } })));
      expect(problem).toMatchObject({ code: "Invalid", status: 422 });
      expect(problem.errors.map(({ path }) => path).toSorted()).toEqual(["/spec/age", "/spec/name"]);
      expect(await stored(name)).toBeUndefined();
    },
  },
];
