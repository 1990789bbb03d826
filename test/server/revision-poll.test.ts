import { afterEach, describe, expect, it, vi } from "vitest";
import { silentLog } from "@cmgen/runtime";
import { openDatabase, type Store } from "@cmgen/store";
import { RevisionPoll } from "../../packages/runtime/dist/identity/revision-poll.js";
import { identitySchema } from "../store/identity-schema.js";
import { physicalSchema } from "../store/physical-schema.js";
import { sampleModel } from "../store/sample-model.js";

/** By when docs/tokens.md and docs/sign-in.md promise that what one process ends has ended in every process. */
const PROMISED_MS = 5000;

/** Its clock is driven: what a slow machine takes for a read of the database does not count. */
describe("what another process has revoked", () => {
  let store: Store;
  afterEach(async () => {
    vi.useRealTimers();
    await store.close();
  });

  /** Polls a database with a token that is not revoked. */
  const start = async (): Promise<{ readonly poll: RevisionPoll; readonly heard: readonly string[] }> => {
    const database = openDatabase(":memory:");
    const sql = `${physicalSchema("sqlite", [sampleModel])}\n${identitySchema("sqlite")}`;
    await database.migrate([{ name: "20300101000000_init", sql }]);
    store = await database.openStore();
    await store.identities.tokens.add({
      id: "t1",
      hash: "hash",
      name: "ci",
      actor: "token:ci",
      uid: null,
      roles: [],
      groups: [],
      createdAt: 1000,
      expiresAt: null,
    });
    const heard: string[] = [];
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    const poll = new RevisionPoll(
      { store, log: silentLog },
      {
        changed: ({ tokens }) => void heard.push(...tokens.map(({ id }) => id)),
        lost: () => void heard.push("all"),
        passed: async () => undefined,
      },
    );
    await poll.refresh();
    return { poll, heard };
  };

  it("is asked for and known within five seconds, without any request", async () => {
    const { poll, heard } = await start();
    await store.identities.tokens.revoke("t1", 2000);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(PROMISED_MS);
    // Otherwise the poll would drive the clock on.
    vi.useRealTimers();
    await expect.poll(() => heard).toEqual(["t1"]);
    await poll.close();
  });

  it("is not relied on to be valid after five seconds in which the database has not answered", async () => {
    const { poll } = await start();
    await store.close();
    expect(poll.isFresh()).toBe(true);
    vi.advanceTimersByTime(PROMISED_MS);
    expect(poll.isFresh()).toBe(false);
    await expect(poll.settled(async () => "valid", String)).rejects.toThrow("The database connection is not open");
    await poll.close();
  });
});
