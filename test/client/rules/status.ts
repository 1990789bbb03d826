import { expect } from "vitest";
import { person, refusal, type ClientRule } from "../client-rule.js";

export const statusRules: readonly ClientRule[] = [
  {
    rule: "status.get returns the whole object",
    holds: async ({ people, name }) => {
      const created = await people.create(person(name));
      expect(await people.status.get(name)).toEqual(created);
    },
  },
  {
    rule: "status.update changes the status and nothing else",
    holds: async ({ people, name, stored }) => {
      const created = await people.create(person(name, { spec: { age: 1 } }));
      const changed = { ...created, spec: { ...created.spec, age: 2 }, status: { greeting: "Hello" } };
      const updated = await people.status.update(changed);
      expect(updated).toMatchObject({ metadata: { version: 2 }, spec: { age: 1 }, status: { greeting: "Hello" } });
      expect(await stored(name)).toEqual(updated);
      const stale = await refusal(people.status.update({ metadata: created.metadata, status: {} }));
      expect(stale).toMatchObject({ code: "Conflict", currentVersion: 2 });
    },
  },
  {
    rule: "status.patch changes the status by either format",
    holds: async ({ people, name }) => {
      await people.create(person(name, { status: { greeting: "Hello" } }));
      const replaced = await people.status.patch(name, [{ op: "replace", path: "/status/greeting", value: "Hi" }]);
      expect(replaced.status).toEqual({ greeting: "Hi" });
      expect((await people.status.patch(name, { status: { greeting: null } })).status ?? {}).toEqual({});
    },
  },
];
