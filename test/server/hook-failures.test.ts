import { setTimeout as delay } from "node:timers/promises";
import { ApiError, defineController, defineHooks, selector } from "@cmgen/runtime";
import { afterEach, describe, expect, test } from "vitest";
import { type Person, personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { outcomeOf, startHooked, textOf, type HookedPeople, type PersonHooks } from "./hooked-people.js";
import { databases, peoplePlugin } from "./people-server.js";

let hooked: HookedPeople;
afterEach(() => hooked.server.close());

const ann = { metadata: { name: "ann", labels: { "a.b/c": "d" } }, spec: { name: "Ann", tags: ["a"] } };

/** Whom hooks fail on; the others they let pass. */
const isTrouble = ({ spec }: Person): boolean => spec.name.startsWith("Trouble");

/** Hooks that do this to every person called Trouble, and to every deletion. */
const troubled = (hook: "prepare" | "beforeWrite", make: (person: Person) => unknown): PersonHooks => ({
  [hook]: ({ object: person }: { object: Person }) => (isTrouble(person) ? make(person) : undefined),
});

const inside = "the inside";

/** What a hook can make of a draft that is no object, or not this one any more; and what the log says of it. */
const badDrafts: readonly (readonly [what: string, make: (person: Person) => unknown, why: RegExp])[] = [
  ["throws", () => fail(), /^the inside$/],
  ["throws no error", () => failWith("words"), /^It threw words, which is not an error\.$/],
  ["throws nothing", () => failWith(undefined), /^It threw undefined/],
  ["throws an object", () => failWith({ toString: null }), /^It threw an object/],
  ["rejects", async () => fail(), /^the inside$/],
  ["returns a draft", (person) => ({ ...person }), /^It must return nothing/],
  ["returns a promise of one", async (person) => person, /^It must return nothing/],
  ["contains itself", (person) => void Object.assign(person.spec, { otherPerson: person }), /levels deep\.$/],
  ["grows without an end", (person) => void (person.spec.tags = endless()), /makes the object too large\.$/],
  [
    "grows too long",
    (person) => void (person.spec.name = "x".repeat(2_000_000)),
    /^\/spec\/name makes the object too large\.$/,
  ],
  ["claims to be long", (person) => void (person.spec.tags = hollow(4e9)), /^\/spec\/tags makes/],
  ["holds a function", (person) => void Object.assign(person.spec, { age: () => 1 }), /^\/spec\/age is a function\.$/],
  ["holds a bigint", (person) => void Object.assign(person.spec, { age: 1n }), /^\/spec\/age is a bigint\.$/],
  ["holds no number", (person) => void (person.spec.age = Number.NaN), /^\/spec\/age is NaN\.$/],
  [
    "holds a date",
    (person) => void Object.assign(person.spec, { name: new Date() }),
    /^\/spec\/name is not a plain object\.$/,
  ],
  [
    "holds a promise",
    (person) => void Object.assign(person.spec, { name: delay(1) }),
    /^\/spec\/name is not a plain object\.$/,
  ],
  [
    "holds half a character",
    (person) => void (person.spec.name = "\ud800"),
    /^\/spec\/name has half a surrogate pair\.$/,
  ],
  ["holds a hole", (person) => void (person.spec.tags = hollow(2)), /^\/spec\/tags\/0 is undefined\.$/],
  [
    "holds what throws",
    (person) => void Object.defineProperty(person.spec, "age", { get: fail, enumerable: true }),
    /^the inside$/,
  ],
  [
    "loses its metadata",
    (person) => void Object.assign(person, { metadata: undefined }),
    /^It removed the metadata\.$/,
  ],
  [
    "is another object",
    (person) => void (person.metadata.name = "eve"),
    /^It changed \/metadata\/name, which hooks may not change/,
  ],
  ["is of another kind", (person) => void Object.assign(person, { kind: "Dog" }), /^It changed \/kind,/],
  [
    "is of another version",
    (person) => void Object.assign(person, { apiVersion: "a/v1" }),
    /^It changed \/apiVersion,/,
  ],
  ["has another version", (person) => void (person.metadata.version = 9), /^It changed \/metadata\/version,/],
  [
    "was made earlier",
    (person) => void (person.metadata.creationTimestamp = "2000-01-01T00:00:00Z"),
    /creationTimestamp,/,
  ],
  ["is deleted", (person) => void (person.metadata.deletionTimestamp = "2000-01-01T00:00:00Z"), /deletionTimestamp,/],
];

function fail(): never {
  throw new Error(inside);
}

function failWith(value: unknown): never {
  throw value;
}

function endless(): string[] {
  const list: string[] = [];
  for (let at = 0; at < 2_000_000; at++) list.push("x");
  return list;
}

/** A list of nothing but holes. */
function hollow(length: number): string[] {
  return Object.assign<string[], { length: number }>([], { length });
}

/** What the log has last. */
function failureIn(logged: HookedPeople["logged"]): Error {
  const error = logged.at(-1)?.["err"];
  if (error instanceof Error) return error;
  throw new Error("No failure was logged");
}

/** Ways to write what hooks fail on. The first makes an object. */
const writes: readonly (readonly [method: string, below: string, body?: unknown])[] = [
  ["POST", "", { metadata: { name: "bob" }, spec: { name: "Trouble" } }],
  ["PUT", "/ann", { spec: { name: "Trouble" } }],
  ["PATCH", "/ann", { spec: { name: "Trouble" } }],
  ["PATCH", "/ann", [{ op: "replace", path: "/spec/name", value: "Trouble" }]],
];

/** Fails where anything is stored, or told of, between a moment and the end of the test. */
async function unchanged({ server, ask }: HookedPeople): Promise<() => Promise<void>> {
  const state = async (): Promise<unknown> => [await server.service.store.revision(), (await ask("GET", "")).json];
  const before = await state();
  return async () => expect(await state()).toEqual(before);
}

describe.each(databases)("a hook that fails on %s", (database) => {
  const hooks = (["prepare", "beforeWrite"] as const).flatMap((hook) =>
    badDrafts.map(([what, make, why]) => ({ hook, what, make, why })),
  );

  test("is the plugin's fault: 500, the log has the hook and the stack, nothing is stored", async () => {
    let now: (typeof hooks)[number] | undefined;
    const run = (hook: string, person: Person): undefined =>
      (now?.hook === hook && isTrouble(person) ? now.make(person) : undefined) as undefined;
    hooked = await startHooked(
      database,
      {
        prepare: ({ object: person }) => run("prepare", person),
        beforeWrite: ({ object: person }) => run("beforeWrite", person),
      },
      { limits: { maxBodyBytes: 1_000_000 } },
    );
    const { ask, logged } = hooked;
    expect((await ask("POST", "", ann)).status).toBe(201);
    const assertUnchanged = await unchanged(hooked);
    for (now of hooks) {
      const { hook, why, what } = now;
      for (const [method, below, body] of what.startsWith("throws") ? writes : writes.slice(0, 1)) {
        logged.length = 0;
        const answer = await ask(method, below, body);
        expect([what, ...outcomeOf(answer)]).toEqual([what, 500, "InternalError"]);
        expect(answer.json).toMatchObject({ requestId: expect.stringMatching(/./) as string });
        expect(answer.bytes.toString()).not.toMatch(/inside|hook|prepare|beforeWrite/);
        const name = method === "POST" ? "bob" : "ann";
        const place = `The hook ${hook} of people.example.com/v1alpha1 Person failed on ${name}`;
        expect(logged).toMatchObject([{ message: "request failed", err: { message: place } }]);
        expect(logged[0]?.["requestId"]).toBe((answer.json as { requestId: string }).requestId);
        expect(failureIn(logged).cause).toMatchObject({
          message: expect.stringMatching(why) as string,
          stack: expect.stringMatching(/\n {4}at /) as string,
        });
      }
      await assertUnchanged();
    }
    now = undefined;
    expect((await ask("PUT", "/ann", { spec: { name: "Trouble" } })).status).toBe(200);
  });

  test.each<[string, NonNullable<PersonHooks["check"]>, RegExp]>([
    ["returns true", () => true as unknown as void, /^It must return nothing: a check refuses by refuse/],
    ["returns a list", async () => [] as unknown as void, /^It must return nothing/],
    ["refuses no path", ({ refuse }) => refuse(undefined as never, "Wrong."), /^The path of .* is not a string\.$/],
    [
      "refuses a JSON Pointer",
      ({ refuse }) => refuse("/spec/name" as "spec.name", "Wrong."),
      /is a JSON Pointer: write dots/,
    ],
    ["says nothing", ({ refuse }) => refuse("spec", ""), /needs a message\.$/],
    [
      "does not end",
      ({ refuse }) => {
        for (;;) refuse("spec", "Wrong.");
      },
      /^It refused more than 1000 times\.$/,
    ],
  ])("to say what is wrong, and %s, does not let the object pass", async (_, validate, why) => {
    hooked = await startHooked(database, { check: validate });
    const assertUnchanged = await unchanged(hooked);
    expect(outcomeOf(await hooked.ask("POST", "", ann))).toEqual([500, "InternalError"]);
    expect(textOf(failureIn(hooked.logged).cause)).toMatch(why);
    await assertUnchanged();
  });

  test("does so for a plugin's own writes and for deletions too", async () => {
    let fails = false;
    hooked = await startHooked(database, { check: () => (fails ? fail() : undefined) });
    const { people, ask } = hooked;
    await people.create(ann);
    await people.create({ metadata: { name: "held", finalizers: ["a.b/c"] }, spec: { name: "Held" } });
    const assertUnchanged = await unchanged(hooked);
    fails = true;
    const refused = { name: "ApiError", code: "InternalError" };
    await expect(people.replace({ ...ann, spec: { name: "B" } })).rejects.toMatchObject(refused);
    await expect(people.status.update("ann", () => ({}))).rejects.toMatchObject(refused);
    await expect(people.delete("ann")).rejects.toMatchObject(refused);
    for (const below of ["/ann", "/held", "", "?fieldSelector=spec.tags=a"]) {
      expect(outcomeOf(await ask("DELETE", below))).toEqual([500, "InternalError"]);
    }
    await assertUnchanged();
  });

  test("is not waited for longer than it may take, and what it comes to later is ignored", async () => {
    const aborted: string[] = [];
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    hooked = await startHooked(
      database,
      {
        async prepare({ object: person, signal }) {
          signal.addEventListener("abort", () => aborted.push(person.metadata.name));
          if (!isTrouble(person)) return;
          await held;
          person.spec.name = "Late";
          fail();
        },
        check: ({ object: { spec } }) => (spec.name === "Never" ? new Promise<never>(() => {}) : undefined),
      },
      { limits: { hookTimeout: "200ms" } },
    );
    const { ask, logged } = hooked;
    await ask("POST", "", ann);
    const assertUnchanged = await unchanged(hooked);
    const start = performance.now();
    const answers = await Promise.all([
      ...writes.map((write) => ask(...write)),
      ask("PUT", "/ann", { spec: { name: "Never" } }),
    ]);
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(answers.map(outcomeOf)).toEqual(answers.map(() => [500, "InternalError"]));
    const reasons = logged.map(({ err }) => textOf(err));
    expect(new Set(reasons)).toEqual(
      new Set(
        [
          "prepare of people.example.com/v1alpha1 Person failed on bob",
          "prepare of people.example.com/v1alpha1 Person failed on ann",
          "check of people.example.com/v1alpha1 Person failed on ann",
        ].map((place) => `The hook ${place}: It did not finish in time.`),
      ),
    );
    release();
    await expect.poll(() => aborted.toSorted()).toEqual(["ann", "ann", "ann", "bob"]);
    await delay(50);
    await assertUnchanged();
    expect((await ask("PUT", "/ann", { spec: { name: "Anna" } })).status).toBe(200);
  });

  test("is not waited for longer by a manifest, a controller or a collection's deletion", async () => {
    let failure: unknown;
    const never = (): Promise<never> => new Promise(() => {});
    const stuck = defineHooks({
      model: personModel,
      check: ({ object: person }) => (person.spec.name === "Calm" ? undefined : never()),
    });
    const controller = defineController({
      name: "writer",
      model: personModel,
      reconcile: async ({ object: { metadata }, resource }) => {
        await resource(personModel)
          .update(metadata.name, { spec: { name: "Never" } })
          .catch((error: unknown) => (failure = error));
      },
    });
    const limits = { hookTimeout: "200ms" } as const;
    const calm = { ...peoplePlugin(), manifests: false, hooks: [stuck], controllers: [controller] };
    hooked = await startHooked(database, {}, { plugins: [calm], limits });
    await hooked.people.create({ metadata: { name: "calm" }, spec: { name: "Calm" } });
    await expect.poll(() => failure).toMatchObject({ code: "InternalError" });
    await hooked.server.close();
    const manifests = { ...peoplePlugin(), manifests: true, hooks: [stuck], controllers: [] };
    hooked = await startHooked(database, {}, { plugins: [manifests], limits });
    expect(hooked.server.unready().join(" ")).toContain("could not start");
    await hooked.server.close();
    hooked = await startHooked(
      database,
      { check: ({ operation }) => (operation === "delete" ? never() : undefined) },
      { limits },
    );
    await hooked.people.create(ann);
    expect(outcomeOf(await hooked.ask("DELETE", ""))).toEqual([500, "InternalError"]);
  });

  test("leaves the caller with a conflict where others were faster until its time was up", async () => {
    const calls: Promise<void>[] = [];
    // Someone else is always faster.
    const interfere = async (age: number): Promise<void> => {
      await delay(250);
      await hooked.people.update("ann", { spec: { age } });
    };
    hooked = await startHooked(
      database,
      {
        async beforeWrite({ object: person, operation }) {
          if (!isTrouble(person) && operation !== "delete") return;
          calls.push(interfere(calls.length));
          await calls.at(-1);
        },
      },
      { limits: { hookTimeout: "2s" } },
    );
    await hooked.people.create(ann);
    const start = performance.now();
    expect(outcomeOf(await hooked.ask("PATCH", "/ann", { spec: { name: "Trouble" } }))).toEqual([409, "Conflict"]);
    expect(outcomeOf(await hooked.ask("DELETE", "/ann"))).toEqual([409, "Conflict"]);
    expect(performance.now() - start).toBeLessThan(10_000);
    await Promise.all(calls);
    expect((await hooked.people.get("ann")).spec.name).toBe("Ann");
    expect(hooked.logged).toEqual([]);
  });
});

describe("a hook's refusal", () => {
  const refusals = [
    ["Forbidden", 403],
    ["Conflict", 409],
    ["TooManyRequests", 429],
    ["Invalid", 422],
  ] as const;

  test.each(refusals)("is answered as the hook has it: %s", async (code, status) => {
    const refuse = (): never => {
      throw new ApiError(code, "Not like this.", { headers: { "retry-after": "7" } });
    };
    hooked = await startHooked("sqlite", {
      ...troubled("prepare", refuse),
      beforeWrite: ({ operation }) => {
        if (operation === "delete") refuse();
      },
    });
    const { ask, people, logged } = hooked;
    await ask("POST", "", ann);
    const assertUnchanged = await unchanged(hooked);
    for (const write of [...writes, ["DELETE", "/ann"] as const]) {
      const answer = await ask(...write);
      expect([answer.headers["retry-after"], answer.json]).toMatchObject([
        "7",
        { status, code, detail: "Not like this." },
      ]);
    }
    await expect(people.delete("ann")).rejects.toMatchObject({ code });
    expect(logged).toEqual([]);
    await assertUnchanged();
  });

  test("of a query of its own is a fault of its own", async () => {
    hooked = await startHooked("sqlite", {
      async check({ resource }) {
        await resource(personModel).list({ where: selector`spec.nothing=1` });
      },
    });
    expect(outcomeOf(await hooked.ask("POST", "", ann))).toEqual([500, "InternalError"]);
    expect(textOf(hooked.logged[0]?.["err"])).toMatch(
      /Person failed on ann: The list of people cannot be read\. .*spec\.nothing/,
    );
  });
});

describe("what a hook makes of a good object", () => {
  const spoilt: readonly (readonly ["prepare" | "beforeWrite", string, (person: Person) => void])[] = [
    ["prepare", "/spec/age maximum", ({ spec }) => void (spec.age = 151)],
    ["beforeWrite", "/spec/age type", ({ spec }) => void Object.assign(spec, { age: "1" })],
    ["prepare", "/more additionalProperties", (person) => void Object.assign(person, { more: 1 })],
    ["beforeWrite", "/metadata/labels/- pattern", ({ metadata }) => void (metadata.labels = { "-": "x" })],
  ];

  test.each(spoilt)(
    "is held against the schema again (%s, %s): the caller is told, and so is the log",
    async (hook, cause, make) => {
      hooked = await startHooked("sqlite", troubled(hook, make));
      await hooked.ask("POST", "", ann);
      const assertUnchanged = await unchanged(hooked);
      for (const [method, below, body] of writes) {
        hooked.logged.length = 0;
        expect(outcomeOf(await hooked.ask(method, below, body))).toEqual([422, "Invalid", cause]);
        const name = method === "POST" ? "bob" : "ann";
        expect(hooked.logged).toMatchObject([
          {
            message: "hook returned an invalid object",
            hook,
            apiVersion: "people.example.com/v1alpha1",
            kind: "Person",
            object: name,
          },
        ]);
      }
      await assertUnchanged();
    },
  );

  test("is a unique value that another has, or too large: refused as if it had been sent", async () => {
    hooked = await startHooked(
      "sqlite",
      troubled(
        "beforeWrite",
        (person) => void (person.spec.name = person.spec.tags === undefined ? "Ann" : "x".repeat(90)),
      ),
      { limits: { maxBodyBytes: 200 } },
    );
    await hooked.ask("POST", "", { metadata: { name: "ann" }, spec: { name: "Ann" } });
    const bob = { metadata: { name: "bob" }, spec: { name: "Trouble" } };
    expect(outcomeOf(await hooked.ask("POST", "", bob))).toEqual([409, "DuplicateIndexValue"]);
    const large = { ...bob, spec: { ...bob.spec, tags: ["x".repeat(50)] } };
    expect(outcomeOf(await hooked.ask("POST", "", large))).toEqual([413, "TooLarge"]);
  });
});
