import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { storedModel } from "../../packages/store/src/stored-model.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

/**
 * Another process declares the indexes while a write waits for its revision: the write began before the declaration was committed, and
 * must know of it all the same. Two writes at once share a transaction, one has a statement for itself.
 */
describe.each([1, 2])("%i writes on PostgreSQL that wait while indexes are declared", (count) => {
  let database: TestDatabase;
  let other: pg.Client;

  beforeEach(async () => {
    database = await openTestDatabase("postgresql", [sampleModel]);
    await database.store.indexes.declare(sampleModel.table, { declaration: "first", isTried: false });
    database.store.serve({ ...storedModel(sampleModel), declaration: "first" });
    other = new pg.Client(database.url);
    await other.connect();
    return async () => {
      await other.end();
      await database.close();
    };
  });

  /** Starts the writes, and lets another process declare the indexes once they all wait for it. */
  async function writeWhileDeclared(declaration: string): Promise<readonly unknown[]> {
    await other.query("BEGIN; UPDATE cmgen_revision SET revision = revision");
    const names = Array.from({ length: count }, (_, place) => `n${place}`);
    const writes = Promise.all(names.map((name) => database.store.create(sampleModel, sampleRecord(name))));
    const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))";
    while ((await other.query(waiting)).rowCount === 0) await setTimeout(5);
    await other.query('UPDATE cmgen_indexes SET fingerprint = $1 WHERE "table" = $2 AND "index" = \'\'', [
      declaration,
      sampleModel.table,
    ]);
    await other.query("COMMIT");
    return writes;
  }

  it("are refused where it is another declaration, and leave nothing", async () => {
    for (const outcome of await writeWhileDeclared("second")) expect(outcome).toEqual({ refused: "superseded" });
    expect(await database.store.read(sampleModel, "n0")).toBeUndefined();
    expect(await database.store.revision()).toBe(0);
  });

  it("are done where it is the same", async () => {
    const revisions = (await writeWhileDeclared("first")).map((outcome) => outcome as { readonly revision: number });
    expect(revisions).toEqual(Array.from({ length: count }, (_, place) => ({ revision: place + 1 })));
  });
});
