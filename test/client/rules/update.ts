import { expect } from "vitest";
import { person, refusal, type ObjectRule } from "../client-rule.js";

export const updateRules: readonly ObjectRule[] = [
  {
    rule: "replace puts the object in the place of the stored one: what is left out is gone",
    holds: async ({ people, name, stored }) => {
      await people.create(person(name, { metadata: { labels: { "a.b/c": "d" } }, spec: { age: 1 } }));
      const updated = await people.replace(person(name, { spec: { tags: ["x"] } }));
      expect(updated).toMatchObject({ metadata: { name, version: 2 }, spec: { name, tags: ["x"] } });
      expect(updated.spec).not.toHaveProperty("age");
      expect(updated.metadata.labels ?? {}).toEqual({});
      expect(await stored(name)).toEqual(updated);
    },
  },
  {
    rule: "replace of an object that was read is a Conflict once somebody else has changed it",
    holds: async ({ people, name, stored }) => {
      const read = await people.create(person(name));
      const changed = await people.replace({ ...read, spec: { ...read.spec, age: 1 } });
      const problem = await refusal(people.replace({ ...read, spec: { ...read.spec, age: 2 } }));
      expect(problem).toMatchObject({ code: "Conflict", status: 409, currentVersion: 2 });
      expect(await stored(name)).toEqual(changed);
    },
  },
  {
    rule: "an update of an object that was deleted and created again is a Conflict, whatever its version",
    holds: async ({ people, name, stored }) => {
      const read = await people.create(person(name));
      await people.delete(name);
      const other = await people.create(person(name));
      expect(other.metadata.uid).not.toBe(read.metadata.uid);
      expect(other.metadata.version).toBeGreaterThan(read.metadata.version);
      const { uid, version } = other.metadata;
      const writes = [
        () => people.replace(read),
        () => people.replace({ ...read, metadata: { name, uid: read.metadata.uid } }),
        () => people.replace({ ...read, metadata: { name, version: read.metadata.version } }),
        () => people.apply({ ...person(name), metadata: { name, uid: read.metadata.uid } }),
      ];
      for (const write of writes) expect(await refusal(write())).toMatchObject({ code: "Conflict", status: 409 });
      expect(await stored(name)).toEqual(other);
      const changed = await people.replace(person(name, { metadata: { uid, version }, spec: { age: 1 } }));
      expect(changed.metadata).toMatchObject({ uid, version: version + 1 });
    },
  },
  {
    rule: "with ifMatch a change of another version is PreconditionFailed",
    holds: async ({ people, name }) => {
      const { metadata } = await people.create(person(name));
      const change = person(name, { spec: { age: 1 } });
      for (const ifMatch of [
        { ...metadata, version: 7 },
        { ...metadata, uid: "another" },
      ]) {
        expect((await refusal(people.replace(change, { ifMatch }))).code).toBe("PreconditionFailed");
        expect((await refusal(people.update(name, { spec: { age: 1 } }, { ifMatch }))).code).toBe("PreconditionFailed");
      }
      const updated = await people.replace(change, { ifMatch: metadata });
      expect(updated.metadata.version).toBe(2);
      const patched = await people.update(name, { spec: { age: 2 } }, { ifMatch: updated.metadata });
      expect(patched.metadata.version).toBe(3);
    },
  },
  {
    rule: "an update that changes nothing stores nothing",
    holds: async ({ people, name }) => {
      const created = await people.create(person(name));
      expect(await people.replace(created)).toEqual(created);
    },
  },
  {
    rule: "update of a name that does not exist is NotFound and creates nothing",
    holds: async ({ people, name, stored }) => {
      expect((await refusal(people.replace(person(name)))).code).toBe("NotFound");
      expect((await refusal(people.update(name, (object) => object))).code).toBe("NotFound");
      expect(await stored(name)).toBeUndefined();
    },
  },
  {
    rule: "update with a function loses none of several changes made at once",
    holds: async ({ people, name }) => {
      await people.create(person(name, { spec: { age: 0 } }));
      const grow = (): Promise<unknown> =>
        people.update(name, ({ spec, ...rest }) => ({ ...rest, spec: { ...spec, age: (spec.age ?? 0) + 1 } }));
      await Promise.all(Array.from({ length: 6 }, grow));
      expect((await people.get(name)).spec.age).toBe(6);
    },
  },
  {
    rule: "update merges, removes with null, and replaces lists whole",
    holds: async ({ people, name, stored }) => {
      await people.create(person(name, { spec: { age: 1, tags: ["x", "y"] } }));
      const patched = await people.update(name, { spec: { age: null, tags: ["z"], gender: "MALE" } });
      expect(patched.spec).toEqual({ name, tags: ["z"], gender: "MALE" });
      expect(await stored(name)).toEqual(patched);
    },
  },
  {
    rule: "update with a function takes an object that it changed in place",
    holds: async ({ people, name, stored }) => {
      await people.create(person(name, { spec: { tags: ["x"] } }));
      const changed = await people.update(name, ({ spec }) => {
        spec.age = 5;
        spec.tags?.push("y");
      });
      expect(changed.spec).toEqual({ name, age: 5, tags: ["x", "y"] });
      expect(await stored(name)).toEqual(changed);
    },
  },
  {
    rule: "update refuses a member that is undefined",
    holds: async ({ people, name, stored }) => {
      const created = await people.create(person(name, { spec: { age: 1 } }));
      const age = [1].at(1);
      // @ts-expect-error where the compiler looks exactly, it does not compile either
      await expect(people.update(name, { spec: { age } })).rejects.toThrow(/^spec\.age is undefined/);
      expect(await stored(name)).toEqual(created);
    },
  },
  {
    rule: "patch with operations applies them in order, all or none",
    holds: async ({ people, name, stored }) => {
      await people.create(person(name));
      const patched = await people.patch(name, [
        { op: "test", path: "/spec/name", value: name },
        { op: "add", path: "/spec/age", value: 9 },
      ]);
      expect(patched.spec).toEqual({ name, age: 9 });
      const failing = people.patch(name, [
        { op: "replace", path: "/spec/age", value: 1 },
        { op: "test", path: "/spec/name", value: "other" },
      ]);
      expect(await refusal(failing)).toMatchObject({ code: "Invalid", status: 422 });
      expect(await stored(name)).toEqual(patched);
    },
  },
  {
    rule: "apply creates the object, or merges into the one of its name",
    holds: async ({ people, name }) => {
      const created = await people.apply(person(name, { metadata: { labels: { "a.b/c": "d" } } }));
      expect(created.metadata.version).toBe(1);
      const merged = await people.apply(person(name, { spec: { age: 3 } }));
      expect(merged).toMatchObject({ metadata: { version: 2, labels: { "a.b/c": "d" } }, spec: { name, age: 3 } });
    },
  },
];
