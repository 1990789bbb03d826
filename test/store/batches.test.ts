import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ObjectRecord } from "../../packages/store/src/store.js";
import type { BatchOutcome, WriteBatch } from "../../packages/store/src/write-batch.js";
import type { ReferringIndex, WriteJob } from "../../packages/store/src/write-job.js";
import { storedModel } from "../../packages/store/src/stored-model.js";
import { engineNames, openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel, sampleRecord, type SampleOptions } from "./sample-model.js";

const { table } = sampleModel;
const model = sampleModel;
/** The objects that refer to one: those with its name as their title. */
const byTitle: ReferringIndex = { table, names: { column: "x_spec_title" }, except: [], isAliveOnly: false };

const create = (name: string, options: SampleOptions = {}, guard: Partial<ObjectRecord> = {}): WriteJob => ({
  write: "create",
  model,
  record: { ...sampleRecord(name, options), ...guard },
});
const replace = (name: string, version: number, options: SampleOptions = {}): WriteJob => ({
  write: "replace",
  model,
  record: sampleRecord(name, { ...options, version: version + 1 }),
  expectedVersion: version,
});
const remove = (name: string, expectedVersion = 1, unreferred?: readonly ReferringIndex[]): WriteJob => ({
  write: "remove",
  model,
  name,
  expectedVersion,
  last: sampleRecord(name).data,
  ...(unreferred !== undefined && { unreferred }),
});
const code = (value: string): SampleOptions => ({ values: { code: value } });

