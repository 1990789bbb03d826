import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPeopleService, type PeopleService } from "../people/people-service.js";
import { createDatabase } from "../postgres/create-database.js";

const PROCESSES = 3;

function collectionOf({ url }: PeopleService): string {
  return `${url}/apis/people.example.com/v1alpha1/people`;
}

async function send(method: string, url: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

describe("several server processes on one PostgreSQL database", () => {
  let services: readonly PeopleService[] = [];

  beforeAll(async () => {
    const database = { CMGEN_DATABASE_URL: await createDatabase() };
    services = await Promise.all(Array.from({ length: PROCESSES }, () => startPeopleService(database)));
  });

  afterAll(() => Promise.all(services.map((service) => service.stop())));

  it("let exactly one of many creates with one unique value win", async () => {
    for (let round = 0; round < 10; round += 1) {
      const spec = { name: `Wanted ${round}` };
      const answers = await Promise.all(
        services.flatMap((service, place) =>
          ["a", "b"].map((twin) =>
            send("POST", collectionOf(service), { metadata: { name: `wanted-${round}-${place}-${twin}` }, spec }),
          ),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      const refused = answers.filter(({ status }) => status !== 201);
      expect(refused).toHaveLength(PROCESSES * 2 - 1);
      for (const answer of refused)
        expect(answer).toMatchObject({ status: 409, body: { code: "DuplicateIndexValue" } });
    }
  });

  it("lose no versioned update", async () => {
    const [first] = services;
    if (first === undefined) throw new Error("No service was started");
    const name = "counter";
    const made = await send("POST", collectionOf(first), { metadata: { name }, spec: { name: "Counter", age: 0 } });
    expect(made.status).toBe(201);
    const increments = 8;
    await Promise.all(services.map((service) => incrementRepeatedly(`${collectionOf(service)}/${name}`, increments)));
    const { metadata, spec } = await readPerson(`${collectionOf(first)}/${name}`);
    expect([spec.age, metadata.version]).toEqual([PROCESSES * increments, 1 + PROCESSES * increments]);
  });
});

interface CountedPerson {
  readonly metadata: { readonly version: number };
  readonly spec: { readonly age: number };
}

async function readPerson(url: string): Promise<CountedPerson> {
  return (await (await fetch(url)).json()) as CountedPerson;
}

/** Adds one to a person's age, so often, each time to what was read last. */
async function incrementRepeatedly(url: string, times: number): Promise<void> {
  for (let done = 0; done < times;) {
    const person = await readPerson(url);
    const spec = { ...person.spec, age: person.spec.age + 1 };
    const answer = await send("PUT", url, { ...person, spec });
    if (answer.status === 200) done += 1;
    else expect(answer).toMatchObject({ status: 409, body: { code: "Conflict" } });
  }
}

describe("processes that start at once on an empty PostgreSQL database", () => {
  it("all come up, and one has migrated", async () => {
    const url = await createDatabase();
    const services = await Promise.all([1, 2].map(() => startPeopleService({ CMGEN_DATABASE_URL: url })));
    try {
      const migrating = services.filter((service) => service.output().includes("applying a migration"));
      expect(migrating).toHaveLength(1);
      for (const service of services) {
        const list = (await (await fetch(collectionOf(service))).json()) as { readonly total: number };
        expect(list.total).toBe(3);
      }
    } finally {
      expect(await Promise.all(services.map((service) => service.stop()))).toEqual([0, 0]);
    }
  });
});
