import { afterEach, describe, expect, it } from "vitest";
import Database from "better-sqlite3";
import { openDatabase, type NewSession, type NewToken, type Store } from "@cmgen/store";
import { emptyDatabase, engineNames, type EngineName } from "./engines.js";
import { execute } from "./execute.js";
import { identitySchema } from "./identity-schema.js";
import { physicalSchema } from "./physical-schema.js";
import { sampleModel } from "./sample-model.js";

const token: NewToken = {
  id: "t1",
  hash: "hash of t1",
  name: "ci",
  actor: "token:ci",
  uid: null,
  roles: ["editor", 'quoted "role"'],
  groups: ["a,b"],
  createdAt: 1000,
  expiresAt: 9000,
};

const session: NewSession = {
  id: "s1",
  hash: "first",
  user: "ann",
  uid: "u1",
  identity: null,
  createdAt: 1000,
  expiresAt: 9000,
};

describe.each(engineNames)("identities on %s", (engine) => {
  let close = async (): Promise<void> => undefined;
  const open = async (): Promise<Store> => {
    const opened = await openIdentities(engine);
    ({ close } = opened);
    return opened.store;
  };
  afterEach(() => close());

  it("a token is found by its hash, and by no other", async () => {
    const { identities } = await open();
    await identities.tokens.add(token);
    expect(await identities.tokens.ofHash("hash of t1")).toEqual({ ...token, revokedAt: null, usedAt: null });
    expect(await identities.tokens.ofHash("hash of t2")).toBeUndefined();
    expect(await identities.tokens.ofHash("")).toBeUndefined();
    const { hash: _, ...shown } = token;
    expect(await identities.tokens.list()).toEqual([{ ...shown, revokedAt: null, usedAt: null }]);
  });

  it("no two tokens have the same hash", async () => {
    const { identities } = await open();
    await identities.tokens.add(token);
    await expect(identities.tokens.add({ ...token, id: "t2" })).rejects.toThrow(/unique/i);
    expect(await identities.tokens.list()).toHaveLength(1);
  });

  it("a revocation moves the revision, once; a new token and its use do not", async () => {
    const { identities } = await open();
    await identities.tokens.add(token);
    await identities.tokens.add({ ...token, id: "t2", hash: "hash of t2", expiresAt: null });
    await identities.tokens.used([{ id: "t1", at: 5000 }]);
    await identities.tokens.used([{ id: "t1", at: 64_999 }]);
    expect(await identities.revision()).toBe(0);
    expect(await identities.changedAfter(0)).toEqual({ revision: 0, tokens: [], sessions: [] });
    expect(await identities.tokens.revoke("t1", 6000)).toBe(true);
    const changed = await identities.changedAfter(0);
    expect(changed).toMatchObject({
      revision: 1,
      tokens: [{ id: "t1", hash: "hash of t1", revokedAt: 6000, usedAt: 5000 }],
    });
    expect(changed.tokens).toHaveLength(1);
    expect(await identities.tokens.revoke("t1", 7000)).toBe(false);
    expect(await identities.tokens.revoke("unknown", 7000)).toBe(false);
    expect((await identities.tokens.ofHash("hash of t1"))?.revokedAt).toBe(6000);
    expect((await identities.changedAfter(await identities.revision())).tokens).toEqual([]);
  });

  it("many revocations at the same time are each read by one who reads what has changed", async () => {
    const { identities } = await open();
    const ids = Array.from({ length: 30 }, (_, place) => `t${place}`);
    for (const id of ids) await identities.tokens.add({ ...token, id, hash: id });
    const seen = new Set<string>();
    let known = 0;
    const read = async (): Promise<void> => {
      const { revision, tokens } = await identities.changedAfter(known);
      known = revision;
      for (const { id } of tokens) seen.add(id);
    };
    const revoked = Promise.all(ids.map((id) => identities.tokens.revoke(id, 1)));
    for (let round = 0; round < 20; round += 1) await read();
    await revoked;
    await read();
    expect([...seen].toSorted()).toEqual(ids.toSorted());
    expect(await identities.revision()).toBe(30);
  });

  it("a session is known by its hash and by the one before, until it ends", async () => {
    const { sessions, ...identities } = (await open()).identities;
    await sessions.add(session);
    expect(await sessions.rotate("s1", { from: "first", to: "second", at: 2000 })).toBe(true);
    expect(await sessions.rotate("s1", { from: "first", to: "third", at: 2000 })).toBe(false);
    const rotated = { id: "s1", hash: "second", rotatedFrom: "first", rotatedAt: 2000, seenAt: 2000, endedAt: null };
    expect(await sessions.ofHash("second")).toMatchObject(rotated);
    expect(await sessions.ofHash("first")).toMatchObject(rotated);
    expect(await sessions.ofHash("third")).toBeUndefined();
    await sessions.seen([{ id: "s1", at: 61_999 }]);
    expect(await sessions.ofUser("u1")).toMatchObject([{ id: "s1", seenAt: 2000 }]);
    await sessions.seen([{ id: "s1", at: 62_000 }]);
    expect(await sessions.ofUser("u1")).toMatchObject([{ id: "s1", seenAt: 62_000 }]);
    expect(await sessions.end("s1", 4000)).toBe(true);
    expect(await sessions.end("s1", 4000)).toBe(false);
    expect(await sessions.rotate("s1", { from: "second", to: "fourth", at: 5000 })).toBe(false);
    expect(await sessions.ofUser("u1")).toEqual([]);
    expect((await identities.changedAfter(1)).sessions).toMatchObject([{ id: "s1", endedAt: 4000 }]);
    await sessions.trim(4000);
    expect(await sessions.ofHash("second")).toBeDefined();
    await sessions.trim(4001);
    expect(await sessions.ofHash("second")).toBeUndefined();
  });

  it("sessions that a provider has given are found by the caller's name, and those of a user of the same name are not", async () => {
    const { sessions } = (await open()).identities;
    const identity = '{"issuer":"https://id.example.com","groups":["a\u0001\'"],"claims":{}}';
    await sessions.add(session);
    for (const [id, user, createdAt] of [
      ["p1", "ann", 1000],
      ["p2", "ann", 2000],
      ["p3", "bob", 1000],
    ] as const)
      await sessions.add({ ...session, id, hash: id, user, uid: "https://id.example.com ann", identity, createdAt });
    expect(await sessions.ofHash("p1")).toMatchObject({ identity });
    expect((await sessions.ofProviderName("ann")).map(({ id }) => id)).toEqual(["p2", "p1"]);
    expect(await sessions.end("p2", 3000)).toBe(true);
    expect((await sessions.ofProviderName("ann")).map(({ id }) => id)).toEqual(["p1"]);
  });

  it("a new password ends the user's other sessions, and forgets the reset token", async () => {
    const { sessions, credentials } = (await open()).identities;
    for (const id of ["s1", "s2"]) await sessions.add({ ...session, id, hash: id });
    await sessions.add({ ...session, id: "s3", hash: "s3", uid: "u2" });
    await credentials.addReset("u1", { hash: "reset", expiresAt: 9000, at: 1000 });
    expect(await credentials.read("u1")).toEqual({ password: null, changedAt: 1000 });
    await credentials.setPassword("u1", { password: "hashed", at: 2000, keeps: "s2" });
    expect(await credentials.read("u1")).toEqual({ password: "hashed", changedAt: 2000 });
    expect((await sessions.ofUser("u1")).map(({ id }) => id)).toEqual(["s2"]);
    expect(await sessions.ofUser("u2")).toHaveLength(1);
    expect(await credentials.redeem("reset", { password: "other", at: 3000 })).toBeUndefined();
    await credentials.rehash("u1", "not this", "raised");
    expect((await credentials.read("u1"))?.password).toBe("hashed");
    await credentials.rehash("u1", "hashed", "raised");
    expect((await credentials.read("u1"))?.password).toBe("raised");
    expect(await credentials.read("u2")).toBeUndefined();
  });

  it("a reset token is redeemed once, and not when it has expired", async () => {
    const { sessions, credentials } = (await open()).identities;
    await sessions.add(session);
    await credentials.addReset("u1", { hash: "late", expiresAt: 1999, at: 1000 });
    expect(await credentials.redeem("late", { password: "new", at: 2000 })).toBeUndefined();
    expect(await sessions.ofUser("u1")).toHaveLength(1);
    await credentials.addReset("u1", { hash: "reset", expiresAt: 9000, at: 1000 });
    expect([(await credentials.resetOf("reset", 8999))?.uid, await credentials.resetOf("reset", 9000)]).toEqual([
      "u1",
      undefined,
    ]);
    expect(await credentials.resetOf("late", 1000)).toBeUndefined();
    const redeemed = await Promise.all(
      [1, 2, 3].map((place) => credentials.redeem("reset", { password: `new ${place}`, at: 2000 })),
    );
    expect(redeemed.filter((uid) => uid === "u1")).toHaveLength(1);
    expect(await sessions.ofUser("u1")).toEqual([]);
  });

  it("a user's end is that of sessions and tokens, and of nobody else's", async () => {
    const { tokens, sessions, credentials } = (await open()).identities;
    await tokens.add({ ...token, uid: "u1" });
    await tokens.add({ ...token, id: "t2", hash: "t2", uid: "u2" });
    await sessions.add(session);
    await credentials.setPassword("u1", { password: "hashed", at: 1000, keeps: "s1" });
    expect(await credentials.endAll("u1", 3000)).toBe(2);
    expect(await credentials.endAll("u1", 3000)).toBe(0);
    expect(await credentials.read("u1")).toBeDefined();
    expect(await credentials.isKeptName("ann")).toBe(false);
    await credentials.forget({ uid: "u1", name: "ann" }, 3000);
    expect(await credentials.read("u1")).toBeUndefined();
    // The name stays, and nobody could sign in with it.
    expect([await credentials.isKeptName("ann"), await credentials.isKeptName("an")]).toEqual([true, false]);
    await credentials.keepName("ann", 4000);
    expect(await credentials.read("ann")).toBeUndefined();
    expect((await tokens.list()).map(({ id, revokedAt }) => [id, revokedAt]).toSorted()).toEqual([
      ["t1", 3000],
      ["t2", null],
    ]);
  });

  it("failed attempts are counted one by one, also those at the same time", async () => {
    const { attempts } = (await open()).identities;
    const rules = { now: 10_000, delays: [0, 0, 500, 2000], since: 0 };
    const begun = await Promise.all(Array.from({ length: 10 }, () => attempts.begin("ann", rules)));
    expect(begun.filter((until) => until === undefined)).toHaveLength(3);
    expect(begun.filter((until) => until === 10_500)).toHaveLength(7);
    expect(await attempts.begin("bob", rules)).toBeUndefined();
    expect(await attempts.begin("ann", { ...rules, now: 10_500 })).toBeUndefined();
    expect(await attempts.begin("ann", { ...rules, now: 10_501 })).toBe(12_500);
    // The last delay is that of all that follow.
    expect(await attempts.begin("ann", { ...rules, now: 12_500 })).toBeUndefined();
    expect(await attempts.begin("ann", { ...rules, now: 12_501 })).toBe(14_500);
    // Those that are long ago do not count.
    expect(await attempts.begin("ann", { ...rules, now: 90_000, since: 80_000 })).toBeUndefined();
    expect(await attempts.begin("ann", { ...rules, now: 90_001, since: 80_000 })).toBeUndefined();
    await attempts.undo("ann");
    expect(await attempts.begin("ann", { ...rules, now: 90_001, since: 80_000 })).toBeUndefined();
    expect(await attempts.begin("ann", { ...rules, now: 90_001, since: 80_000 })).toBeUndefined();
    await attempts.clear("ann");
    for (let attempt = 0; attempt < 3; attempt += 1) expect(await attempts.begin("ann", rules)).toBeUndefined();
    await attempts.trim(10_001);
    expect(await attempts.begin("ann", rules)).toBeUndefined();
  });

  it("an attempt that is counted after a later one does not wait where there is no delay", async () => {
    const { attempts } = (await open()).identities;
    const rules = { delays: [0, 0, 0, 500], since: 0 };
    for (const now of [10_000, 9_999, 10_001]) expect(await attempts.begin("ann", { ...rules, now })).toBeUndefined();
    expect(await attempts.begin("ann", { ...rules, now: 10_000 })).toBeUndefined();
    expect(await attempts.begin("ann", { ...rules, now: 10_001 })).toBe(10_500);
  });
});

