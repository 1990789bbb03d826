import { setTimeout } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../packages/store/src/store.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

const STORES = 4;
const ROUNDS = 15;

/** Several stores on one database, as several processes have them. */
describe("several stores on one PostgreSQL database", () => {
  let database: TestDatabase;
  let stores: Store[];

  beforeEach(async () => {
    database = await openTestDatabase("postgresql", [sampleModel], { connections: 4 });
    stores = [database.store];
    while (stores.length < STORES) stores.push(await database.open());
    return () => database.close();
  });

  it.each(["code", "keys"])("let exactly one of many creates with one value of %s win", async (index) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const value = index === "keys" ? [`a${round}`, "b", `c${round}`].filter((key) => key !== "b") : `v${round}`;
      const outcomes = await Promise.all(
        stores.flatMap((store, place) =>
          [0, 1].map((twin) =>
            store.create(sampleModel, sampleRecord(`n${round}-${place}-${twin}`, { values: { [index]: value } })),
          ),
        ),
      );
      const won = outcomes.filter((outcome) => outcome.refused === undefined);
      expect(won).toHaveLength(1);
      const refusals = outcomes.filter((outcome) => outcome.refused !== undefined);
      for (const refusal of refusals) expect(refusal).toMatchObject({ refused: "value-taken", index: `spec.${index}` });
    }
  });

  it("let exactly one of many creates with one name win", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const outcomes = await Promise.all(stores.map((store) => store.create(sampleModel, sampleRecord(`n${round}`))));
      expect(outcomes.filter((outcome) => outcome.refused === undefined)).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome.refused === "name-taken")).toHaveLength(STORES - 1);
    }
  });

  it("lose no versioned update", async () => {
    await stores[0]!.create(sampleModel, sampleRecord("one"));
    const increment = async (store: Store): Promise<void> => {
      for (;;) {
        const { version } = (await store.read(sampleModel, "one"))!;
        const outcome = await store.replace(sampleModel, sampleRecord("one", { version: version + 1 }), version);
        if (outcome.refused === undefined) return;
        expect(outcome.refused).toBe("version-differs");
      }
    };
    await Promise.all(stores.flatMap((store) => Array.from({ length: 10 }, () => increment(store))));
    expect((await stores[0]!.read(sampleModel, "one"))?.version).toBe(1 + STORES * 10);
  });

  it("show every change once, in the order of revisions, to a reader that follows", async () => {
    const writes = 60;
    const seen: number[] = [];
    const progress = { ended: false };
    const follow = async (): Promise<void> => {
      for (let last = 0; !progress.ended || (await stores[0]!.revision()) > last;) {
        const changes = await stores[0]!.changesAfter(last, { changes: 7, bytes: 1_000_000 });
        seen.push(...changes.map(({ revision }) => revision));
        last = changes.at(-1)?.revision ?? last;
        if (changes.length === 0) await setTimeout(1);
      }
    };
    const write = async (store: Store, place: number): Promise<void> => {
      for (let number = 0; number < writes; number += 1) {
        await store.create(sampleModel, sampleRecord(`n${place}-${number}`, { values: { tags: ["t"] } }));
      }
    };
    const following = follow();
    await Promise.all(stores.map(write));
    progress.ended = true;
    await following;
    expect(seen).toEqual(Array.from({ length: writes * STORES }, (_, place) => place + 1));
  });

  it("hear of each other's changes", async () => {
    const heard = new Promise<void>((resolve) => stores[1]!.onChange(resolve));
    await stores[0]!.create(sampleModel, sampleRecord("one"));
    await heard;
    let own = 0;
    const stop = stores[0]!.onChange(() => (own += 1));
    await stores[0]!.create(sampleModel, sampleRecord("two"));
    await expect.poll(() => own).toBeGreaterThan(0);
    stop();
  });
});
