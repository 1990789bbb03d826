import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planList } from "../../packages/runtime/src/list/plan-list.js";
import { defaultTuning } from "../../packages/store/src/list-tuning.js";
import type { Store } from "../../packages/store/src/store.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

const SIZE = 300;
const tuning = { ...defaultTuning, firstLook: 8, few: 3 };

/** A planner may join as it likes: none of its joins but a nested loop keeps the order of both sides. */
describe("lists on a PostgreSQL that joins by hashing alone", () => {
  let database: TestDatabase;
  let store: Store;

  beforeAll(async () => {
    database = await openTestDatabase("postgresql", [sampleModel], { tuning });
    // The labels are written in another order than that of the names.
    for (let number = 0; number < SIZE; number += 1) {
      const labels = { common: String(number % 10 > 0) };
      await database.store.create(sampleModel, sampleRecord(nameOf((number * 37) % SIZE), { labels }));
    }
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query("ANALYZE");
    const name = new URL(database.url).pathname.slice(1);
    for (const join of ["nestloop", "mergejoin"])
      await client.query(`ALTER DATABASE "${name}" SET enable_${join} = off`);
    await client.end();
    store = await database.open();
  });
  afterAll(() => database.close());

  const nameOf = (number: number): string => `n${String(number).padStart(3, "0")}`;
  const common = Array.from({ length: SIZE }, (_, place) => place)
    .filter((place) => place % 10 > 0)
    .map((place) => nameOf((place * 37) % SIZE))
    .toSorted();

  async function list(query: string): Promise<{ names: string[]; next: string | undefined }> {
    const parameters = new URLSearchParams(`labelSelector=common=true&sort=metadata.name&${query}`);
    const page = await store.list(sampleModel, planList(sampleModel, parameters));
    const names: string[] = [];
    for await (const item of page.items)
      names.push((JSON.parse(Buffer.from(item).toString()) as { name: string }).name);
    return { names, next: page.continue };
  }

  it.each([1, 2, 5, 20])("gives pages of %i in order, again and again", async (size) => {
    for (let round = 0; round < 8; round += 1) {
      for (const total of ["", "&total=none"]) {
        expect((await list(`page=1&size=${size}${total}`)).names).toEqual(common.slice(0, size));
        expect((await list(`page=2&size=${size}${total}`)).names).toEqual(common.slice(size, 2 * size));
      }
    }
  });

  it("walks through all in order", async () => {
    const walked: string[] = [];
    let next: string | undefined;
    do {
      const step = await list(`limit=20${next === undefined ? "" : `&continue=${next}`}`);
      walked.push(...step.names);
      next = step.next;
    } while (next !== undefined);
    expect(walked).toEqual(common);
  });
});
