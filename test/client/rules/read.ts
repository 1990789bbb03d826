import { expect } from "vitest";
import { person, refusal, type ObjectRule } from "../client-rule.js";

export const readRules: readonly ObjectRule[] = [
  {
    rule: "get returns the object, and is NotFound if there is none",
    holds: async ({ people, name, stored }) => {
      await people.create(person(name));
      expect(await people.get(name)).toEqual(await stored(name));
      expect(await refusal(people.get(`${name}-b`))).toMatchObject({ code: "NotFound", status: 404 });
    },
  },
  {
    rule: "find returns the object, and undefined if there is none",
    holds: async ({ people, name }) => {
      const created = await people.create(person(name));
      expect(await people.find(name)).toEqual(created);
      expect(await people.find(`${name}-b`)).toBeUndefined();
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
