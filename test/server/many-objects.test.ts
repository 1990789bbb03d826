import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { silentLog, type Log, type ModelDescriptor, type RunningServer } from "@cmgen/runtime";
import { type Person, personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { exchange, type Received } from "./exchange.js";
import { databases, peoplePlugin, startPeople } from "./people-server.js";
import { send } from "./rule.js";

/** More than a collection's deletion reads at a time. */
const MANY = 240;
const hold = "people.example.com/hold";

/** Cannot be declared as deleted: an index function fails then. */
const CURSED = "person-0211";

const indexes: ModelDescriptor<Person>["indexes"] = personModel.indexes.map((index) =>
  index.name === "initial" && !index.multi
    ? {
        ...index,
        extract: (person: Person) => {
          if (person.metadata.name === CURSED && person.metadata.deletionTimestamp !== undefined)
            throw new Error("cursed");
          return person.spec.name.slice(0, 1);
        },
      }
    : index,
);

describe.each(databases)("many objects on %s", (database) => {
  let server: RunningServer;
  const logged: string[] = [];
  const log: Log = { ...silentLog, error: (_, message) => void logged.push(message) };

  beforeAll(async () => {
    const plugin = { ...peoplePlugin({ indexes }), manifests: false };
    server = await startPeople(database, { plugins: [plugin], log });
  });
  afterAll(() => server.close());
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const ask = (method: string, below: string, body?: unknown): Promise<Received> =>
    exchange(server.url, send(method, below, body));
  const total = async (query = ""): Promise<unknown> =>
    ((await ask("GET", `?size=1&${query}`)).json as { total: number }).total;
  const fill = async (finalizersOf: (number: number) => readonly string[]): Promise<void> => {
    const people = server.service.resource(personModel);
    await Promise.all(
      Array.from({ length: MANY }, (_, number) => {
        const name = `person-${String(number).padStart(4, "0")}`;
        return people.create({
          metadata: { name, finalizers: [...finalizersOf(number)] },
          spec: { name, age: number % 2 },
        });
      }),
    );
  };

  it("are deleted as a collection, those with finalizers declared as deleted", async () => {
    await fill((number) => (number % 3 === 0 ? [hold] : []));
    const some = await ask("DELETE", "?fieldSelector=spec.age=1");
    expect(some.json).toMatchObject({ kind: "PersonList", total: MANY / 2, hasNext: false });
    const items = (some.json as { items: Person[] }).items;
    expect(items.map(({ metadata }) => metadata.name)).toEqual(items.map(({ metadata }) => metadata.name).toSorted());
    expect(items.filter(({ metadata }) => metadata.deletionTimestamp !== undefined)).toHaveLength(MANY / 6);
    expect(await total("fieldSelector=spec.age=0")).toBe(MANY / 2);
    expect(await total("fieldSelector=spec.age=1")).toBe(MANY / 6);
    expect((await ask("DELETE", "")).json).toMatchObject({ total: (MANY * 2) / 3 });
    expect(await total()).toBe(MANY / 3);
    expect(await total("fieldSelector=metadata.deletionTimestamp")).toBe(MANY / 3);
    for (const { metadata } of ((await ask("GET", "")).json as { items: Person[] }).items) {
      await server.service.resource(personModel).update(metadata.name, { metadata: { finalizers: null } });
    }
    expect(await total()).toBe(0);
  });

  it("are deleted as a collection, however large they are", async () => {
    const people = server.service.resource(personModel);
    // A step of what is deleted ends at 8 MiB.
    const annotations = { "example.com/long": "x".repeat(200_000) };
    for (let number = 0; number < 100; number += 1) {
      await people.create({ metadata: { name: `large-${number}`, annotations }, spec: { name: `large ${number}` } });
    }
    expect((await ask("DELETE", "")).json).toMatchObject({ total: 100, hasNext: false });
    expect(await total()).toBe(0);
  });

  it("are left from where their deletion fails: the answer breaks off, and the log says why", async () => {
    await fill((number) => (number === 211 ? [hold] : []));
    await expect(ask("DELETE", "")).rejects.toThrow(/aborted|socket hang up|ECONNRESET/);
    expect(logged).toEqual(["request failed"]);
    expect(await total()).toBe(MANY - 211);
    const cursed = await ask("GET", `/${CURSED}`);
    expect(cursed.json).toMatchObject({ metadata: { finalizers: [hold] } });
    expect(await total("fieldSelector=metadata.deletionTimestamp")).toBe(0);
  });

  it("with a generated name take another where theirs is taken, and give up when all are", async () => {
    const random = vi.spyOn(Math, "random").mockReturnValue(0);
    const generate = (spec: string): Promise<Received> =>
      ask("POST", "", { metadata: { generateName: "twin-" }, spec: { name: spec } });
    expect((await generate("first")).headers.location).toMatch(/\/twin-bbbbbbbb$/);
    expect(await generate("second")).toMatchObject({ status: 409, json: { code: "AlreadyExists" } });
    let asked = 0;
    random.mockImplementation(() => (asked++ < 16 ? 0 : 0.999));
    expect((await generate("second")).headers.location).toMatch(/\/twin-9{8}$/);
    random.mockReturnValue(0.5);
    expect(await generate("second")).toMatchObject({ status: 409, json: { code: "DuplicateIndexValue" } });
  });
});
