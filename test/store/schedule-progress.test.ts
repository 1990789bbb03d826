import { describe, expect, it } from "vitest";
import Database from "better-sqlite3";
import { openDatabase, type Store } from "@cmgen/store";
import { emptyDatabase, type EngineName } from "./engines.js";
import { execute } from "./execute.js";
import { physicalSchema } from "./physical-schema.js";
import { sampleModel } from "./sample-model.js";

const waiting = { position: 10, state: "waiting" } as const;
const running = { position: 20, state: "running" } as const;

const schedulesTable =
  'CREATE TABLE "cmgen_schedules" ("name" TEXT NOT NULL PRIMARY KEY, "position" BIGINT NOT NULL, "state" TEXT NOT NULL);';

/** A store with the table of schedules, and its URL. */
async function open(engine: EngineName): Promise<{ store: Store; url: string; close: () => Promise<void> }> {
  const { url, cleanUp } = await emptyDatabase(engine);
  const database = openDatabase(url);
  const schema = physicalSchema(engine === "postgresql" ? "postgresql" : "sqlite", [sampleModel]);
  await database.migrate([{ name: "20300101000000_init", sql: `${schema}\n${schedulesTable}` }]);
  const store = await database.openStore();
  return { store, url, close: () => store.close().then(cleanUp) };
}

describe.each(["sqlite file", "sqlite memory", "postgresql"] as const)("the progress of a schedule on %s", (engine) => {
  it("moves on from what is known, and not from what another process has left behind", async () => {
    const { store, close } = await open(engine);
    const { schedules } = store;
    expect(await schedules.read("a")).toBeUndefined();
    expect(await schedules.move("a", { from: waiting, to: running })).toBe(false);
    expect(await schedules.move("a", { from: undefined, to: waiting })).toBe(true);
    expect(await schedules.move("a", { from: undefined, to: running })).toBe(false);
    expect(await schedules.move("a", { from: { ...waiting, position: 9 }, to: running })).toBe(false);
    expect(await schedules.move("a", { from: { ...waiting, state: "running" }, to: running })).toBe(false);
    expect(await schedules.read("a")).toEqual(waiting);
    const both = await Promise.all([1, 2].map(() => schedules.move("a", { from: waiting, to: running })));
    expect(both.toSorted()).toEqual([false, true]);
    expect(await schedules.read("a")).toEqual(running);
    await close();
  });
});

it("the progress of a schedule on SQLite is synced as objects are", async () => {
  const { store, url, close } = await open("sqlite file");
  // 2 is FULL, with which a commit returns when it is on the disk; 1 is NORMAL, as indexes are built.
  const noted = "INSERT INTO noted SELECT synchronous FROM pragma_synchronous";
  await execute(
    url,
    `CREATE TABLE noted (level);
     CREATE TRIGGER moved AFTER UPDATE ON cmgen_schedules BEGIN ${noted}; END;
     CREATE TRIGGER begun AFTER INSERT ON cmgen_schedules BEGIN ${noted}; END;
     CREATE TRIGGER built AFTER INSERT ON cmgen_indexes BEGIN ${noted}; END;`,
  );
  await store.schedules.move("a", { from: undefined, to: waiting });
  await store.schedules.move("a", { from: waiting, to: running });
  await store.indexes.declare("sample", { declaration: "none", isTried: false });
  const database = new Database(url.slice("file:".length), { readonly: true });
  expect(database.prepare("SELECT level FROM noted").pluck().all()).toEqual([2, 2, 1]);
  database.close();
  await close();
});
