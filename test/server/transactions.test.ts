import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import {
  ApiError,
  defineController,
  defineEndpoints,
  post,
  type Resource,
  type RunningServer,
  type Service,
} from "@cmgen/runtime";
import { type Person, personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { exchange } from "./exchange.js";
import { startHooked } from "./hooked-people.js";
import { databases, peoplePlugin, startPeople } from "./people-server.js";

describe.each(databases)("a transaction on %s", (database) => {
  let server: RunningServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  const start = async (endpoints: ReturnType<typeof defineEndpoints>[] = []) => {
    server = await startPeople(database, {
      plugins: [{ ...peoplePlugin(), manifests: false, controllers: [], endpoints }],
    });
    const { service } = server;
    const people = service.resource(personModel);
    for (const name of ["ann", "bob"]) await people.create({ metadata: { name }, spec: { name, age: 10 } });
    return { service, people, url: server.url };
  };
  const refused = (code: string, message: RegExp | string = "") =>
    expect.objectContaining({ name: "ApiError", code, message: expect.stringMatching(message) as string });
  const states = async (people: Resource<Person>): Promise<readonly string[]> =>
    (await people.list({ sort: ["metadata.name"] })).items.map(
      ({ metadata: { name, version }, spec }) => `${name} ${version} ${spec.name} ${spec.age}`,
    );
  const changes = async ({ store }: Service, after: number): Promise<readonly string[]> =>
    (await store.changesAfter(after)).map(({ revision, type, name }) => `${revision} ${type} ${name}`);

  it("writes all of it together, and reads what it has written", async () => {
    const { service, people } = await start();
    const answer = await service.resource.transaction(async (tx) => {
      const all = tx(personModel);
      const ann = await all.get("ann");
      await all.update("ann", { spec: { age: (ann.spec.age ?? 0) - 5 } });
      await all.update("bob", (bob) => void (bob.spec.age = (bob.spec.age ?? 0) + 5));
      const made = await all.create({ metadata: { generateName: "new-" }, spec: { name: "new" } });
      await all.update(made.metadata.name, { spec: { age: 1 } });
      await all.status.update("bob", { greeting: "Hello" });
      expect((await all.get("bob")).spec.age).toBe(15);
      expect((await all.get(made.metadata.name)).spec.age).toBe(1);
      // Nobody else sees any of it before the end, and lists do not either.
      expect((await people.get("bob")).spec.age).toBe(10);
      expect((await all.list()).items).toHaveLength(2);
      await all.create({ metadata: { name: "brief" }, spec: { name: "brief" } });
      await all.delete("brief");
      expect(await all.exists("brief")).toBe(false);
      return made.metadata.name;
    });
    expect(await states(people)).toEqual(["ann 2 ann 5", "bob 3 bob 15", `${answer} 2 new 1`]);
    expect(await changes(service, 2)).toEqual(["3 MODIFIED ann", "4 MODIFIED bob", `5 ADDED ${answer}`]);
    expect((await people.get("bob")).status?.greeting).toBe("Hello");
  });

  it("is run again where it throws after reading what has changed since, and only then", async () => {
    const { service, people } = await start();
    let runs = 0;
    const equal = service.resource.transaction(async (tx) => {
      runs += 1;
      const ann = await tx(personModel).get("ann");
      if (runs === 1)
        await service.resource.transaction(async (other) => {
          for (const name of ["ann", "bob"]) await other(personModel).update(name, { spec: { age: 11 } });
        });
      const bob = await tx(personModel).get("bob");
      if (ann.spec.age !== bob.spec.age) throw new ApiError("BadRequest", "They were never of different ages.");
      return bob.spec.age;
    });
    expect(await equal).toBe(11);
    // A name that was free for what the function had read.
    const next = async (first: boolean): Promise<string> =>
      service.resource.transaction(async (tx) => {
        const age = ((await tx(personModel).get("ann")).spec.age ?? 0) + 1;
        if (first && age === 12) await next(false);
        await tx(personModel).update("ann", { spec: { age } });
        return (await tx(personModel).create({ metadata: { name: `age-${age}` }, spec: { name: `${age}` } })).metadata
          .name;
      });
    expect([await next(true), (await people.get("ann")).spec.age]).toEqual(["age-13", 13]);
    runs = 0;
    const own = service.resource.transaction(async (tx) => {
      runs += 1;
      await tx(personModel).get("ann");
      throw new ApiError("BadRequest", "It does not want to.");
    });
    await expect(own).rejects.toEqual(refused("BadRequest", /want/));
    const always = service.resource.transaction(async (tx) => {
      runs += 1;
      await tx(personModel).get("ann");
      await people.update("ann", { spec: { age: runs } });
      throw new Error("It always fails.");
    });
    await expect(always).rejects.toEqual(refused("Conflict", /"ann" of people. It was tried 5 times/));
    expect(runs).toBe(6);
  });

  it("loses nothing that its function does not await: it is done, or the transaction fails", async () => {
    const { service, people } = await start();
    const careless = service.resource.transaction(async (tx) => {
      void tx(personModel)
        .update("ann", { spec: { age: 50 } })
        .catch(() => undefined);
    });
    // SQLite reads so fast that it is done by then.
    const outcome = await careless.then(
      () => "done",
      (error: unknown) => String(error),
    );
    const { age } = (await people.get("ann")).spec;
    if (outcome === "done") expect([database, age]).toEqual(["sqlite", 50]);
    else expect([outcome, age]).toEqual([expect.stringContaining("await everything that it does"), 10]);
  });

  it("swaps unique values, and deletes and creates", async () => {
    const { service, people } = await start();
    await people.delete("ann");
    await people.create({ metadata: { name: "ann" }, spec: { name: "ann" } });
    await people.create({ metadata: { name: "gone" }, spec: { name: "gone" } });
    await people.delete("gone");
    await service.resource.transaction(async (tx) => {
      await tx(personModel).update("ann", { spec: { name: "bob" } });
      await tx(personModel).update("bob", { spec: { name: "ann" } });
      // A name that was used before: its version goes on.
      await tx(personModel).create({ metadata: { name: "gone" }, spec: { name: "here" } });
    });
    expect(await states(people)).toEqual(["ann 3 bob undefined", "bob 2 ann 10", "gone 2 here undefined"]);
  });

  it("writes nothing where something is refused, and the code gets the error where a single write would throw it", async () => {
    const { service, people } = await start();
    let runs = 0;
    const taken = service.resource.transaction(async (tx) => {
      runs += 1;
      await tx(personModel).update("bob", { spec: { age: 99 } });
      await tx(personModel).create({ metadata: { name: "cleo" }, spec: { name: "ann" } });
    });
    await expect(taken).rejects.toEqual(refused("DuplicateIndexValue", /the person "ann" has it/));
    expect(runs).toBe(2);
    const caught = await service.resource.transaction(async (tx) => {
      await tx(personModel).update("bob", { spec: { age: 50 } });
      try {
        await tx(personModel).create({ metadata: { name: "cleo" }, spec: { name: "ann" } });
      } catch {
        await tx(personModel).create({ metadata: { name: "cleo" }, spec: { name: "cleo" } });
        return "another name";
      }
      return "that name";
    });
    expect(caught).toBe("another name");
    const failing = [
      [(tx) => tx(personModel).create({ metadata: { name: "ann" }, spec: { name: "x" } }), "AlreadyExists"],
      [(tx) => tx(personModel).update("ann", { spec: { age: 200 } }), "Invalid"],
      [(tx) => tx(personModel).delete("nobody"), "NotFound"],
      [
        (tx) => tx(personModel).update("ann", { spec: {} }, { ifMatch: { uid: "x", version: 7 } }),
        "PreconditionFailed",
      ],
    ] satisfies [Parameters<Service["resource"]["transaction"]>[0], string][];
    for (const [run, code] of failing) {
      const all = service.resource.transaction(async (tx) => {
        await tx(personModel).update("bob", { spec: { age: 1 } });
        await run(tx);
      });
      await expect(all).rejects.toEqual(refused(code));
    }
    expect(await states(people)).toEqual(["ann 1 ann 10", "bob 2 bob 50", "cleo 1 cleo undefined"]);
  });

  it("is run again when something was written that it has read, also a name that was free", async () => {
    const { service, people } = await start();
    const meanwhile = [
      async () => void (await people.update("ann", { spec: { age: 20 } })),
      async () => void (await people.create({ metadata: { name: "cleo" }, spec: { name: "cleo" } })),
      async () => undefined,
    ];
    const seen: string[] = [];
    await service.resource.transaction(async (tx) => {
      const { items } = await tx(personModel).list({ where: { "metadata.name": "ann" } });
      const cleo = await tx(personModel).exists("cleo");
      seen.push(`${items[0]?.spec.age} ${cleo}`);
      await meanwhile[seen.length - 1]?.();
      await tx(personModel).update("bob", { spec: { age: items[0]?.spec.age ?? 0 } });
    });
    expect(seen).toEqual(["10 false", "20 false", "20 true"]);
    expect((await people.get("bob")).spec.age).toBe(20);
  });

  it("gives up after five times, and names the object", async () => {
    const { service, people } = await start();
    let runs = 0;
    const hopeless = service.resource.transaction(async (tx) => {
      runs += 1;
      await tx(personModel).get("ann");
      await people.update("ann", { spec: { age: runs } });
      await tx(personModel).update("bob", { spec: { age: 1 } });
    });
    await expect(hopeless).rejects.toEqual(refused("Conflict", /to "ann" of people\. It was tried 5 times/));
    expect(runs).toBe(5);
    expect((await people.get("bob")).metadata.version).toBe(1);
  });

  it("loses no write of several at once", async () => {
    const { service, people } = await start();
    const move = async (): Promise<boolean> => {
      try {
        await service.resource.transaction(async (tx) => {
          for (const [name, step] of [
            ["ann", -1],
            ["bob", 1],
          ] as const)
            await tx(personModel).update(name, (person) => void (person.spec.age = (person.spec.age ?? 0) + step));
        });
        return true;
      } catch (error) {
        expect(error).toEqual(refused("Conflict"));
        return false;
      }
    };
    const moved = (await Promise.all(Array.from({ length: 5 }, move))).filter(Boolean).length;
    expect(moved).toBeGreaterThan(0);
    expect(await states(people)).toEqual([`ann ${1 + moved} ann ${10 - moved}`, `bob ${1 + moved} bob ${10 + moved}`]);
  });

  it("is of no use once it has ended, and has no other in it", async () => {
    const { service } = await start();
    const tx = await service.resource.transaction(async (inside) => inside(personModel));
    await expect(tx.get("ann")).rejects.toThrow("The transaction has ended");
    const early = service.resource.transaction(async (inside) => {
      void Promise.resolve()
        .then(() => delay(50))
        .then(() => inside(personModel).delete("ann"))
        .catch(() => undefined);
    });
    await early;
    await delay(100);
    expect(await service.resource(personModel).exists("ann")).toBe(true);
  });

  it("runs hooks, which see what it has written", async () => {
    const hooked = await startHooked(database, {
      prepare: async ({ object, operation, resource }) => {
        if (operation !== "create") return;
        const numbers = (await resource(personModel).find("counter"))?.spec.age ?? 0;
        object.spec.age = numbers;
      },
      check: ({ object, refuse }) => {
        if (object.spec.age === 13) refuse("spec.age", "is not a lucky age");
      },
    });
    server = hooked.server;
    const { transaction } = server.service.resource;
    await transaction(async (tx) => {
      await tx(personModel).create({ metadata: { name: "counter" }, spec: { name: "counter" } });
      await tx(personModel).update("counter", { spec: { age: 7 } });
      await tx(personModel).create({ metadata: { name: "ann" }, spec: { name: "ann" } });
    });
    expect((await hooked.people.get("ann")).spec.age).toBe(7);
    const unlucky = transaction(async (tx) => {
      await tx(personModel).update("counter", { spec: { age: 12 } });
      await tx(personModel).update("ann", { spec: { age: 13 } });
    });
    await expect(unlucky).rejects.toEqual(refused("Invalid"));
    expect((await hooked.people.get("counter")).spec.age).toBe(7);
  });

  it("is not run again because of what hooks have listed", async () => {
    let runs = 0;
    const hooked = await startHooked(database, {
      check: async ({ resource, operation, object }) => {
        if (operation !== "update" || object.metadata.name !== "ann") return;
        await resource(personModel).list({ where: { "metadata.name": "bob" } });
        await hooked.people.update("bob", { spec: { age: runs } });
      },
    });
    server = hooked.server;
    for (const name of ["ann", "bob"]) await hooked.people.create({ metadata: { name }, spec: { name } });
    await server.service.resource.transaction(async (tx) => {
      runs += 1;
      await tx(personModel).update("ann", { spec: { age: 1 } });
    });
    expect([runs, (await hooked.people.get("bob")).metadata.version]).toEqual([1, 2]);
  });

  it("of an endpoint is its caller's, and its watchers are told in order", async () => {
    const endpoints = defineEndpoints({
      apiVersion: "api.people.example.com/v1alpha1",
      routes: [
        post("/swap", async ({ resource }) => {
          await resource.transaction(async (tx) => {
            const [ann, bob] = [await tx(personModel).get("ann"), await tx(personModel).get("bob")];
            await tx(personModel).update("ann", { spec: { name: bob.spec.name } });
            await tx(personModel).update("bob", { spec: { name: ann.spec.name } });
          });
          return new Response(null, { status: 204 });
        }),
      ],
    });
    const { people, service, url } = await start([endpoints]);
    const { metadata } = await people.list();
    const seen: string[] = [];
    const ending = new AbortController();
    const watching = (async () => {
      for await (const event of people.watch({ resourceVersion: metadata.resourceVersion, signal: ending.signal }))
        seen.push(event.object.metadata.name);
    })();
    const path = "/apis/api.people.example.com/v1alpha1/swap";
    expect((await exchange(url, { method: "POST", path, headers: { "x-request-id": "r-1" } })).status).toBe(204);
    await expect.poll(() => seen).toEqual(["ann", "bob"]);
    ending.abort();
    await watching;
    const logged = await service.store.changesAfter(2);
    expect(logged.map(({ origin }) => `${origin?.actor} ${origin?.requestId}`)).toEqual(
      Array.from({ length: 2 }, () => expect.stringMatching(/ r-1$/) as string),
    );
  });

  it("of a controller is done while it leads", async () => {
    const controller = defineController({
      name: "pairs",
      model: personModel,
      reconcile: async ({ name, resource }) => {
        if (name !== "ann") return;
        await resource.transaction(async (tx) => {
          if (await tx(personModel).exists("ann-too")) return;
          await tx(personModel).create({ metadata: { name: "ann-too" }, spec: { name: "Ann, too" } });
          await tx(personModel).update("ann", { spec: { tags: ["paired"] } });
        });
      },
    });
    server = await startPeople(database, {
      plugins: [{ ...peoplePlugin(), manifests: false, controllers: [controller] }],
    });
    const { service } = server;
    const people = service.resource(personModel);
    await people.create({ metadata: { name: "ann" }, spec: { name: "Ann" } });
    await expect.poll(async () => (await people.get("ann")).spec.tags).toEqual(["paired"]);
    const logged = await service.store.changesAfter(1);
    expect(logged.map(({ name, origin }) => `${name} ${origin?.actor}`)).toEqual([
      expect.stringMatching(/^ann-too .*pairs/) as string,
      expect.stringMatching(/^ann .*pairs/) as string,
    ]);
  });
});
