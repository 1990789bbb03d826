import fc from "fast-check";
import { ApiError } from "@cmgen/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "../../examples/people/src/generated/v1alpha1/models.js";
import { startHooked, type HookedPeople, type PersonHooks } from "./hooked-people.js";
import { databases } from "./people-server.js";
import { isNight, randomCases, randomSeed } from "../tier.js";

/** What a hook may do, of which some is wrong. */
const behaviours = {
  fit: () => {},
  fitLater: async () => {},
  fill: (person: Person) => void (person.spec.tags ??= ["filled"]),
  stamp: (person: Person) => void (person.metadata.annotations = { "a.b/c": String(Math.random()) }),
  throw: () => {
    throw new Error("the inside");
  },
  reject: () => Promise.reject(new Error("the inside")),
  refuse: () => {
    throw new ApiError("Forbidden", "No.");
  },
  refuseLater: async () => {
    throw new ApiError("Forbidden", "No.");
  },
  hang: () => new Promise<never>(() => {}),
  return: () => 1 as unknown as undefined,
  outgrow: (person: Person) => void (person.spec.age = 151),
  rename: (person: Person) => void (person.metadata.name = "eve"),
  circle: (person: Person) => void Object.assign(person.spec, { tags: [person] }),
} as const;

type Behaviour = keyof typeof behaviours;

const names = ["a", "b"] as const;
const behaviour = fc.constantFrom(...(Object.keys(behaviours) as Behaviour[]));
const hooks = fc.record({
  prepare: behaviour,
  check: fc.constantFrom("fit", "find", "throw", "hang", "return"),
  beforeWrite: behaviour,
});
const write = fc.record({
  method: fc.constantFrom("POST", "PUT", "PATCH", "PUT status", "DELETE", "DELETE all"),
  name: fc.constantFrom(...names),
  age: fc.integer({ min: 0, max: 3 }),
  finalizers: fc.constantFrom([], ["a.b/c"]),
  // Most hooks are fit most of the time: else nothing would ever be stored.
  hooks: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 3, arbitrary: hooks }),
});
type Write = typeof write extends fc.Arbitrary<infer Value> ? Value : never;

describe.each(databases)("whatever hooks do on %s", (database) => {
  let hooked: HookedPeople;
  let now: Write["hooks"];

  beforeAll(async () => {
    const act = (hook: "prepare" | "beforeWrite", person: Person): void | Promise<void> =>
      now === undefined ? undefined : behaviours[now[hook]](person);
    const judge: PersonHooks["check"] = ({ refuse }) => {
      if (now === undefined || now.check === "fit") return undefined;
      if (now.check !== "find") return behaviours[now.check]();
      return refuse("spec", "Found.");
    };
    hooked = await startHooked(
      database,
      {
        prepare: ({ object: person }) => act("prepare", person),
        check: judge,
        beforeWrite: ({ object: person }) => act("beforeWrite", person),
      },
      { limits: { hookTimeout: "15ms" } },
    );
  });
  afterAll(() => hooked.server.close());

  const ask = ({ method, name, age, finalizers }: Write): ReturnType<HookedPeople["ask"]> => {
    const object = { metadata: { name, finalizers }, spec: { name, age } };
    const [verb = "", part] = method.split(" ");
    if (part === "all") return hooked.ask(verb, "");
    if (part === "status") return hooked.ask(verb, `/${name}/status`, { status: { greeting: String(age) } });
    return hooked.ask(verb, verb === "POST" ? "" : `/${name}`, verb === "DELETE" ? undefined : object);
  };

  const state = async (): Promise<readonly Person[]> =>
    ((await hooked.ask("GET", "?sort=metadata.name")).json as { items: Person[] }).items;

  test("an answer that is no success has changed nothing, and one that is says what is stored", async () => {
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 12 }), async (history) => {
        for (const each of history) {
          const [before, revision] = [await state(), await hooked.server.service.store.revision()];
          now = each.hooks;
          const { status, json } = await ask(each);
          now = undefined;
          statuses.add(status);
          const after = await state();
          if (status >= 400) {
            expect(after).toEqual(before);
            expect(await hooked.server.service.store.revision()).toBe(revision);
          } else if (!each.method.startsWith("DELETE")) {
            expect(after.filter(({ metadata }) => metadata.name === each.name)).toEqual(
              isGone(json as Person) ? [] : [json],
            );
          }
        }
      }),
      { numRuns: randomCases(50), seed: randomSeed() },
    );
    if (isNight) expect([...statuses].toSorted()).toEqual([200, 201, 403, 404, 409, 422, 500]);
  });
});

/** Whether an object waits for nothing any more. */
function isGone({ metadata }: Person): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0;
}