it("a revocation on SQLite is synced as objects are, and the note of a use is not", async () => {
  const { store, url, close } = await openIdentities("sqlite file");
  await execute(
    url,
    `CREATE TABLE noted (level);
     CREATE TRIGGER revoked AFTER UPDATE OF used_at, revoked_at ON cmgen_tokens BEGIN INSERT INTO noted SELECT synchronous FROM pragma_synchronous; END;`,
  );
  await store.identities.tokens.add(token);
  await store.identities.tokens.used([{ id: "t1", at: 1 }]);
  await store.identities.tokens.revoke("t1", 2);
  const database = new Database(url.slice("file:".length), { readonly: true });
  // 2 is FULL, with which a commit returns when it is on the disk.
  expect(database.prepare("SELECT level FROM noted").pluck().all()).toEqual([1, 2]);
  database.close();
  await close();
});

/** A store with the tables of identities, and its URL. */
async function openIdentities(
  engine: EngineName,
): Promise<{ readonly store: Store; readonly url: string; readonly close: () => Promise<void> }> {
  const { url, cleanUp } = await emptyDatabase(engine);
  const database = openDatabase(url);
  const provider = engine === "postgresql" ? "postgresql" : "sqlite";
  const sql = `${physicalSchema(provider, [sampleModel])}\n${identitySchema(provider)}`;
  await database.migrate([{ name: "20300101000000_init", sql }]);
  const store = await database.openStore();
  return { store, url, close: () => store.close().then(cleanUp) };
}
