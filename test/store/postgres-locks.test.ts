import { getEventListeners } from "node:events";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { HeldLock } from "../../packages/store/dist/process-locks.js";
import { LockSession } from "../../packages/store/dist/postgres/lock-session.js";
import { PostgresLocks, SchemaLocks } from "../../packages/store/dist/postgres/postgres-locks.js";
import { PostgresServers } from "../../packages/store/dist/postgres/postgres-servers.js";
import { createDatabase } from "../postgres/create-database.js";
import { execute } from "./execute.js";

describe("a process's locks on PostgreSQL", () => {
  let session: PostgresLocks;
  let locks: SchemaLocks;
  let url: string;

  beforeAll(async () => {
    url = await createDatabase();
    session = new PostgresLocks(new PostgresServers(url));
    locks = new SchemaLocks(session, "public");
  });
  afterAll(() => session.close());

  async function hold(name: string): Promise<HeldLock> {
    const lock = await locks.tryHold(name);
    if (lock === undefined) throw new Error(`${name} is not free`);
    return lock;
  }

  it("add no listener each to the session that has them all", async () => {
    const first = await hold("one");
    const before = getEventListeners(first.lost, "abort").length;
    const others = await Promise.all(Array.from({ length: 20 }, (_, number) => hold(`table ${number}`)));
    expect(getEventListeners(first.lost, "abort")).toHaveLength(before);
    for (const lock of [first, ...others]) await lock.release();
  });

  it("are free again in this process when they could not be released", async () => {
    const lock = await hold("kept");
    expect(await locks.tryHold("kept")).toBeUndefined();
    await unlockingFails(async () => expect(lock.release()).rejects.toThrow("does not exist"));
    const again = await hold("kept");
    await again.release();
  });

  it("are free again in this process after the session has ended", async () => {
    const lock = await hold("lost");
    const ended = new Promise((resolve) => lock.lost.addEventListener("abort", resolve));
    const sessions = "pg_stat_activity WHERE application_name = 'cmgen locks' AND datname = current_database()";
    await execute(url, `SELECT pg_terminate_backend(pid) FROM ${sessions}`);
    await ended;
    const again = await hold("lost");
    expect(again.isHeld()).toBe(true);
    await again.release();
  });

  it("can be taken after a session that had ended by the time it was open", async () => {
    const own = new PostgresLocks(new PostgresServers(url));
    const open = LockSession.open.bind(LockSession);
    vi.spyOn(LockSession, "open").mockImplementationOnce(async (...given) => {
      const opened = await open(...given);
      const ended = new Promise((resolve) => opened.ended.addEventListener("abort", resolve));
      await execute(url, `SELECT pg_terminate_backend(${(await opened.tryShare("public", "x"))?.fence?.holder})`);
      await ended;
      return opened;
    });
    const process = new SchemaLocks(own, "public");
    await expect(process.tryHold("after that")).rejects.toThrow("not queryable");
    const lock = await process.tryHold("after that");
    expect(lock?.isHeld()).toBe(true);
    await own.close();
  });

  /** The server has the function that releases a lock under another name while `during` runs. */
  async function unlockingFails(during: () => Promise<void>): Promise<void> {
    const rename = (from: string, to: string): Promise<void> =>
      execute(url, `ALTER FUNCTION pg_catalog.${from}(bigint) RENAME TO ${to}`);
    await rename("pg_advisory_unlock", "unlock_away");
    try {
      await during();
    } finally {
      await rename("unlock_away", "pg_advisory_unlock");
    }
  }
});
