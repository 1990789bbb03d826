import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { defineHooks, type HookContext } from "@cmgen/runtime";
import { afterEach, describe, expect, test } from "vitest";
import { type Person, personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { outcomeOf, startHooked, textOf, type HookedPeople, type PersonHooks } from "./hooked-people.js";
import { databases, peoplePlugin, startPeople } from "./people-server.js";

let hooked: HookedPeople | undefined;
afterEach(async () => {
  await hooked?.server.close();
  hooked = undefined;
});

const ann = { metadata: { name: "ann" }, spec: { name: "Ann" } };

describe.each(databases)("hooks on %s", (database) => {
  const start = async (hooks: PersonHooks): Promise<HookedPeople> => (hooked = await startHooked(database, hooks));

  /** Hooks that note their calls: which, for what, and the ages they see. */
  function noting(calls: string[]): PersonHooks {
    const note = (hook: string, { object: person, operation, subresource, old }: HookContext<Person>): void => {
      const what = [operation, subresource].filter((word) => word !== undefined).join(" of ");
      calls.push(`${hook} ${what}: ${old?.spec.age ?? "-"} -> ${person.spec.age ?? "-"}`);
    };
    return {
      prepare: (context) => note("prepare", context),
      check: (context) => note("check", context),
      beforeWrite: async (context) => note("beforeWrite", context),
    };
  }

  const each = (what: string): string[] => ["prepare", "check", "beforeWrite"].map((hook) => `${hook} ${what}`);

  test("run on every write over HTTP, in one order, with what is stored", async () => {
    const calls: string[] = [];
    const { ask } = await start(noting(calls));
    const callsOf = async (status: number, ...sent: Parameters<HookedPeople["ask"]>): Promise<readonly string[]> => {
      calls.length = 0;
      expect((await ask(...sent)).status).toBe(status);
      return calls;
    };
    expect(await callsOf(201, "POST", "", { ...ann, spec: { name: "Ann", age: 1 } })).toEqual(each("create: - -> 1"));
    expect(await callsOf(200, "PUT", "/ann", { spec: { name: "Ann", age: 2 } })).toEqual(each("update: 1 -> 2"));
    expect(await callsOf(200, "PATCH", "/ann", { spec: { age: 3 } })).toEqual(each("update: 2 -> 3"));
    const replace = [{ op: "replace", path: "/spec/age", value: 4 }];
    expect(await callsOf(200, "PATCH", "/ann", replace)).toEqual(each("update: 3 -> 4"));
    const status = { status: { greeting: "Hello" } };
    expect(await callsOf(200, "PUT", "/ann/status", status)).toEqual(each("update of status: 4 -> 4"));
    expect(await callsOf(200, "PATCH", "/ann/status", { status: { greeting: "Hi" } })).toEqual(
      each("update of status: 4 -> 4"),
    );
    expect(await callsOf(200, "DELETE", "/ann")).toEqual(each("delete: 4 -> 4").slice(1));
    await ask("POST", "", { ...ann, spec: { name: "Ann", age: 1 } });
    expect(await callsOf(200, "DELETE", "?fieldSelector=spec.age=1")).toEqual(
      // The first time they are asked before the answer begins.
      [...each("delete: 1 -> 1").slice(1), ...each("delete: 1 -> 1").slice(1)],
    );
  });

  test("run on every write of a plugin's own", async () => {
    const calls: string[] = [];
    const { people } = await start(noting(calls));
    const operations = async (write: () => Promise<unknown>): Promise<readonly string[]> => {
      calls.length = 0;
      await write();
      return calls.map((call) => call.split(":")[0] ?? "");
    };
    expect(await operations(() => people.create(ann))).toEqual(each("create"));
    expect(await operations(() => people.replace({ ...ann, spec: { name: "Anna" } }))).toEqual(each("update"));
    expect(await operations(() => people.update("ann", { spec: { age: 1 } }))).toEqual(each("update"));
    expect(await operations(() => people.status.update("ann", { greeting: "Hi" }))).toEqual(each("update of status"));
    expect(await operations(() => people.delete("ann"))).toEqual(each("delete").slice(1));
  });

  test("fill in and change what is stored, and nothing is stored where they come to what is there", async () => {
    let written = 0;
    const { ask } = await start({
      prepare: ({ object: person }) => {
        person.spec.tags ??= ["new"];
      },
      beforeWrite: async ({ object: person }) => {
        written += 1;
        person.metadata.annotations = { ...person.metadata.annotations, "people.example.com/writes": String(written) };
      },
    });
    const created = await ask("POST", "", ann);
    const stored = {
      metadata: { version: 1, annotations: { "people.example.com/writes": "1" } },
      spec: { name: "Ann", tags: ["new"] },
    };
    expect(created.json).toMatchObject(stored);
    const { metadata, spec } = created.json as Person;
    expect((await ask("PUT", "/ann", { metadata, spec: { name: "Ann" } })).json).toEqual(created.json);
    expect((await ask("PATCH", "/ann", { spec: { tags: null } })).json).toEqual(created.json);
    expect((await ask("GET", "/ann")).json).toEqual(created.json);
    expect(written).toBe(1);
    const changed = await ask("PUT", "/ann", { metadata, spec: { ...spec, age: 1 } });
    expect(changed.json).toMatchObject({
      metadata: { version: 2, annotations: { "people.example.com/writes": "2" } },
      spec: { tags: ["new"], age: 1 },
    });
  });

  test("make of a change what is stored already: nothing is stored", async () => {
    const { ask } = await start({
      beforeWrite: ({ object: person }) => void (person.spec.name = person.spec.name.toLowerCase()),
    });
    await ask("POST", "", ann);
    const again = await ask("PUT", "/ann", { spec: { name: "ANN" } });
    expect(again.json).toMatchObject({ metadata: { version: 1 }, spec: { name: "ann" } });
  });

  test("see an object that keeps the schema, its defaults and its rules, and not another", async () => {
    const seen: Person[] = [];
    const { ask } = await start({ prepare: ({ object: person }) => void seen.push(structuredClone(person)) });
    expect(outcomeOf(await ask("POST", "", { ...ann, spec: { name: "Ann", age: -1 } }))).toEqual([
      422,
      "Invalid",
      "/spec/age minimum",
    ]);
    expect(outcomeOf(await ask("POST", "", { metadata: { name: "A" }, spec: { name: "Ann" } }))).toEqual([
      422,
      "Invalid",
      "/metadata/name pattern",
    ]);
    expect(seen).toEqual([]);
    await ask("POST", "", { metadata: { generateName: "ann-" }, spec: { name: "Ann" } });
    expect(seen).toEqual([
      {
        apiVersion: "people.example.com/v1alpha1",
        kind: "Person",
        metadata: {
          name: expect.stringMatching(/^ann-\w+$/) as string,
          uid: expect.any(String) as string,
          creationTimestamp: expect.stringMatching(/Z$/) as string,
          version: 1,
        },
        spec: { name: "Ann" },
      },
    ]);
  });

  test("tell of everything they find wrong at once, and the write is refused on every path", async () => {
    const { ask, people } = await start({
      async check({ object: { spec }, refuse }) {
        if (spec.name.includes("x")) refuse("spec.name", "No x.");
        if (spec.age === 13) refuse("spec.age", "Not thirteen.");
      },
    });
    await ask("POST", "", ann);
    const both = { name: "x", age: 13 };
    const refused = [422, "Invalid", "/spec/name check", "/spec/age check"];
    expect(outcomeOf(await ask("POST", "", { metadata: { name: "bob" }, spec: both }))).toEqual(refused);
    expect(outcomeOf(await ask("PUT", "/ann", { spec: both }))).toEqual(refused);
    expect(outcomeOf(await ask("PATCH", "/ann", { spec: both }))).toEqual(refused);
    const one = await ask("PATCH", "/ann", { spec: { age: 13 } });
    expect(one.json).toMatchObject({
      detail: "Not thirteen.",
      errors: [{ path: "/spec/age", message: "Not thirteen." }],
    });
    await expect(people.create({ metadata: { name: "bob" }, spec: both })).rejects.toMatchObject({ code: "Invalid" });
    await expect(people.update("ann", { spec: both })).rejects.toMatchObject({ code: "Invalid" });
    expect((await ask("GET", "")).json).toMatchObject({ items: [{ metadata: { version: 1 }, spec: { name: "Ann" } }] });
  });

  test("are given the stored object and other objects to look at, and can change none of them", async () => {
    const seen: unknown[] = [];
    const { ask } = await start({
      async check({ object: person, operation, old, resource }) {
        const people = resource(personModel);
        const others = await people.list({ sort: ["metadata.name"] });
        const names: string[] = [];
        for await (const { metadata } of people.each({ sort: ["metadata.name"] })) names.push(metadata.name);
        expect(others.items.map(({ metadata }) => metadata.name)).toEqual(names);
        expect(Object.keys(people).toSorted()).toEqual([
          "aggregate",
          "count",
          "each",
          "exists",
          "find",
          "list",
          "pages",
        ]);
        expect(await people.find("nobody")).toBeUndefined();
        for (const given of operation === "create" ? [person] : [person, old]) {
          expect(() => (given.spec.age = 99)).toThrow(TypeError);
          expect(() => given.spec.tags?.push("x")).toThrow(TypeError);
          expect(() => (given.metadata.labels = {})).toThrow(TypeError);
        }
        seen.push([operation, person.spec.age, old?.spec.age, names]);
      },
    });
    const tags = ["a"];
    await ask("POST", "", { ...ann, spec: { name: "Ann", age: 1, tags } });
    await ask("POST", "", { metadata: { name: "bob" }, spec: { name: "Bob", age: 2, tags } });
    expect((await ask("PATCH", "/ann", { spec: { age: 3 } })).json).toMatchObject({ spec: { age: 3, tags } });
    expect((await ask("DELETE", "/ann")).status).toBe(200);
    expect(seen).toEqual([
      ["create", 1, undefined, []],
      ["create", 2, undefined, ["ann"]],
      ["update", 3, 1, ["ann", "bob"]],
      ["delete", 3, 3, ["ann", "bob"]],
    ]);
  });

  test("are run again where a value that they found free is taken meanwhile", async () => {
    let calls = 0;
    const { server, ask } = await start({
      async prepare({ object, operation, resource }) {
        if (object.spec.name !== "guest") return;
        calls += 1;
        const taken = await resource(personModel).count({ where: { "spec.name": { startsWith: "guest-" } } });
        object.spec.name = `guest-${taken}`;
        // Somebody else is faster, twice.
        if (calls > 2) return;
        const name = `rival-${operation}-${taken}`;
        await server.service.resource(personModel).create({ metadata: { name }, spec: { name: `guest-${taken}` } });
      },
    });
    const created = await ask("POST", "", { metadata: { name: "ann" }, spec: { name: "guest" } });
    expect([created.status, created.json, calls]).toMatchObject([201, { spec: { name: "guest-2" } }, 3]);
    calls = 0;
    const updated = await ask("PATCH", "/ann", { spec: { name: "guest" } });
    expect([updated.status, updated.json, calls]).toMatchObject([200, { spec: { name: "guest-5" } }, 3]);
  });

  test("are not run again where they come to the same", async () => {
    let calls = 0;
    const { ask } = await start({ prepare: () => void (calls += 1) });
    await ask("POST", "", ann);
    const refused = await ask("POST", "", { metadata: { name: "bob" }, spec: ann.spec });
    expect([refused.status, refused.json, calls]).toMatchObject([409, { code: "DuplicateIndexValue" }, 3]);
  });

  test("take an object at its limit as it is", async () => {
    hooked = await startHooked(
      database,
      { prepare: () => {}, check: () => {}, beforeWrite: async () => {} },
      { limits: { maxBodyBytes: 500 } },
    );
    const body = JSON.stringify({ apiVersion: "people.example.com/v1alpha1", kind: "Person", ...ann });
    const tags = Array.from({ length: (500 - body.length - ',"tags":[]'.length) / 4 }, () => "x");
    const spec = { ...ann.spec, tags };
    expect((await hooked.ask("POST", "", { ...ann, spec })).status).toBe(201);
    expect((await hooked.ask("PUT", "/ann", { spec: { ...spec, tags: tags.toReversed() } })).status).toBe(200);
  });

  test("run again where a write meets another one, and see what that has left", async () => {
    const olds: (number | undefined)[] = [];
    const { ask, people } = await start({
      async beforeWrite({ object: person, operation, old }) {
        if (operation !== "update" || person.spec.gender === undefined) return;
        olds.push(old.spec.age);
        if (olds.length === 1) await people.update("ann", { spec: { age: 50 } });
        person.spec.tags = [`was ${old.spec.age}`];
      },
    });
    await ask("POST", "", { ...ann, spec: { name: "Ann", age: 1 } });
    const patched = await ask("PATCH", "/ann", { spec: { gender: "FEMALE" } });
    expect(patched.json).toMatchObject({ metadata: { version: 3 }, spec: { age: 50, tags: ["was 50"] } });
    expect(olds).toEqual([1, 50]);
  });
});

describe("a service's hooks", () => {
  const hooks = defineHooks({ model: personModel });

  test("are one set a model", async () => {
    await expect(startPeople("sqlite", { plugins: [{ ...peoplePlugin(), hooks: [hooks, hooks] }] })).rejects.toThrow(
      "There are two sets of hooks for people.people.example.com/v1alpha1: a model may have one.",
    );
  });

  test("are of the plugin's own models", async () => {
    const foreign = { ...hooks, model: { ...personModel, plural: "persons" } };
    await expect(startPeople("sqlite", { plugins: [{ ...peoplePlugin(), hooks: [foreign] }] })).rejects.toThrow(
      "The plugin people has hooks for persons.people.example.com/v1alpha1, which is not one of its own types.",
    );
  });

  test("may be none, in code generated before there were any", async () => {
    const { hooks: _, ...older } = { hooks: [], ...peoplePlugin() };
    const server = await startPeople("sqlite", { plugins: [older] });
    expect(server.unready()).toEqual([]);
    await server.close();
  });
});

describe("hooks of objects in files", () => {
  async function startWith(hooks: PersonHooks, database: string): Promise<HookedPeople> {
    const folder = mkdtempSync(join(tmpdir(), "cmgen-hooks-"));
    mkdirSync(join(folder, "extensions"));
    const manifest = { apiVersion: "people.example.com/v1alpha1", kind: "Person", ...ann };
    writeFileSync(join(folder, "extensions", "ann.yaml"), JSON.stringify(manifest));
    const plugin = { ...peoplePlugin(), controllers: [], hooks: [defineHooks({ model: personModel, ...hooks })] };
    const root = pathToFileURL(`${folder}/`);
    hooked = await startHooked("sqlite", {}, { plugins: [{ ...plugin, root }], databaseUrl: database });
    rmSync(folder, { recursive: true });
    return hooked;
  }

  test("run when the object is created, and not when it is there already", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cmgen-hooks-"));
    const database = `file:${join(folder, "people.db")}`;
    let calls = 0;
    const unique: PersonHooks = {
      prepare: ({ object: person }) => void (person.spec.tags ??= ["from a file"]),
      async check({ object: person, resource, refuse }) {
        calls += 1;
        const taken = await resource(personModel).count({ where: { "spec.name": person.spec.name } });
        if (taken > 0) refuse("spec.name", "There is one already.");
      },
    };
    const first = await startWith(unique, database);
    expect(await first.people.get("ann")).toMatchObject({ spec: { tags: ["from a file"] } });
    await first.server.close();
    const second = await startWith(unique, database);
    expect([second.server.unready(), calls]).toEqual([[], 1]);
    await second.server.close();
    hooked = undefined;
    rmSync(folder, { recursive: true });
  });

  test.each<[string, NonNullable<PersonHooks["check"]>, RegExp]>([
    ["refuses", ({ refuse }) => refuse("spec.name", "No Ann here."), /ann\.yaml.*: No Ann here\.$/],
    [
      "fails",
      () => {
        throw new Error("the inside");
      },
      /ann\.yaml.*The hook check of people\.example\.com\/v1alpha1 Person failed on ann: the inside$/,
    ],
  ])("keep the plugin from starting where one %s", async (_, validate, reason) => {
    const { server, logged } = await startWith({ check: validate }, ":memory:");
    expect(server.unready()).toHaveLength(1);
    expect(logged.map(({ err }) => textOf(err))).toEqual([expect.stringMatching(reason)]);
  });
});
