import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { planList } from "../../packages/runtime/src/list/plan-list.js";
import type { ListPage, ObjectStream, Store } from "../../packages/store/src/store.js";
import { engineNames, openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

const COUNT = 1500;
const nameOf = (number: number): string => `n${String(number).padStart(5, "0")}`;

async function list(store: Store, query: string): Promise<ListPage> {
  return store.list(sampleModel, planList(sampleModel, new URLSearchParams(query)));
}

function namesOf(batch: readonly Uint8Array[]): string[] {
  return batch.map((item) => (JSON.parse(Buffer.from(item).toString()) as { name: string }).name);
}

async function collect(page: ListPage): Promise<string[]> {
  if (!("batches" in page.items)) return namesOf(page.items);
  const names: string[] = [];
  for await (const batch of page.items.batches()) names.push(...namesOf(batch.items()));
  return names;
}

describe.each(engineNames)("lists of all items on %s", (engine) => {
  let database: TestDatabase;
  let store: Store;
  const expected = Array.from({ length: COUNT }, (_, number) => nameOf(number));

  beforeAll(async () => {
    database = await openTestDatabase(engine, [sampleModel], { connections: 20 });
    store = database.store;
    const creations = expected.map((name, number) =>
      store.create(
        sampleModel,
        sampleRecord(name, { createdAt: number, labels: { half: String(number % 2) }, values: { size: number % 7 } }),
      ),
    );
    await Promise.all(creations);
  });
  afterAll(() => database.close());

  it("give every object, in order", async () => {
    const page = await list(store, "sort=metadata.name");
    expect(page).toMatchObject({ total: COUNT, hasNext: false });
    expect(await collect(page)).toEqual(expected);
    expect(await collect(await list(store, "sort=metadata.creationTimestamp,desc&total=none"))).toEqual(
      expected.toReversed(),
    );
  });

  it("are also given as large pages", async () => {
    const page = await list(store, "page=2&size=700&sort=metadata.name");
    expect(page).toMatchObject({ total: COUNT, hasNext: true });
    expect(await collect(page)).toEqual(expected.slice(700, 1400));
    const last = await list(store, "page=3&size=700&sort=metadata.name&total=none");
    expect(last.hasNext).toBe(false);
    expect(await collect(last)).toEqual(expected.slice(1400));
    const full = await list(store, "page=2&size=750&sort=metadata.name&total=none");
    expect(full.hasNext).toBe(false);
    expect(await collect(full)).toHaveLength(750);
    const half = await list(store, "page=1&size=750&sort=metadata.name&total=none");
    expect(half.hasNext).toBe(true);
    expect(await collect(half)).toHaveLength(750);
  });

  it("give what selectors match, in an order no index has", async () => {
    const names = await collect(await list(store, "labelSelector=half=1&sort=spec.size,asc&sort=metadata.name,desc"));
    const numbers = Array.from({ length: COUNT }, (_, number) => number).filter((number) => number % 2 === 1);
    numbers.sort((left, right) => (left % 7) - (right % 7) || right - left);
    expect(names).toEqual(numbers.map(nameOf));
  });

  it("do not see what is written while they are read, and do not hold up writing", async () => {
    const page = await list(store, "sort=metadata.name");
    const revision = await store.revision();
    expect(page.revision).toBe(revision);
    const names: string[] = [];
    let written = 0;
    for await (const item of page.items) {
      names.push(...namesOf([item]));
      if (names.length % 500 !== 1) continue;
      await store.create(sampleModel, sampleRecord(`z${written}`));
      written += 1;
    }
    expect(names).toEqual(expected);
    expect(await collect(await list(store, "fieldSelector=metadata.name^=z&sort=metadata.name"))).toEqual([
      "z0",
      "z1",
      "z2",
    ]);
    for (const name of ["z0", "z1", "z2"]) {
      await store.remove(sampleModel, { name, expectedVersion: 1, last: Buffer.from("{}") });
    }
  });

  it("may be broken off, any number of times", async () => {
    for (let time = 0; time < 12; time += 1) {
      const page = await list(store, "sort=metadata.name");
      for await (const item of page.items) {
        expect(namesOf([item])).toEqual([nameOf(0)]);
        break;
      }
    }
    expect(await collect(await list(store, "sort=metadata.name"))).toHaveLength(COUNT);
  });

  it("may be answered many at a time", async () => {
    const pages = await Promise.all(Array.from({ length: 4 }, () => list(store, "sort=metadata.name")));
    const lists = await Promise.all(pages.map(collect));
    for (const names of lists) expect(names).toEqual(expected);
  });
});

describe.each(["sqlite file", "postgresql"] as const)("a consumer of a list that is slow on %s", (engine) => {
  let database: TestDatabase;
  let store: Store;

  beforeAll(async () => {
    const pace = { bytesPerSecond: 1_000_000, pauseMilliseconds: 300 };
    const timeouts = { answerMilliseconds: 5000, listMilliseconds: 5000 };
    database = await openTestDatabase(engine, [sampleModel], { pace, timeouts, connections: 8 });
    store = database.store;
    await Promise.all(
      Array.from({ length: COUNT }, (_, number) =>
        store.create(sampleModel, sampleRecord(nameOf(number), { createdAt: number })),
      ),
    );
  });
  afterAll(() => database.close());

  it("loses its snapshot, and is told", async () => {
    const page = await list(store, "sort=metadata.name");
    const items = (page.items as ObjectStream).batches()[Symbol.asyncIterator]();
    expect((await items.next()).done).toBe(false);
    await setTimeout(700);
    await expect(items.next()).rejects.toThrow(/read at less than 1000000 bytes a second for 300 ms/);
  });

  it("loses its snapshot as well if it takes something all the time, and too little", async () => {
    const page = await list(store, "sort=metadata.name");
    const read = async (): Promise<number> => {
      let batches = 0;
      for await (const { joined } of (page.items as ObjectStream).batches()) {
        batches += 1;
        // At half of the pace, and 180 of the 300 ms that it may pause.
        await setTimeout(180 + joined.length / 500);
      }
      return batches;
    };
    await expect(read()).rejects.toThrow(/read at less than/);
  });

  // A machine that stands still in the middle makes any reader slow: so again, until one was fast.
  const eventually = { timeout: 20_000 };

  it("may pause, if it is fast for the rest", async () => {
    await vi.waitFor(async () => {
      const page = await list(store, "sort=metadata.name");
      let batches = 0;
      for await (const _ of (page.items as ObjectStream).batches()) {
        if (batches === 0) await setTimeout(60);
        batches += 1;
      }
      expect(batches).toBeGreaterThan(1);
    }, eventually);
  });

  const assertReadable = (): Promise<void> =>
    vi.waitFor(
      async () => expect(await collect(await list(store, "sort=metadata.name"))).toHaveLength(COUNT),
      eventually,
    );

  it("keeps others waiting for a while at most", async () => {
    const slow = await Promise.all(Array.from({ length: 3 }, () => list(store, "sort=metadata.name")));
    // On PostgreSQL they have the connections, of which the first is free after the pause.
    await assertReadable();
    await setTimeout(450);
    for (const page of slow) await expect(collect(page)).rejects.toThrow(/read at less than/);
  });

  it("leaves nothing behind if it never begins", async () => {
    for (let time = 0; time < 5; time += 1) {
      await list(store, "sort=metadata.name");
      await setTimeout(390);
    }
    await assertReadable();
  });
});
