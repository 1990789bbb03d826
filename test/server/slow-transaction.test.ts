import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { databases, peoplePlugin, startPeople } from "./people-server.js";

describe.concurrent.each(databases)("a transaction on %s", (database) => {
  it("that takes ten seconds delays no other write", { timeout: 30_000 }, async ({ onTestFinished }) => {
    const server = await startPeople(database, { plugins: [{ ...peoplePlugin(), manifests: false, controllers: [] }] });
    onTestFinished(() => server.close());
    const { service } = server;
    const people = service.resource(personModel);
    for (const name of ["ann", "bob"]) await people.create({ metadata: { name }, spec: { name, age: 10 } });
    const over = new AbortController();
    const slow = service.resource
      .transaction(async (tx) => {
        await tx(personModel).update("ann", { spec: { age: 1 } });
        await delay(10_000);
      })
      .catch((error: unknown) => error)
      .finally(() => over.abort());
    await delay(50);
    const longest: number[] = [];
    while (!over.signal.aborted) {
      const begun = performance.now();
      await people.update("bob", (bob) => void (bob.spec.age = ((bob.spec.age ?? 0) + 1) % 100));
      longest.push(performance.now() - begun);
      await delay(20);
    }
    expect(await slow).toBeUndefined();
    expect((await people.get("ann")).spec.age).toBe(1);
    expect(longest.length).toBeGreaterThan(50);
    expect(Math.max(...longest)).toBeLessThan(2000);
  });
});
