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
    rule: "getIfChanged returns the object only if its version is another",
    holds: async ({ people, name }) => {
      await people.create(person(name));
      expect(await people.getIfChanged(name, 1)).toBeUndefined();
      const changed = await people.patch(name, { spec: { age: 1 } });
      expect(await people.getIfChanged(name, 1)).toEqual(changed);
      expect((await refusal(people.getIfChanged(`${name}-b`, 1))).code).toBe("NotFound");
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
