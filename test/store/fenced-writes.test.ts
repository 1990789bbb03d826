import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import type { HeldLock } from "../../packages/store/src/process-locks.js";
import type { StoredModel } from "../../packages/store/src/stored-model.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

/** A process loses a lock while its writes wait for their revisions. Two writes at once share a transaction, one has a statement for itself. */
describe.each([1, 2])("%i writes on PostgreSQL under a lock", (count) => {
  let database: TestDatabase;
  let other: pg.Client;
  let lock: HeldLock;
  let fenced: StoredModel;

  beforeEach(async () => {
    database = await openTestDatabase("postgresql", [sampleModel]);
    const held = await database.store.locks.tryHold("controller a");
    if (held?.fence === undefined) throw new Error("The lock is held");
    lock = held;
    fenced = { ...sampleModel, fence: held.fence };
    other = new pg.Client(database.url);
    await other.connect();
    return async () => {
      await other.end();
      await database.close();
    };
  });

  /** Starts the writes, and does something once they all wait for their revision. */
  async function writeWhile(happens: () => Promise<unknown>, model: StoredModel = fenced): Promise<readonly unknown[]> {
    await other.query("BEGIN; UPDATE cmgen_revision SET revision = revision");
    const names = Array.from({ length: count }, (_, place) => `n${place}`);
    const writes = Promise.all(names.map((name) => database.store.create(model, sampleRecord(name))));
    const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))";
    while ((await other.query(waiting)).rowCount === 0) await setTimeout(5);
    await happens();
    await other.query("COMMIT");
    return writes;
  }

  const done = Array.from({ length: count }, (_, place) => ({ revision: place + 1 }));
  const refused = Array.from({ length: count }, () => ({ refused: "superseded" }));
  const endSession = async (): Promise<void> => {
    await other.query("SELECT pg_terminate_backend($1)", [lock.fence?.holder]);
    const left = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND pid = $1";
    while ((await other.query(left, [lock.fence?.holder])).rowCount !== 0) await setTimeout(5);
  };

  it("are done while it is held", async () => {
    expect(await writeWhile(async () => undefined)).toEqual(done);
  });

  it("are refused once its session has ended, and leave nothing", async () => {
    expect(await writeWhile(endSession)).toEqual(refused);
    expect(await database.store.read(sampleModel, "n0")).toBeUndefined();
    expect(await database.store.revision()).toBe(0);
  });

  it("are refused once another session holds it, this process's next one included", async () => {
    const taken = async (): Promise<void> => {
      await endSession();
      await expect.poll(() => database.store.locks.tryHold("controller a")).toBeDefined();
    };
    expect(await writeWhile(taken)).toEqual(refused);
  });

  it("are refused once it is released", async () => {
    expect(await writeWhile(() => lock.release())).toEqual(refused);
  });

  it("are refused under another lock of the same session", async () => {
    const model = { ...sampleModel, fence: { lock: "controller b", holder: lock.fence?.holder ?? 0 } };
    expect(await writeWhile(async () => undefined, model)).toEqual(refused);
  });

  it("do not hinder writes beside them that need no lock", async () => {
    const free = database.store.create(sampleModel, sampleRecord("free"));
    expect(await writeWhile(endSession)).toEqual(refused);
    expect(await free).toEqual({ revision: 1 });
  });
});
