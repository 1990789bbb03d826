import { expect } from "vitest";
import { person, refusal, type ObjectRule } from "../client-rule.js";

export const statusRules: readonly ObjectRule[] = [
  {
    rule: "status.update merges into the status and changes nothing else",
    holds: async ({ people, name, stored }) => {
      const created = await people.create(person(name, { spec: { age: 1 } }));
      const updated = await people.status.update(name, { greeting: "Hello" });
      expect(updated).toMatchObject({ metadata: { version: 2 }, spec: { age: 1 }, status: { greeting: "Hello" } });
      expect(await stored(name)).toEqual(updated);
      const stale = await refusal(people.status.update(name, {}, { ifMatch: created.metadata }));
      expect(stale).toMatchObject({ code: "PreconditionFailed" });
      expect((await people.status.update(name, { greeting: null })).status ?? {}).toEqual({});
    },
  },
  {
    rule: "status.update with a function makes a new status of the object, and loses none of several",
    holds: async ({ people, name }) => {
      await people.create(person(name));
      const add = (): Promise<unknown> =>
        people.status.update(name, ({ status }) => ({ greeting: `${status?.greeting ?? ""}x` }));
      await Promise.all(Array.from({ length: 4 }, add));
      expect((await people.get(name)).status).toEqual({ greeting: "xxxx" });
    },
  },
];
