import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planList } from "../../packages/runtime/src/list/plan-list.js";
import type { IndexValue } from "../../packages/store/src/index-value.js";
import { defaultTuning } from "../../packages/store/src/list-tuning.js";
import type { ListPage, ObjectRecord, Store } from "../../packages/store/src/store.js";
import type { WriteOutcome } from "../../packages/store/src/write-job.js";
import { engineNames, openTestDatabase, type TestDatabase } from "./engines.js";
import { Oracle, type Question } from "./oracle.js";
import { type Pools, queryOf, randomQuestion, randomRecord } from "./random-samples.js";
import { sampleModel } from "./sample-model.js";
import { randomCases } from "../tier.js";

/** Histories on each engine; `npm run soak -- model` asks for 3,000. */
const RUNS = Number(process.env["CMGEN_MODEL_RUNS"] ?? randomCases(40));

const big = 2n ** 60n;
const pools: Pools = {
  "metadata.name": ["n1", "n2", "n3", "n4", "n5", "n6"],
  "metadata.creationTimestamp": [0, 1000, 2000],
  "metadata.deletionTimestamp": [5000, 6000],
  "spec.code": ["A", "B", "C", "D"],
  "spec.title": ["", "a", "ab", "abc", "b", "é", "\uFFFD", "\u{1F600}", "\u{10FFFF}", "x,y", 'q"(', " pad "],
  "spec.size": [-1, 0, 1, 2, 10],
  "spec.serial": [big, big + 1n, -big, 0, 7, -(2n ** 63n), 2n ** 63n - 1n],
  "spec.weight": [-1.5, 0, 0.1, 1e300, 5e-324],
  "spec.done": [true, false],
  "spec.due": [-1, 0, 86_400_000],
  "spec.tags": ["t1", "t2", "t3"],
  "spec.marks": [1, 2, 30],
  "spec.keys": ["k1", "k2", "k3", "k4"],
};
const poolOf = (field: string): readonly IndexValue[] => pools[field] ?? [];
const one = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const recordArbitrary = randomRecord(pools);
const questionArbitrary = randomQuestion(pools);

type Write =
  | { readonly write: "create" | "replace"; readonly record: Omit<ObjectRecord, "version">; readonly stale: boolean }
  | { readonly write: "remove"; readonly name: string; readonly stale: boolean };
type Step =
  | { readonly step: "write"; readonly writes: readonly Write[] }
  | { readonly step: "list"; readonly question: Question; readonly page: number; readonly size: number }
  | { readonly step: "walk"; readonly question: Question; readonly limit: number };

const stale = fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0);
const writeArbitrary: fc.Arbitrary<Write> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ write: one(["create", "replace"] as const), record: recordArbitrary, stale }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      write: fc.constant("remove" as const),
      name: one(poolOf("metadata.name") as string[]),
      stale,
    }),
  },
);
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      step: fc.constant("write" as const),
      writes: fc.array(writeArbitrary, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      step: fc.constant("list" as const),
      question: questionArbitrary,
      page: fc.integer({ min: 1, max: 3 }),
      size: fc.integer({ min: 0, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      step: fc.constant("walk" as const),
      question: questionArbitrary,
      limit: fc.integer({ min: 1, max: 4 }),
    }),
  },
);

/** Small tables are read in one way only; with these limits they are read like large ones. */
const tunings = {
  "as they are": {},
  "as if large": {
    tuning: { ...defaultTuning, firstLook: 8, few: 3, streamAbove: 2, largeBytes: 150 },
  },
} as const;
const settings = engineNames.flatMap((engine) =>
  Object.entries(tunings).map(([tables, options]) => ({ engine, tables, options })),
);

describe.each(settings)("random histories on $engine, tables $tables", ({ engine, options }) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openTestDatabase(engine, [sampleModel], options);
  });
  afterAll(() => database.close());

  it("agree with the oracle", { timeout: 600_000 + RUNS * 2000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 5, maxLength: 40 }), async (steps) => {
        await empty(database.store);
        const oracle = new Oracle();
        for (const step of steps) await run(database.store, oracle, step);
        await checkLog(database.store, oracle);
      }),
      { numRuns: RUNS },
    );
  });
});

async function run(store: Store, oracle: Oracle, step: Step): Promise<void> {
  if (step.step === "write") return writeAll(store, oracle, step.writes);
  if (step.step === "walk") return walk(store, oracle, step);
  const { question, page, size } = step;
  const expected = oracle.list(question);
  const window = size === 0 ? "" : `&page=${page}&size=${size}`;
  const { names, answer } = await list(store, `${queryOf(question)}${window}`);
  expect(names).toEqual(size === 0 ? expected : expected.slice((page - 1) * size, page * size));
  expect(answer.total).toBe(expected.length);
  expect(answer.hasNext).toBe(size > 0 && page * size < expected.length);
  return undefined;
}

