import { beforeEach, describe, expect, it } from "vitest";
import { buildIndexes } from "../../packages/runtime/dist/indexes/build-indexes.js";
import type { IndexBuildProgress } from "../../packages/runtime/dist/indexes/index-build-options.js";
import { planList } from "../../packages/runtime/src/list/plan-list.js";
import type { ModelDescriptor } from "../../packages/runtime/src/model/model-descriptor.js";
import type { Store } from "../../packages/store/src/store.js";
import { engineNames, openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

type Index = ModelDescriptor["indexes"][number];

interface Title {
  readonly values: { readonly title: string; readonly tags?: readonly string[] };
}

/** Indexes of the sample model that look into the bytes which `sampleRecord` makes. */
function modelWith(
  changes: Readonly<Record<string, Partial<Pick<Index, "fingerprint">> & { extract: (object: Title) => unknown }>>,
): ModelDescriptor {
  const indexes = sampleModel.indexes.map((index) => {
    const change = changes[index.name];
    // The sample model's own objects have no type; these extractors know what its records hold.
    return { ...index, extract: () => undefined, ...change } as unknown as Index;
  });
  return { ...sampleModel, indexes };
}

const titleModel = modelWith({
  "spec.title": { fingerprint: "title", extract: ({ values }) => values.title },
  "spec.code": { fingerprint: "code", extract: ({ values }) => `code of ${values.title}` },
  "spec.tags": { fingerprint: "tags", extract: ({ values }) => [values.title, "all"] },
});

async function names(store: Store, query: string): Promise<string> {
  const page = await store.list(sampleModel, planList(sampleModel, new URLSearchParams(`${query}&sort=metadata.name`)));
  const found: string[] = [];
  for await (const item of page.items) found.push((JSON.parse(Buffer.from(item).toString()) as { name: string }).name);
  return found.join(" ");
}

describe.each(engineNames)("building indexes on %s", (engine) => {
  let database: TestDatabase;
  let store: Store;

  beforeEach(async () => {
    database = await openTestDatabase(engine, [sampleModel]);
    store = database.store;
    await Promise.all(
      ["a", "b", "c", "d", "e"].map((name) =>
        store.create(sampleModel, sampleRecord(name, { values: { title: `old ${name}`, code: name } })),
      ),
    );
    return () => database.close();
  });

  const states = async () => {
    const known = await store.indexes.states(sampleModel.table);
    return Object.fromEntries(
      known.map(({ index, fingerprint, state, position }) => [index, [fingerprint, state, position]]),
    );
  };

  /** Builds, and tells which indexes were. */
  const builtIndexes = async (model: ModelDescriptor): Promise<readonly string[]> => {
    let built: readonly string[] = [];
    await buildIndexes(store, [model], { onProgress: ({ indexes }) => (built = indexes) });
    return built;
  };

  it("builds every index of objects that are there, and none again", async () => {
    const progress: IndexBuildProgress[] = [];
    await buildIndexes(store, [titleModel], { batch: 2, onProgress: (step) => progress.push(step) });
    expect(await names(store, "fieldSelector=spec.title=old b")).toBe("b");
    expect(await names(store, "fieldSelector=spec.code=code of old c")).toBe("c");
    expect(await names(store, "fieldSelector=spec.code=c")).toBe("");
    expect(await names(store, "fieldSelector=spec.tags=all")).toBe("a b c d e");
    expect(await names(store, "fieldSelector=spec.tags=old a")).toBe("a");
    const done = progress.map((step) => step.done);
    expect([done[0], done.at(-1), progress[0]?.total]).toEqual([0, 5, 5]);
    // A batch is smaller where the machine is busy.
    expect(Math.max(...done.slice(1).map((count, at) => count - (done[at] ?? 0)))).toBeLessThanOrEqual(2);
    expect(progress[0]).toMatchObject({ resource: "samples.sample.example.com" });
    expect(progress[0]?.indexes).toHaveLength(sampleModel.indexes.length);
    expect((await states())["spec.title"]).toEqual(["title", "ready", null]);

    progress.length = 0;
    await buildIndexes(store, [titleModel], { onProgress: (step) => progress.push(step) });
    expect(progress).toEqual([]);
  });

  it("builds only what changed", async () => {
    await buildIndexes(store, [titleModel]);
    const changed = modelWith({
      "spec.title": { fingerprint: "title 2", extract: ({ values }) => values.title.toUpperCase() },
      "spec.code": {
        fingerprint: "code",
        extract: () => {
          throw new Error("not to be called");
        },
      },
      "spec.tags": { fingerprint: "tags 2", extract: () => [] },
    });
    expect(await builtIndexes(changed)).toEqual(["spec.title", "spec.tags"]);
    expect(await names(store, "fieldSelector=spec.title=OLD B")).toBe("b");
    expect(await names(store, "fieldSelector=spec.tags")).toBe("");
    expect(await names(store, "fieldSelector=spec.code=code of old c")).toBe("c");
  });

  it("forgets indexes that are no longer declared, so that they are new when they come back", async () => {
    await buildIndexes(store, [titleModel]);
    await buildIndexes(store, [
      { ...titleModel, indexes: titleModel.indexes.filter(({ name }) => name !== "spec.title") },
    ]);
    expect((await states())["spec.title"]).toBeUndefined();
    expect(await builtIndexes(titleModel)).toEqual(["spec.title"]);
  });

  it("goes on where it was cut off", async () => {
    const controller = new AbortController();
    const seen: string[] = [];
    const counting = modelWith({
      "spec.title": {
        fingerprint: "title",
        extract: ({ values }) => {
          seen.push(values.title);
          return values.title;
        },
      },
    });
    const building = buildIndexes(store, [counting], {
      batch: 2,
      signal: controller.signal,
      onProgress: ({ done }) => done === 2 && controller.abort(new Error("stop")),
    });
    await expect(building).rejects.toThrow("stop");
    // What comes next may have been looked at already, and is not stored.
    expect(seen.splice(0).slice(0, 2)).toEqual(["old a", "old b"]);
    expect((await states())["spec.title"]).toMatchObject(["title", "building", expect.any(Number)]);
    const steps: number[] = [];
    await buildIndexes(store, [counting], { batch: 2, onProgress: ({ done }) => steps.push(done) });
    expect(seen).toEqual(["old c", "old d", "old e"]);
    expect(steps).toEqual([2, 4, 5]);
    expect(await names(store, "fieldSelector=spec.title^=old")).toBe("a b c d e");
  });

  it.each([1, 2, 3, 100])(
    "names the object and the index of a unique clash, and leaves nothing of it (batches of %i)",
    async (batch) => {
      const clashing = modelWith({
        "spec.code": {
          fingerprint: "clash",
          extract: ({ values }) => (/[bd]$/.test(values.title) ? "same" : values.title),
        },
        "spec.title": { fingerprint: "title", extract: ({ values }) => values.title },
      });
      const failure = await buildIndexes(store, [clashing], { batch }).catch((error: unknown) => error);
      expect(failure).toMatchObject({
        name: "IndexBuildError",
        resource: "samples.sample.example.com",
        index: "spec.code",
        object: "d",
        message: expect.stringMatching(/d and b both have the value "same"/),
      });
      expect(await names(store, "fieldSelector=spec.code")).toBe("");
      expect((await states())["spec.code"]).toEqual(["clash", "building", null]);

      await buildIndexes(store, [titleModel]);
      expect(await names(store, "fieldSelector=spec.code=code of old d")).toBe("d");
    },
  );

  it("lets unique values move between objects", async () => {
    await buildIndexes(store, [titleModel]);
    const order = ["old a", "old b", "old c", "old d", "old e"];
    const rotated = modelWith({
      "spec.code": {
        fingerprint: "moved",
        extract: ({ values }) => `code of ${order[(order.indexOf(values.title) + 1) % 5]}`,
      },
      "spec.title": { fingerprint: "title", extract: ({ values }) => values.title },
      "spec.tags": { fingerprint: "tags", extract: () => [] },
    });
    await buildIndexes(store, [rotated], { batch: 1 });
    expect(await names(store, "fieldSelector=spec.code=code of old a")).toBe("e");
  });

  it("names the object and the index of a function that throws or gives no string", async () => {
    const throwing = modelWith({
      "spec.tags": {
        fingerprint: "tags",
        extract: ({ values }) => {
          if (values.title === "old c") throw new RangeError("no tags here");
          return [values.title];
        },
      },
    });
    await expect(buildIndexes(store, [throwing], { batch: 2 })).rejects.toMatchObject({
      index: "spec.tags",
      object: "c",
      message: expect.stringMatching(/for the object c it failed: no tags here/),
    });
    expect(await names(store, "fieldSelector=spec.tags")).toBe("");
    const wrong = modelWith({ "spec.title": { fingerprint: "title", extract: ({ values }) => values.title.length } });
    await expect(buildIndexes(store, [wrong])).rejects.toThrow(/for the object a it gives 5 instead of a string/);
  });

  it("changes no object, and logs nothing", async () => {
    const before = [await store.revision(), Buffer.from((await store.read(sampleModel, "a"))!.data).toString()];
    await buildIndexes(store, [titleModel]);
    expect([await store.revision(), Buffer.from((await store.read(sampleModel, "a"))!.data).toString()]).toEqual(
      before,
    );
  });
});
