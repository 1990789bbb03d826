import { expect } from "vitest";
import { person, refusal, type ClientRule } from "../client-rule.js";

export const readRules: readonly ClientRule[] = [
  {
    rule: "get returns the object, and is NotFound if there is none",
    holds: async ({ people, name, stored }) => {
      await people.create(person(name));
      expect(await people.get(name)).toEqual(await stored(name));
      expect(await refusal(people.get(`${name}-b`))).toMatchObject({ code: "NotFound", status: 404 });
    },
  },
  {
    rule: "getIfChanged returns the object only if it is another state, or another object",
    holds: async ({ people, name }) => {
      const { metadata } = await people.create(person(name));
      expect(await people.getIfChanged(name, metadata)).toBeUndefined();
      const changed = await people.patch(name, { spec: { age: 1 } });
      expect(await people.getIfChanged(name, metadata)).toEqual(changed);
      expect(await people.getIfChanged(name, { ...changed.metadata, uid: "another" })).toEqual(changed);
      expect((await refusal(people.getIfChanged(`${name}-b`, metadata))).code).toBe("NotFound");
    },
  },
  {
    rule: "exists is whether there is an object of the name",
    holds: async ({ people, name }) => {
      expect(await people.exists(name)).toBe(false);
      await people.create(person(name));
      expect(await people.exists(name)).toBe(true);
    },
  },
  {
    rule: "an aborted call rejects with the reason of its signal",
    holds: async ({ people, name }) => {
      const reason = new Error("no longer needed");
      await expect(people.get(name, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    },
  },
];
