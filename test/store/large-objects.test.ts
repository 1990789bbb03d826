import { beforeAll, describe, expect, it } from "vitest";
import { planList } from "../../packages/runtime/src/list/plan-list.js";
import { defaultTuning } from "../../packages/store/src/list-tuning.js";
import type { ListPage } from "../../packages/store/src/store.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

/** Bytes of an object, about. */
const SIZE = 256 * 1024;
const OBJECTS = 20;

/** Every third object is large. */
function isLarge(number: number): boolean {
  return number % 3 === 0;
}

/** The numbers from one to another. */
function upTo(end: number, from = 0): readonly number[] {
  return Array.from({ length: end - from }, (_, place) => from + place);
}

/** An object of so many bytes is not held with others. */
describe.each(["sqlite file", "postgresql"] as const)("lists of large objects, %s", (engine) => {
  let database: TestDatabase;

  beforeAll(async () => {
    const tuning = { ...defaultTuning, largeBytes: SIZE / 2 };
    database = await openTestDatabase(engine, [sampleModel], { tuning });
    for (let number = 0; number < OBJECTS; number += 1) {
      const name = `n${String(number).padStart(2, "0")}`;
      const data = Buffer.from(JSON.stringify({ name, padding: "x".repeat(isLarge(number) ? SIZE : 10) }));
      await database.store.create(sampleModel, { ...sampleRecord(name, { values: { size: number % 2 } }), data });
    }
    return () => database.close();
  });

  const list = (query: string): Promise<ListPage> =>
    database.store.list(sampleModel, planList(sampleModel, new URLSearchParams(query)));

  async function numbersOf({ items }: ListPage): Promise<readonly number[]> {
    const numbers: number[] = [];
    for await (const bytes of items) {
      const number = Number(/^\{"name":"n(\d\d)"/.exec(Buffer.from(bytes.subarray(0, 20)).toString())?.[1]);
      expect(bytes.length > SIZE).toBe(isLarge(number));
      numbers.push(number);
    }
    return numbers;
  }

  it.each(["", "&total=none", "&fieldSelector=spec.size in (0,1)"])("stream a page%s", async (more) => {
    for (let time = 0; time < 5; time += 1) {
      const page = await list(`page=1&size=15&sort=metadata.name${more}`);
      expect("batches" in page.items).toBe(true);
      expect(page).toMatchObject({ hasNext: true, ...(more === "&total=none" ? {} : { total: OBJECTS }) });
      expect(await numbersOf(page)).toEqual(upTo(15));
    }
    const last = await list(`page=2&size=15&sort=metadata.name${more}`);
    expect(last.hasNext).toBe(false);
    expect(await numbersOf(last)).toEqual(upTo(OBJECTS, 15));
    const one = await list(`page=4&size=1&sort=metadata.name${more}`);
    expect(await numbersOf(one)).toEqual([3]);
  });

  it("end a step of a walk whose order has several keys", async () => {
    const walked: number[] = [];
    for (let token: string | undefined = ""; token !== undefined;) {
      const from = token === "" ? "" : `&continue=${token}`;
      const step = await list(`limit=15&sort=spec.size,asc&sort=metadata.name,asc&total=none${from}`);
      walked.push(...(await numbersOf(step)));
      token = step.continue;
    }
    const even = upTo(OBJECTS).filter((number) => number % 2 === 0);
    expect(walked).toEqual([...even, ...even.map((number) => number + 1)]);
  });

  it.each(["", "&fieldSelector=spec.size in (0,1)"])("end a step of a walk%s", async (more) => {
    const walked: number[] = [];
    const steps: number[] = [];
    for (let token: string | undefined = ""; token !== undefined;) {
      const from = token === "" ? "" : `&continue=${token}`;
      const step = await list(`limit=15&sort=metadata.name&total=none${more}${from}`);
      expect(step.hasNext).toBe(step.continue !== undefined);
      const numbers = await numbersOf(step);
      steps.push(numbers.length);
      walked.push(...numbers);
      token = step.continue;
    }
    expect(walked).toEqual(upTo(OBJECTS));
    // A step ends before its first large object; one that begins with a large object has few.
    expect(steps).toEqual([8, 1, 8, 1, 2]);
  });
});
