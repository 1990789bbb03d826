import { describe, expect, it } from "vitest";
import { personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { databases, peoplePlugin, startPeople } from "./people-server.js";

describe.each(databases)("a transaction on %s", (database) => {
  it("that is not over delays no other write", { timeout: 120_000 }, async ({ onTestFinished }) => {
    const server = await startPeople(database, { plugins: [{ ...peoplePlugin(), manifests: false, controllers: [] }] });
    onTestFinished(() => server.close());
    const { service } = server;
    const people = service.resource(personModel);
    for (const name of ["ann", "bob"]) await people.create({ metadata: { name }, spec: { name, age: 10 } });
    let hasBegun = false;
    let end = (): void => undefined;
    const others = new Promise<void>((resolve) => (end = resolve));
    const slow = service.resource.transaction(async (tx) => {
      await tx(personModel).update("ann", { spec: { age: 1 } });
      hasBegun = true;
      await others;
    });
    await expect.poll(() => hasBegun).toBe(true);
    // One that waited for the transaction would wait for ever.
    for (let write = 0; write < 50; write += 1)
      await people.update("bob", (bob) => void (bob.spec.age = (bob.spec.age ?? 0) + 1));
    end();
    await slow;
    expect((await people.get("ann")).spec.age).toBe(1);
    expect((await people.get("bob")).spec.age).toBe(60);
  });
});
