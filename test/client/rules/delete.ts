import { expect } from "vitest";
import { namesOf, person, refusal, type ObjectRule } from "../client-rule.js";

export const deleteRules: readonly ObjectRule[] = [
  {
    rule: "delete returns the last state, and the object is gone",
    holds: async ({ people, name, stored }) => {
      const created = await people.create(person(name));
      expect(await people.delete(name)).toEqual(created);
      expect(await stored(name)).toBeUndefined();
      expect((await refusal(people.delete(name))).code).toBe("NotFound");
    },
  },
  {
    rule: "an object with finalizers waits for them, and stays readable until the last one is removed",
    holds: async ({ people, name, stored }) => {
      await people.create(person(name, { metadata: { finalizers: ["people.example.com/hold"] } }));
      const waiting = await people.delete(name);
      expect(waiting.metadata.deletionTimestamp).toMatch(/Z$/);
      expect(await people.get(name)).toEqual(waiting);
      await people.update(name, { metadata: { finalizers: [] } });
      expect(await stored(name)).toBeUndefined();
    },
  },
  {
    rule: "with ifMatch delete of another version is PreconditionFailed",
    holds: async ({ people, name, stored }) => {
      const { metadata } = await people.create(person(name));
      for (const other of [
        { ...metadata, version: 2 },
        { ...metadata, uid: "another" },
      ])
        expect((await refusal(people.delete(name, { ifMatch: other }))).code).toBe("PreconditionFailed");
      await people.delete(name, { ifMatch: metadata });
      expect(await stored(name)).toBeUndefined();
    },
  },
  {
    rule: "deleteMany deletes what it selects and returns it",
    holds: async ({ people, name }) => {
      const labels = { "a.b/row": name };
      const names = ["a", "b", "c"].map((letter) => `${name}-${letter}`);
      for (const [at, each] of names.entries())
        await people.create(person(each, { metadata: { labels }, spec: { age: at } }));
      const deleted = await people.deleteMany({ labels, where: { "spec.age": { gte: 1 } } });
      expect(namesOf(deleted.items).toSorted()).toEqual(names.slice(1));
      expect(namesOf((await people.list({ labels })).items)).toEqual(names.slice(0, 1));
    },
  },
  {
    rule: "deleteMany with conditions that ask for nothing deletes nothing",
    holds: async ({ people, name, stored }) => {
      await people.create(person(name));
      expect((await refusal(people.deleteMany({ labels: {} }))).code).toBe("InvalidQuery");
      expect(await stored(name)).toBeDefined();
    },
  },
];