async function walk(store: Store, oracle: Oracle, { question, limit }: Extract<Step, { step: "walk" }>): Promise<void> {
  const walked: string[] = [];
  let token: string | undefined = "";
  while (token !== undefined) {
    const { names, answer } = await list(
      store,
      `${queryOf(question)}&limit=${limit}${token === "" ? "" : `&continue=${token}`}`,
    );
    walked.push(...names);
    expect(answer.hasNext).toBe(answer.continue !== undefined);
    token = answer.continue;
  }
  expect(walked).toEqual(oracle.list(question));
}

/** Writes that are sent at once take effect one after another, in some order: one that the oracle agrees with is looked for. */
async function writeAll(store: Store, oracle: Oracle, writes: readonly Write[]): Promise<void> {
  const jobs = writes.map((write) => jobOf(write, oracle));
  const outcomes = await Promise.all(jobs.map((job) => perform(store, job)));
  const settled = outcomes.map((outcome) => outcome.refused ?? "done");
  const possible = permutations(jobs.map((_, place) => place)).map((order) => {
    const world = oracle.copy();
    const expected: string[] = [];
    for (const place of order) expected[place] = predict(world, jobs[place]!);
    return { world, expected };
  });
  const match = possible.find(({ expected }) => expected.every((outcome, place) => outcome === settled[place]));
  expect(match ?? { writes, settled }).toBe(match);
  oracle.become(match!.world);
}

type Job =
  | { readonly write: "create"; readonly record: ObjectRecord }
  | { readonly write: "replace"; readonly record: ObjectRecord; readonly expectedVersion: number }
  | { readonly write: "remove"; readonly name: string; readonly expectedVersion: number };

function jobOf(write: Write, oracle: Oracle): Job {
  const name = write.write === "remove" ? write.name : write.record.name;
  // As if every creator knew the deletions of its name.
  const deletedUpTo = Number.MAX_SAFE_INTEGER;
  const expectedVersion = (oracle.objects.get(name)?.version ?? 0) + (write.stale ? 1 : 0);
  if (write.write === "remove") return { write: "remove", name, expectedVersion };
  const record = { ...write.record, version: write.write === "create" ? 1 : expectedVersion + 1, deletedUpTo };
  return write.write === "create" ? { write: "create", record } : { write: "replace", record, expectedVersion };
}

function perform(store: Store, job: Job): Promise<WriteOutcome> {
  if (job.write === "create") return store.create(sampleModel, job.record);
  if (job.write === "replace") return store.replace(sampleModel, job.record, job.expectedVersion);
  return store.remove(sampleModel, { ...job, last: Buffer.from("{}") });
}

function predict(oracle: Oracle, job: Job): string {
  if (job.write === "create") return oracle.create(job.record);
  return job.write === "replace"
    ? oracle.replace(job.record, job.expectedVersion)
    : oracle.remove(job.name, job.expectedVersion);
}

function permutations<T>(values: readonly T[]): T[][] {
  if (values.length === 0) return [[]];
  return values.flatMap((value, place) => permutations(values.toSpliced(place, 1)).map((rest) => [value, ...rest]));
}

/** Every object reads as it was last written. */
async function checkLog(store: Store, oracle: Oracle): Promise<void> {
  for (const name of poolOf("metadata.name") as string[]) {
    const read = await store.read(sampleModel, name);
    const expected = oracle.objects.get(name);
    expect(read?.version).toBe(expected?.version);
    expect(read && Buffer.from(read.data).toString()).toBe(expected && Buffer.from(expected.data).toString());
  }
}

/** Removes all objects, also those that a history left which was broken off. */
async function empty(store: Store): Promise<void> {
  const { names } = await list(store, "sort=metadata.name");
  for (const name of names) {
    const { version } = (await store.read(sampleModel, name))!;
    await store.remove(sampleModel, { name, expectedVersion: version, last: Buffer.from("{}") });
  }
}

async function list(store: Store, query: string): Promise<{ names: string[]; answer: ListPage }> {
  const answer = await store.list(sampleModel, planList(sampleModel, new URLSearchParams(query)));
  const names: string[] = [];
  for await (const bytes of answer.items) {
    names.push((JSON.parse(Buffer.from(bytes).toString()) as { name: string }).name);
  }
  return { names, answer };
}
