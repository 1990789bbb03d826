import { setTimeout as delay } from "node:timers/promises";
import { ApiError } from "@cmgen/runtime";
import { afterEach, describe, expect, test } from "vitest";
import type { Person } from "../../examples/people/src/generated/v1alpha1/models.js";
import { outcomeOf, startHooked, type HookedPeople, type PersonHooks } from "./hooked-people.js";
import { databases } from "./people-server.js";
import { head, RawConnection } from "./raw-connection.js";
import { collection } from "./rule.js";

const finalizer = "people.example.com/farewell";

let hooked: HookedPeople;
afterEach(() => hooked.server.close());

/** Keeps people with the tag from being deleted. */
const protecting: PersonHooks = {
  check({ object: { spec }, operation, refuse }) {
    if (operation === "delete" && spec.tags?.includes("protected") === true)
      refuse("spec.tags", "This person is protected.");
  },
};

async function create({ people }: HookedPeople, name: string, change: Partial<Person["spec"]> = {}): Promise<void> {
  await people.create({ metadata: { name }, spec: { name, ...change } });
}

describe.each(databases)("deletions on %s", (database) => {
  test("can be refused: with and without finalizers, one by one", async () => {
    hooked = await startHooked(database, protecting);
    const { ask, people } = hooked;
    await create(hooked, "ann", { tags: ["protected"] });
    await people.create({
      metadata: { name: "held", finalizers: [finalizer] },
      spec: { name: "held", tags: ["protected"] },
    });
    await create(hooked, "bob");
    for (const name of ["ann", "held"]) {
      const before = (await ask("GET", `/${name}`)).json;
      const refused = await ask("DELETE", `/${name}`);
      expect(outcomeOf(refused)).toEqual([422, "Invalid", "/spec/tags check"]);
      expect(refused.json).toMatchObject({ detail: "This person is protected." });
      await expect(people.delete(name)).rejects.toMatchObject({ code: "Invalid" });
      expect((await ask("GET", `/${name}`)).json).toEqual(before);
    }
    expect(outcomeOf(await ask("DELETE", "/bob"))).toEqual([200]);
    expect((await ask("GET", "/bob")).status).toBe(404);
    expect((await ask("DELETE", "/nobody")).status).toBe(404);
  });

  test("of a collection are all or none: the first refusal is the answer, and says whose it is", async () => {
    hooked = await startHooked(database, protecting);
    const { ask, people } = hooked;
    await create(hooked, "ann");
    await create(hooked, "bob", { tags: ["protected"] });
    await create(hooked, "cleo");
    const refused = await ask("DELETE", "");
    expect(outcomeOf(refused)).toEqual([422, "Invalid", "/spec/tags check"]);
    expect(refused.json).toMatchObject({
      detail: 'The person "bob" cannot be deleted, so nothing was deleted. This person is protected.',
    });
    expect((await people.list()).total).toBe(3);
    const selected = await ask("DELETE", "?fieldSelector=spec.name!=bob");
    expect([selected.status, selected.json]).toMatchObject([200, { total: 2 }]);
    expect((await people.list()).items.map(({ metadata }) => metadata.name)).toEqual(["bob"]);
  });

  test("under way are not asked about again, and no hook keeps an object from going", async () => {
    const calls: string[] = [];
    hooked = await startHooked(database, {
      check({ operation, refuse }) {
        calls.push(operation);
        if (calls.length > 2) refuse("metadata", "Nobody leaves.");
      },
    });
    const { ask, people } = hooked;
    await people.create({
      metadata: { name: "ann", finalizers: [finalizer, "people.example.com/other"] },
      spec: { name: "Ann" },
    });
    expect((await ask("DELETE", "/ann")).json).toMatchObject({ metadata: { version: 2 } });
    expect(calls).toEqual(["create", "delete"]);
    expect((await ask("DELETE", "/ann")).json).toMatchObject({ metadata: { version: 2 } });
    expect((await ask("DELETE", "")).status).toBe(200);
    expect((await ask("PATCH", "/ann", { metadata: { finalizers: [finalizer] } })).status).toBe(200);
    expect(calls).toEqual(["create", "delete"]);
    // What else is changed in the meantime is an update as any other.
    expect(outcomeOf(await ask("PATCH", "/ann", { spec: { age: 1 } }))).toEqual([422, "Invalid", "/metadata check"]);
    expect(outcomeOf(await ask("PATCH", "/ann", { metadata: { finalizers: [] }, spec: { age: 1 } }))).toEqual([
      422,
      "Invalid",
      "/metadata check",
    ]);
    expect((await ask("PATCH", "/ann", { metadata: { finalizers: [] } })).status).toBe(200);
    expect((await ask("GET", "/ann")).status).toBe(404);
  });

  test("of a collection are not asked about any more when the caller has gone away", async () => {
    let asked = 0;
    hooked = await startHooked(database, {
      async check({ operation }) {
        if (operation === "delete") asked += 1;
        if (operation === "delete") await delay(100);
      },
    });
    const names = Array.from({ length: 20 }, (_, at) => `p${at}`);
    for (const name of names) await hooked.people.create({ metadata: { name }, spec: { name } });
    const caller = (await RawConnection.open(hooked.server.url)).write(head("DELETE", collection));
    await expect.poll(() => asked).toBeGreaterThan(0);
    caller.destroy();
    for (let before = -1; before !== asked; await delay(500)) before = asked;
    expect(asked).toBeLessThan(names.length);
    expect((await hooked.people.list({})).total).toBe(names.length);
    expect(hooked.logged).toEqual([]);
  });

  test("change nothing of what goes", async () => {
    hooked = await startHooked(database, {
      beforeWrite: ({ object: person, operation }) => {
        if (operation === "delete") person.spec.age = 1;
      },
    });
    await create(hooked, "ann");
    expect(outcomeOf(await hooked.ask("DELETE", "/ann"))).toEqual([500, "InternalError"]);
    expect((await hooked.people.get("ann")).spec).toEqual({ name: "ann" });
  });

  test("are asked about again where the object has changed meanwhile", async () => {
    const ages: (number | undefined)[] = [];
    hooked = await startHooked(database, {
      beforeWrite: async ({ object: { spec }, operation }) => {
        if (operation !== "delete") return;
        ages.push(spec.age);
        if (ages.length === 1) await hooked.people.update("ann", { spec: { age: 13 } });
        if (spec.age === 13) throw new ApiError("Forbidden", "Not at thirteen.");
      },
    });
    await create(hooked, "ann", { age: 12 });
    expect(outcomeOf(await hooked.ask("DELETE", "/ann"))).toEqual([403, "Forbidden"]);
    expect([ages, (await hooked.people.get("ann")).spec.age]).toEqual([[12, 13], 13]);
  });
});
