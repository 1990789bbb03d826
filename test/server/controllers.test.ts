import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { Duration } from "@cmgen/model";
import { defineController, type Reconcile, type RunningServer } from "@cmgen/runtime";
import { type Person, personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { databases, peoplePlugin, startPeople, type Database } from "./people-server.js";

interface Definition {
  readonly reconcile: Reconcile<Person>;
  readonly concurrency?: number;
}

describe.each(databases)("controllers on %s", (database) => {
  let server: RunningServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  const start = async (definition: Definition, where: Database = database): Promise<RunningServer> => {
    const controller = defineController({ name: "test", model: personModel, ...definition });
    server = await startPeople(where, {
      plugins: [{ ...peoplePlugin(), controllers: [controller] }],
      stopTimeout: "1s",
    });
    return server;
  };

  it("see every object at start, and again what changes", async () => {
    const seen: string[] = [];
    const { service } = await start({
      reconcile: async ({ object: { metadata } }) => void seen.push(`${metadata.name} ${metadata.version}`),
    });
    await expect.poll(() => seen).toEqual(expect.arrayContaining(["ann 1", "bob 1", "cleo 1"]));
    const people = service.resource(personModel);
    await people.create({ metadata: { name: "dan" }, spec: { name: "Dan" } });
    await expect.poll(() => seen).toContain("dan 1");
    await people.update("dan", { spec: { age: 1 } });
    await expect.poll(() => seen).toContain("dan 2");
  });

  it("are called with what an object is now, not once for each change, and not when it is gone", async () => {
    const seen: number[] = [];
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { service } = await start({
      reconcile: async ({ object: { metadata } }) => {
        if (metadata.name !== "dan") return;
        seen.push(metadata.version);
        await held;
      },
    });
    const people = service.resource(personModel);
    await people.create({ metadata: { name: "dan" }, spec: { name: "Dan" } });
    await expect.poll(() => seen).toEqual([1]);
    for (let age = 1; age <= 5; age++) await people.update("dan", { spec: { age } });
    await people.create({ metadata: { name: "eve" }, spec: { name: "Eve" } });
    await people.delete("eve");
    release();
    await expect.poll(() => seen.at(-1)).toBe(6);
    await delay(100);
    // Once more if word of the last changes comes only now.
    expect([...new Set(seen)]).toEqual([1, 6]);
    expect(seen.length).toBeLessThan(4);
  });

  it("write status without waking themselves for ever", async () => {
    let calls = 0;
    const { service } = await start({
      reconcile: async (context) => {
        const { object: person } = context;
        calls += 1;
        await context
          .resource(personModel)
          .status.update(
            person.metadata.name,
            { greeting: `age ${person.spec.age ?? "unknown"}` },
            { ifMatch: person.metadata },
          );
      },
    });
    const people = service.resource(personModel);
    await expect
      .poll(async () => (await people.list()).items.map(({ metadata }) => metadata.version))
      .toEqual([2, 2, 2]);
    // Calls come to an end, or the test does not.
    for (let before = -1; before !== calls; await delay(200)) before = calls;
    expect((await people.list()).items.map(({ metadata }) => metadata.version)).toEqual([2, 2, 2]);
  });

  it("try again what failed", async () => {
    let failures = 0;
    const { service } = await start({
      reconcile: async ({ object: person, resource }) => {
        if (person.metadata.name !== "ann") return;
        if (failures++ < 2) throw new Error("not yet");
        await resource(personModel).status.update("ann", { greeting: "at last" });
      },
    });
    await expect
      .poll(async () => (await service.resource(personModel).get("ann")).status)
      .toEqual({ greeting: "at last" });
  });

  it("come back when they asked to", async () => {
    let calls = 0;
    await start({
      reconcile: async ({ object: { metadata } }) => {
        if (metadata.name !== "ann") return undefined;
        calls += 1;
        return calls < 3 ? { requeueAfter: "10ms" } : undefined;
      },
    });
    await expect.poll(() => calls).toBe(3);
  });

  it("see to it that a finalizer is let go of", async () => {
    const finalizer = "people.example.com/farewell";
    const { service } = await start({
      reconcile: async ({ object: { metadata }, resource }) => {
        if (metadata.deletionTimestamp === undefined || metadata.finalizers === undefined) return;
        const finalizers = metadata.finalizers.filter((name) => name !== finalizer);
        await resource(personModel).update(metadata.name, { metadata: { finalizers } });
      },
    });
    const people = service.resource(personModel);
    await people.create({ metadata: { name: "dan", finalizers: [finalizer] }, spec: { name: "Dan" } });
    const deleted = await people.delete("dan");
    expect(deleted.metadata.deletionTimestamp).toBeDefined();
    await expect.poll(() => people.find("dan")).toBeUndefined();
  });

  it("work on few objects at a time and on none twice at a time", async () => {
    const active = new Set<string>();
    let most = 0;
    let twice = false;
    const { service } = await start({
      concurrency: 2,
      reconcile: async ({ object: { metadata } }) => {
        twice ||= active.has(metadata.name);
        active.add(metadata.name);
        most = Math.max(most, active.size);
        await delay(5);
        active.delete(metadata.name);
      },
    });
    const people = service.resource(personModel);
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => people.create({ metadata: { name: `p${at}` }, spec: { name: `p${at}` } })),
    );
    await Promise.all(Array.from({ length: 10 }, (_, at) => people.update(`p${at}`, { spec: { age: at } })));
    await expect.poll(() => most).toBe(2);
    await expect.poll(() => active.size).toBe(0);
    expect([most, twice]).toEqual([2, false]);
  });

  it("are not waited for longer than a stop may take", async () => {
    let begun = false;
    const running = await start({
      reconcile: async () => {
        begun = true;
        await new Promise(() => {});
      },
    });
    await expect.poll(() => begun).toBe(true);
    // What is waited for would never end.
    await running.close();
  });

  it("are refused a time to come back that is not one", async () => {
    const times = [Number.NaN, -1, Infinity, 1000, "1", "-1s"];
    const calls = new Map<string, number>();
    const running = await start({
      reconcile: async ({
        object: {
          metadata: { name },
        },
      }) => {
        calls.set(name, (calls.get(name) ?? 0) + 1);
        return { requeueAfter: (times[Number(name.slice("time-".length))] ?? "1m") as Duration };
      },
    });
    for (const at of times.keys())
      await running.service
        .resource(personModel)
        .create({ metadata: { name: `time-${at}` }, spec: { name: `Time ${at}` } });
    await expect.poll(() => calls.get("time-5") ?? 0).toBeGreaterThan(0);
    await delay(500);
    // Tried again as failures are, and not as fast as a timer can.
    for (const at of times.keys()) expect(calls.get(`time-${at}`)).toBeLessThan(12);
  });

  it("are told when the service stops, and waited for", async () => {
    let began = false;
    let ended = false;
    const running = await start({
      reconcile: async ({ signal }) => {
        began = true;
        await delay(60_000, undefined, { signal }).catch(() => {});
        await delay(20);
        ended = true;
      },
    });
    await expect.poll(() => began).toBe(true);
    await running.close();
    expect(ended).toBe(true);
  });
});