describe.each(engineNames)("batches of writes on %s", (engine) => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await openTestDatabase(engine, [{ ...sampleModel }]);
    return () => database.close();
  });

  const write = (jobs: readonly WriteJob[], guards: WriteBatch["guards"] = []): Promise<BatchOutcome> =>
    database.store.writeAll({ jobs, guards });
  const versions = async (...names: readonly string[]): Promise<readonly (number | undefined)[]> =>
    Promise.all(names.map(async (name) => (await database.store.read(model, name))?.version));
  const changes = async (after = 0): Promise<readonly string[]> =>
    (await database.store.changesAfter(after)).map(({ revision, type, name }) => `${revision} ${type} ${name}`);

  it("are done together, with a change for each in the order of the jobs", async () => {
    expect(await write([create("a"), create("b")])).toEqual({ revisions: [1, 2] });
    // What is removed is written first, but not logged first.
    expect(await write([create("c"), replace("a", 1), remove("b"), create("d")])).toEqual({ revisions: [3, 4, 5, 6] });
    expect(await versions("a", "b", "c", "d")).toEqual([2, undefined, 1, 1]);
    expect(await changes(2)).toEqual(["3 ADDED c", "4 MODIFIED a", "5 DELETED b", "6 ADDED d"]);
    expect(await database.store.revision()).toBe(6);
  });

  it("do nothing if one of the writes is refused, and say which", async () => {
    await write([create("a", code("x"))]);
    expect(await write([create("b"), create("a"), replace("none", 1)])).toEqual({
      refused: "jobs",
      jobs: [
        { place: 1, refusal: { refused: "name-taken" } },
        { place: 2, refusal: { refused: "not-found" } },
      ],
    });
    expect(await write([create("b"), replace("a", 7)])).toMatchObject({
      jobs: [{ place: 1, refusal: { refused: "version-differs", currentVersion: 1 } }],
    });
    expect(await write([create("b", code("y")), create("c", code("x"))])).toMatchObject({
      jobs: [{ place: 1, refusal: { refused: "value-taken", index: "spec.code", value: "x", owner: "a" } }],
    });
    expect(await versions("b", "c")).toEqual([undefined, undefined]);
    // Revisions that were rolled back are given again.
    expect(await write([create("b")])).toEqual({ revisions: [2] });
    expect(await changes(1)).toEqual(["2 ADDED b"]);
  });

  it("can be tried without being done", async () => {
    await write([create("a", code("x"))]);
    const tried = (jobs: readonly WriteJob[]) => database.store.writeAll({ jobs, isTrial: true });
    expect(await tried([create("b", code("y")), replace("a", 1, code("z"))])).toEqual({ refused: "jobs", jobs: [] });
    expect(await tried([create("b", code("y")), create("c", code("x"))])).toMatchObject({
      jobs: [{ place: 1, refusal: { refused: "value-taken", owner: "a" } }],
    });
    expect(await versions("a", "b")).toEqual([1, undefined]);
    expect(await write([create("b", code("z"))])).toEqual({ revisions: [2] });
  });

  it.each(["code", "keys"])("let objects swap their values of %s", async (index) => {
    const value = (text: string): SampleOptions => ({ values: { [index]: index === "keys" ? [text] : text } });
    await write([create("a", value("x")), create("b", value("y")), create("gone", value("z"))]);
    const swap = [replace("a", 1, value("y")), replace("b", 1, value("x"))];
    expect(await write(swap)).toEqual({ revisions: [4, 5] });
    // In a ring with an object that comes and one that goes.
    const ring = [create("new", value("z")), replace("a", 2, value("x")), replace("b", 2, value("y")), remove("gone")];
    expect(await write(ring)).toEqual({ revisions: [6, 7, 8, 9] });
    const taken = { refused: "value-taken", index: `spec.${index}`, value: "z", owner: "new" };
    expect(await write([replace("a", 3, value("z")), replace("b", 3, value("w"))])).toEqual({
      refused: "jobs",
      jobs: [{ place: 0, refusal: taken }],
    });
    // What was taken away for nothing is back.
    expect(await write([create("other", value("x"))])).toMatchObject({ refused: "jobs" });
  });

  it("let objects of the batch refer to each other, in any order", async () => {
    const needs = (name: string): Partial<ObjectRecord> => ({ needs: [{ table, names: [name] }] });
    const circle = [
      create("a", { values: { title: "b" } }, needs("b")),
      create("b", { values: { title: "a" } }, needs("a")),
    ];
    expect(await write(circle)).toEqual({ revisions: [1, 2] });
    expect(await write([create("c", {}, needs("a")), create("d", {}, needs("none"))])).toEqual({
      refused: "jobs",
      jobs: [
        { place: 1, refusal: { refused: "objects-missing", missing: [{ table, name: "none", isDeleted: false }] } },
      ],
    });
    expect(await write([remove("a", 1, [byTitle])])).toMatchObject({
      jobs: [{ place: 0, refusal: { refused: "referred", by: [{ names: ["b"], count: 1 }] } }],
    });
    expect(await write([create("c", {}, needs("a")), remove("a"), remove("b")])).toMatchObject({
      jobs: [{ place: 0, refusal: { refused: "objects-missing" } }],
    });
    expect(await write([remove("a", 1, [byTitle]), remove("b", 1, [byTitle])])).toEqual({ revisions: [3, 4] });
  });

  it("are not done once an object is no longer what was read", async () => {
    await write([create("a"), create("b")]);
    const read = (name: string, version: number | undefined) => ({ table, name, version });
    expect(await write([replace("b", 1)], [read("a", 1), read("none", undefined)])).toEqual({ revisions: [3] });
    await write([replace("a", 1)]);
    expect(await write([replace("b", 2)], [read("a", 1)])).toEqual({ refused: "changed", guard: read("a", 1) });
    expect(await write([replace("b", 2)], [read("none", 1)])).toMatchObject({ refused: "changed" });
    expect(await write([replace("b", 2)], [read("a", undefined)])).toMatchObject({ refused: "changed" });
    expect(await versions("b")).toEqual([2]);
  });

  it("keep the identity of names that were deleted", async () => {
    await write([create("a")]);
    await write([remove("a")]);
    const refused = await write([create("b"), create("a")]);
    expect(refused).toMatchObject({ jobs: [{ place: 1, refusal: { refused: "name-was-used", revision: 2 } }] });
    const known = await write([create("b"), create("a", { version: 2 }, { deletedUpTo: 2 })]);
    expect(known).toEqual({ revisions: [3, 4] });
  });

  it("keep labels, values and who wrote", async () => {
    const origin = { actor: "ada", verb: "create" };
    await write([
      create("a", { labels: { k: "v" }, values: { tags: ["t"] } }, { origin }),
      create("b", {}, { origin }),
    ]);
    const logged = await database.store.changesAfter(0);
    expect(logged.map(({ origin: by }) => by)).toEqual([origin, origin]);
    expect(new Set(logged.map(({ mark }) => mark)).size).toBe(1);
  });

  it("may be empty, and have at most 1,000 writes, each of another object", async () => {
    expect(await write([])).toEqual({ revisions: [] });
    const many = Array.from({ length: 1000 }, (_, place) => create(`n${place}`, code(`c${place}`)));
    const { revisions = [] } = (await write(many)) as { revisions?: readonly number[] };
    expect(revisions).toEqual(many.map((_, place) => place + 1));
    const rotated = many.map((_, place) => replace(`n${place}`, 1, code(`c${(place + 1) % 1000}`)));
    expect((await write(rotated)).refused).toBeUndefined();
    await expect(write([...many, create("more")])).rejects.toThrow("A batch has 1001 writes; it can have 1000.");
    await expect(write([create("twice"), remove("twice")])).rejects.toThrow(
      "twice of sample_example_com_samples twice",
    );
  });

  it("share commits with single writes and each other, and fail alone", async () => {
    const single = Array.from({ length: 5 }, (_, place) => database.store.create(model, sampleRecord(`s${place}`)));
    const batches = Array.from({ length: 5 }, (_, place) => write([create(`a${place}`), create(`b${place}`)]));
    const [refused, ...outcomes] = await Promise.all([write([create("c"), replace("none", 1)]), ...batches]);
    expect(refused).toMatchObject({ refused: "jobs" });
    for (const { revisions: [first = 0, second] = [] } of outcomes as { revisions: number[] }[])
      expect(second).toBe(first + 1);
    expect((await Promise.all(single)).every((outcome) => outcome.refused === undefined)).toBe(true);
    const log = await database.store.changesAfter(0);
    expect(log.map(({ revision }) => revision)).toEqual(Array.from({ length: 15 }, (_, place) => place + 1));
  });

  it("keep every version where the model has a history", async () => {
    const kept = { ...sampleModel, history: {} };
    const origin = { actor: "ada", verb: "update" };
    const jobs = [create("a", {}, { origin }), create("b", {}, { origin })].map((job) => ({ ...job, model: kept }));
    await write(jobs);
    await write([
      { ...replace("a", 1), model: kept },
      { write: "remove", model: kept, name: "b", expectedVersion: 1, last: new Uint8Array(), origin, uid: "uid-of-b" },
    ]);
    const entries = async (name: string): Promise<readonly string[]> =>
      (await database.store.history.list(kept, name, { limit: 10 })).map(
        ({ type, version, revision, actor }) => `${type} ${version} ${revision} ${actor}`,
      );
    expect(await entries("a")).toEqual(["MODIFIED 2 3 null", "ADDED 1 1 ada"]);
    expect(await entries("b")).toEqual(["DELETED 1 4 ada", "ADDED 1 2 ada"]);
  });

  it("are refused once another release has declared other indexes", async () => {
    const declaring = async (declaration: string): Promise<void> => {
      await database.store.indexes.declare(table, { declaration, isTried: false });
    };
    const served = { ...model, declaration: "first" };
    await declaring("first");
    database.store.serve({ ...storedModel(sampleModel), declaration: "first" });
    const jobs = [create("a"), create("b")].map((job) => ({ ...job, model: served }));
    expect(await write(jobs)).toEqual({ revisions: [1, 2] });
    await declaring("second");
    const refused = await write([{ ...create("c"), model: served }, replace("a", 1)]);
    // SQLite finds both; PostgreSQL does not say which of the tables it is.
    const first: unknown = expect.objectContaining({ place: 0, refusal: { refused: "superseded" } });
    expect(refused).toEqual({ refused: "jobs", jobs: expect.arrayContaining([first]) as unknown });
    expect(await versions("a", "c")).toEqual([1, undefined]);
  });

  it("keep a receipt with the writes, once", async () => {
    const receipt = (request: string) => ({ key: "k", request, head: "{}", answer: new TextEncoder().encode(request) });
    const { store } = database;
    expect(await store.receipts.read("k")).toBeUndefined();
    expect(await store.writeAll({ jobs: [create("a"), replace("none", 1)], receipt: receipt("x") })).toMatchObject({
      refused: "jobs",
    });
    expect(await store.receipts.read("k")).toBeUndefined();
    expect(await store.writeAll({ jobs: [create("a")], receipt: receipt("x") })).toEqual({ revisions: [1] });
    expect(await store.receipts.read("k")).toEqual({ ...receipt("x"), answer: Buffer.from("x") });
    expect(await store.writeAll({ jobs: [create("b")], receipt: receipt("y") })).toEqual({ refused: "receipt-exists" });
    expect(await versions("a", "b")).toEqual([1, undefined]);
    vi.useFakeTimers({ now: Date.now() + 25 * 3_600_000, toFake: ["Date"] });
    try {
      expect(await store.receipts.read("k")).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });
});
