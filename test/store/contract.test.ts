import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { planList } from "../../packages/runtime/src/list/plan-list.js";
import type { ListPage, Store } from "../../packages/store/src/store.js";
import { engineNames, openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel, sampleRecord, type SampleOptions } from "./sample-model.js";

interface Listed {
  readonly names: string[];
  readonly page: ListPage;
}

async function list(store: Store, query: string): Promise<Listed> {
  const page = await store.list(sampleModel, planList(sampleModel, new URLSearchParams(query)));
  const names: string[] = [];
  for await (const bytes of page.items) {
    names.push((JSON.parse(Buffer.from(bytes).toString()) as { name: string }).name);
  }
  return { names, page };
}

describe.each(engineNames)("a store on %s", (engine) => {
  let database: TestDatabase;
  let store: Store;

  beforeEach(async () => {
    database = await openTestDatabase(engine, [sampleModel]);
    store = database.store;
    return () => database.close();
  });

  const create = (name: string, options?: SampleOptions) => store.create(sampleModel, sampleRecord(name, options));

  it("reads what was created, and nothing else", async () => {
    await expect(create("one")).resolves.toEqual({ revision: 1 });
    const read = await store.read(sampleModel, "one");
    expect(read?.version).toBe(1);
    expect(Buffer.from(read!.data)).toEqual(Buffer.from(sampleRecord("one").data));
    expect(await store.read(sampleModel, "two")).toBeUndefined();
  });

  it("refuses a name that is taken", async () => {
    await create("one");
    expect(await create("one")).toEqual({ refused: "name-taken" });
    expect(await store.revision()).toBe(1);
  });

  it("replaces the version expected and no other", async () => {
    await create("one");
    const second = sampleRecord("one", { version: 2, labels: { a: "b" } });
    expect(await store.replace(sampleModel, second, 1)).toEqual({ revision: 2 });
    expect(await store.replace(sampleModel, sampleRecord("one", { version: 2 }), 1)).toEqual({
      refused: "version-differs",
      currentVersion: 2,
    });
    expect(await store.replace(sampleModel, sampleRecord("none"), 1)).toEqual({ refused: "not-found" });
    expect(Buffer.from((await store.read(sampleModel, "one"))!.data)).toEqual(Buffer.from(second.data));
  });

  it("removes the version expected and no other", async () => {
    await create("one", { labels: { a: "b" }, values: { tags: ["x"] } });
    const removal = { name: "one", expectedVersion: 2, last: Buffer.from("{}") };
    expect(await store.remove(sampleModel, removal)).toEqual({ refused: "version-differs", currentVersion: 1 });
    expect(await store.remove(sampleModel, { ...removal, expectedVersion: 1 })).toEqual({ revision: 2 });
    expect(await store.remove(sampleModel, { ...removal, expectedVersion: 1 })).toEqual({ refused: "not-found" });
    expect(await store.read(sampleModel, "one")).toBeUndefined();
    expect((await list(store, "fieldSelector=spec.tags=x")).names).toEqual([]);
    expect((await list(store, "labelSelector=a")).names).toEqual([]);
  });

  it("refuses a unique value that another object has, and tells whose it is", async () => {
    await create("one", { values: { code: "A", keys: ["k1", "k2"] } });
    expect(await create("two", { values: { code: "A" } })).toEqual({
      refused: "value-taken",
      index: "spec.code",
      value: "A",
      owner: "one",
    });
    expect(await create("three", { values: { code: "B", keys: ["k0", "k2"] } })).toMatchObject({
      refused: "value-taken",
      index: "spec.keys",
      value: "k2",
      owner: "one",
    });
    await create("four", { values: { code: "C" } });
    const clash = sampleRecord("four", { version: 2, values: { code: "A" } });
    expect(await store.replace(sampleModel, clash, 1)).toMatchObject({ refused: "value-taken", owner: "one" });
    expect((await list(store, "sort=metadata.name")).names).toEqual(["four", "one"]);
    expect((await list(store, "fieldSelector=spec.keys=k0")).names).toEqual([]);
  });

  it("frees a unique value with its object, and lets an object keep its own", async () => {
    await create("one", { values: { code: "A", keys: ["k1"] } });
    const same = sampleRecord("one", { version: 2, values: { code: "A", keys: ["k1", "k2"] } });
    expect(await store.replace(sampleModel, same, 1)).toEqual({ revision: 2 });
    await store.remove(sampleModel, { name: "one", expectedVersion: 2, last: Buffer.from("{}") });
    expect(await create("two", { values: { code: "A", keys: ["k1", "k2"] } })).toEqual({ revision: 4 });
  });

  it("settles writes that come at once each for itself", async () => {
    const outcomes = await Promise.all([
      create("one", { values: { code: "A" } }),
      create("two", { values: { code: "A" } }),
      create("three", { values: { code: "B" } }),
      store.replace(sampleModel, sampleRecord("none"), 1),
    ]);
    expect(outcomes).toEqual([
      { revision: 1 },
      { refused: "value-taken", index: "spec.code", value: "A", owner: "one" },
      { revision: 2 },
      { refused: "not-found" },
    ]);
  });

  it("logs committed changes in the order of revisions", async () => {
    await create("one");
    await store.replace(sampleModel, sampleRecord("one", { version: 2 }), 1);
    await store.remove(sampleModel, { name: "one", expectedVersion: 2, last: Buffer.from('"last"') });
    const changes = await store.changesAfter(1);
    expect(changes.map(({ revision, type, name }) => [revision, type, name])).toEqual([
      [2, "MODIFIED", "one"],
      [3, "DELETED", "one"],
    ]);
    expect(changes[1]).toMatchObject({ group: "sample.example.com", plural: "samples" });
    expect(Buffer.from(changes[1]!.data).toString()).toBe('"last"');
    expect(await store.changesAfter(0, { changes: 1, bytes: 1000 })).toHaveLength(1);
    expect(await store.revision()).toBe(3);
  });
});

