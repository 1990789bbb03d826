import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningServer } from "@cmgen/runtime";
import { exchange, type Received } from "./exchange.js";
import { databases, startPeople } from "./people-server.js";
import { send } from "./rule.js";

const merge = { "content-type": "application/merge-patch+json" };
const N = 24;

describe.each(databases)("races on %s", (database) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startPeople(database);
  });
  afterAll(() => server.close());

  const all = (make: (at: number) => ReturnType<typeof send>): Promise<readonly Received[]> =>
    Promise.all(Array.from({ length: N }, (_, at) => exchange(server.url, make(at))));
  const statuses = (answers: readonly Received[]): readonly number[] => answers.map(({ status }) => status).toSorted();
  const create = (name: string, spec: object = {}): Promise<Received> =>
    exchange(server.url, send("POST", "", { metadata: { name }, spec: { name, ...spec } }));

  it("of many creates with one unique value exactly one wins", async () => {
    const answers = await all((at) =>
      send("POST", "", { metadata: { name: `unique-${at}` }, spec: { name: "the only" } }),
    );
    expect(statuses(answers)).toEqual([201, ...Array.from({ length: N - 1 }, () => 409)]);
    const { json } = await exchange(server.url, send("GET", "?fieldSelector=spec.name=%22the%20only%22"));
    expect(json).toMatchObject({ total: 1 });
  });

  it("of many creates with one name exactly one wins", async () => {
    const answers = await all((at) =>
      send("POST", "", { metadata: { name: "one-name" }, spec: { name: `one name ${at}` } }),
    );
    expect(statuses(answers)).toEqual([201, ...Array.from({ length: N - 1 }, () => 409)]);
  });

  it("of many updates from one version exactly one wins", async () => {
    await create("versioned");
    const answers = await all((at) =>
      send("PUT", "/versioned", { metadata: { version: 1 }, spec: { name: "versioned", age: at + 1 } }),
    );
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: N - 1 }, () => 409)]);
  });

  it("of many patches without a version none is lost", async () => {
    await create("patched");
    const answers = await all((at) =>
      send("PATCH", "/patched", { metadata: { annotations: { [`a.b/k${at}`]: "x" } } }, merge),
    );
    expect(statuses(answers)).toEqual(Array.from({ length: N }, () => 200));
    const { json } = await exchange(server.url, send("GET", "/patched"));
    const { metadata } = json as { metadata: { version: number; annotations: object } };
    expect([metadata.version, Object.keys(metadata.annotations)]).toEqual([
      N + 1,
      expect.objectContaining({ length: N }),
    ]);
  });

  it("of many deletes exactly one wins", async () => {
    await create("deleted");
    const answers = await all(() => send("DELETE", "/deleted"));
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: N - 1 }, () => 404)]);
  });

  it("generated names do not meet", async () => {
    const answers = await all((at) =>
      send("POST", "", { metadata: { generateName: "g-" }, spec: { name: `generated ${at}` } }),
    );
    expect(statuses(answers)).toEqual(Array.from({ length: N }, () => 201));
    expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(N);
  });
});