describe.each(engineNames)("lists on %s", (engine) => {
  let database: TestDatabase;
  let store: Store;

  beforeAll(async () => {
    database = await openTestDatabase(engine, [sampleModel]);
    store = database.store;
    const big = 9_007_199_254_740_993n;
    const objects: Record<string, SampleOptions> = {
      a: {
        createdAt: 3,
        labels: { env: "prod", "x.y/z": "1" },
        values: { title: "Ab", size: 1, serial: big, weight: 1.5, done: true, tags: ["t1", "t2"] },
      },
      b: {
        createdAt: 1,
        labels: { env: "test" },
        values: { title: "ab", size: 10, serial: 2, weight: -2, done: false, tags: ["t2"], marks: [5] },
      },
      c: { createdAt: 2, labels: {}, values: { title: "é", size: 9, serial: -1, weight: 1e300, due: 1_000 } },
      d: {
        createdAt: 2,
        labels: { env: "prod" },
        values: { title: "\u{1F600}", serial: big + 1n, due: -5, marks: [1, 7] },
      },
      e: { createdAt: 2, deletedAt: 7, values: { title: "\uFFFD", size: 9 } },
      f: { createdAt: 2, values: {} },
    };
    for (const [name, options] of Object.entries(objects)) await store.create(sampleModel, sampleRecord(name, options));
  });
  afterAll(() => database.close());

  it.each([
    ["", "afedcb"],
    ["sort=metadata.creationTimestamp", "bcdefa"],
    ["sort=metadata.name,desc", "fedcba"],
    ["sort=spec.title", "fabced"],
    ["sort=spec.title,desc", "decbaf"],
    ["sort=spec.size", "becafd"],
    ["sort=spec.size,asc", "dfaceb"],
    ["sort=spec.size,asc&sort=metadata.name,desc", "fdaecb"],
    ["sort=spec.serial", "efcbad"],
    ["sort=spec.weight,DESC", "cabfed"],
    ["sort=spec.done,desc", "abfedc"],
    ["sort=spec.due", "cdfeba"],
    ["sort=metadata.deletionTimestamp,desc", "efdcba"],
    ["labelSelector=env", "adb"],
    ["labelSelector=!env", "fec"],
    ["labelSelector=env=prod", "ad"],
    ["labelSelector=env!=prod", "fecb"],
    ["labelSelector=env in (prod,test)", "adb"],
    ["labelSelector=env notin (prod,test)", "fec"],
    ["labelSelector=env=prod,x.y/z=1", "a"],
    ["labelSelector=env=prod&labelSelector=x.y/z!=1", "d"],
    ["fieldSelector=spec.title=ab", "b"],
    ["fieldSelector=spec.title!=ab", "afedc"],
    ["fieldSelector=spec.title>ab", "edc"],
    ["fieldSelector=spec.title^=a", "b"],
    ['fieldSelector=spec.title^=""', "aedcb"],
    ["fieldSelector=spec.size=(9,1)", "aec"],
    ["fieldSelector=spec.size!=(9,1)", "fdb"],
    ["fieldSelector=spec.size>=9", "ecb"],
    ["fieldSelector=spec.size<9", "a"],
    ["fieldSelector=spec.size", "aecb"],
    ["fieldSelector=!spec.size", "fd"],
    ["fieldSelector=spec.serial=9007199254740993", "a"],
    ["fieldSelector=spec.serial>9007199254740993", "d"],
    ["fieldSelector=spec.serial in (9007199254740994,-1)", "dc"],
    ["fieldSelector=spec.weight=1e300", "c"],
    ["fieldSelector=spec.weight<=1.5", "ab"],
    ["fieldSelector=spec.done=true", "a"],
    ["fieldSelector=spec.done!=true", "fedcb"],
    ["fieldSelector=spec.done in (true,false)", "ab"],
    ["fieldSelector=spec.due=1970-01-01T01:00:01%2B01:00", "c"],
    ["fieldSelector=spec.due<1970-01-01T00:00:00Z", "d"],
    ["fieldSelector=spec.tags=t2", "ab"],
    ["fieldSelector=spec.tags!=t1", "fedcb"],
    ["fieldSelector=spec.tags in (t1,t2)", "ab"],
    ["fieldSelector=spec.tags notin (t1,t2)", "fedc"],
    ["fieldSelector=spec.tags^=t", "ab"],
    ["fieldSelector=spec.tags", "ab"],
    ["fieldSelector=!spec.tags", "fedc"],
    ["fieldSelector=spec.marks>5", "d"],
    ["fieldSelector=spec.marks>=5", "db"],
    ["fieldSelector=metadata.name in (a,f)", "af"],
    ["fieldSelector=metadata.name^=b", "b"],
    ["fieldSelector=metadata.deletionTimestamp", "e"],
    ["fieldSelector=metadata.creationTimestamp=1970-01-01T00:00:00.002Z", "fedc"],
    ["fieldSelector=spec.title=ab,spec.size=10&labelSelector=env=test", "b"],
    ["page=2&size=2", "ed"],
    ["page=3&size=2", "cb"],
    ["page=9&size=2", ""],
  ])("%s", async (query, expected) => {
    const { names, page } = await list(store, query);
    expect(names.join("")).toBe(expected);
    expect(page.total).toBe(query.includes("page=") ? 6 : expected.length);
    expect(page.revision).toBe(6);
  });

  it("keeps the total past the end, and skips it when asked", async () => {
    expect((await list(store, "page=9&size=2")).page.total).toBe(6);
    expect((await list(store, "page=1&size=2&total=none")).page.total).toBeUndefined();
  });

  it.each([
    "",
    "sort=spec.title",
    "sort=spec.title,desc",
    "sort=spec.size,asc",
    "sort=spec.size,desc",
    "sort=spec.serial,desc",
    "sort=spec.done",
    "sort=spec.weight,desc",
    "sort=spec.size,asc&sort=spec.due,desc",
    "sort=spec.done,desc&sort=spec.size,asc&sort=metadata.name,desc",
    "labelSelector=env&sort=spec.size",
  ])("walks %s by limit and continue as one list", async (query) => {
    const { names: whole } = await list(store, query);
    for (const limit of [1, 2, 4, 6, 7]) {
      const walked: string[] = [];
      let token: string | undefined = "";
      while (token !== undefined) {
        const { names, page } = await list(store, `${query}&limit=${limit}${token === "" ? "" : `&continue=${token}`}`);
        walked.push(...names);
        token = page.continue;
      }
      expect(walked).toEqual(whole);
    }
  });
});
