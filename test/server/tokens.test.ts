import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { issueToken, listTokens, revokeToken, type TokenRequest } from "@cmgen/runtime/database";
import type { Identity, LogFields, RunningServer } from "@cmgen/runtime";
import { UnavailableError } from "@cmgen/store";
import { createDatabase } from "../postgres/create-database.js";
import { exchange } from "./exchange.js";
import { databases, startPeople } from "./people-server.js";
import { collection } from "./rule.js";
import { tokenAuthorizer } from "./token-people.js";
import { emptyDatabase } from "../store/engines.js";

const request: TokenRequest = { name: "ci", roles: ["editor"], groups: ["staff"], lifetime: 3_600_000 };

describe.each(databases)("tokens on %s", (database) => {
  let server: RunningServer;
  let url = "";
  let cleanUp = async (): Promise<void> => undefined;
  let callers: Identity[] = [];
  const lines: string[] = [];

  beforeAll(async () => {
    if (database === "postgresql") url = await createDatabase();
    else ({ url, cleanUp } = await emptyDatabase("sqlite file"));
    const write = (fields: LogFields, message: string): void => void lines.push(JSON.stringify({ fields, message }));
    server = await startPeople(database, {
      databaseUrl: url,
      authorizer: tokenAuthorizer(
        () => server.service.identities,
        (identity) => callers.push(identity),
      ),
      log: { debug: write, info: write, warn: write, error: write },
      accessLog: true,
    });
  });
  afterAll(async () => {
    await server.close();
    await cleanUp();
  });
  afterEach(() => {
    callers = [];
    vi.useRealTimers();
  });

  const get = async (authorization?: string): Promise<{ status: number; body: string; challenge?: string }> => {
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await exchange(server.url, { method: "GET", path: collection, headers });
    const challenge = answer.headers["www-authenticate"];
    return {
      status: answer.status,
      body: answer.bytes.toString(),
      ...(challenge !== undefined && { challenge }),
    };
  };

  it("a token says who calls, what roles and groups they have, and until when", async () => {
    const { secret, token } = await issueToken(url, request);
    expect((await get(`Bearer ${secret}`)).status).toBe(200);
    expect((await get(`bEARER   ${secret}`)).status).toBe(200);
    expect(callers).toMatchObject([
      { name: "token:ci", roles: ["editor"], groups: ["staff"], expiresAt: token.expiresAt },
      { name: "token:ci" },
    ]);
    expect(callers[0]?.isValid?.()).toBe(true);
  });

  it("nothing but its hash is kept, and nothing of it is logged", async () => {
    const { secret } = await issueToken(url, request);
    await get(`Bearer ${secret}`);
    await get(`Bearer ${secret}x`);
    expect(JSON.stringify(await listTokens(url))).not.toContain(secret.slice(6));
    expect(lines.join("\n")).not.toContain(secret.slice(6, 40));
  });

  it("a revoked token is refused from the next request on, for watches too", async () => {
    const { secret, token } = await issueToken(url, request);
    await get(`Bearer ${secret}`);
    const [identity] = callers;
    expect(await revokeToken(url, token.id)).toBe(true);
    if (database === "postgresql") await server.service.identities.refresh();
    expect(identity?.isValid?.()).toBe(false);
    const answer = await get(`Bearer ${secret}`);
    expect(answer).toMatchObject({ status: 401, challenge: 'Bearer error="invalid_token"' });
    expect(answer.body).toContain("The token has been revoked.");
    expect(await revokeToken(url, token.id)).toBe(false);
    expect(await revokeToken(url, "unknown")).toBe(false);
  });

  it("a token that was revoked before it was first used is refused", async () => {
    const { secret, token } = await issueToken(url, request);
    await revokeToken(url, token.id);
    expect((await get(`Bearer ${secret}`)).status).toBe(401);
  });

  it("an expired token is refused, and the watch that it opened ends", async () => {
    const { secret } = await issueToken(url, { ...request, lifetime: 700 });
    const never = await issueToken(url, { ...request, lifetime: null });
    expect((await get(`Bearer ${secret}`)).status).toBe(200);
    expect((await get(`Bearer ${never.secret}`)).status).toBe(200);
    expect(callers[1]?.expiresAt).toBeUndefined();
    await expect.poll(() => callers[0]?.isValid?.()).toBe(false);
    expect(callers[1]?.isValid?.()).toBe(true);
    expect((await get(`Bearer ${secret}`)).body).toContain("The token has expired.");
  });

  it("a use is noted, at most once a minute, and is no change of anything", async () => {
    const { secret, token } = await issueToken(url, request);
    const usedAt = async (): Promise<number | null | undefined> =>
      (await listTokens(url)).find(({ id }) => id === token.id)?.usedAt;
    const { store, identities } = server.service;
    const [changes, revision] = [await store.revision(), await store.identities.revision()];
    expect(await usedAt()).toBeNull();
    await get(`Bearer ${secret}`);
    await expect.poll(usedAt).toBeGreaterThan(0);
    const noted = await usedAt();
    const write = vi.spyOn(store.identities.tokens, "used");
    for (let round = 0; round < 5; round += 1) await get(`Bearer ${secret}`);
    await identities.refresh();
    await expect.poll(() => write.mock.calls.length).toBeGreaterThan(0);
    expect(write.mock.calls.flat(2)).toEqual([]);
    write.mockRestore();
    expect(await usedAt()).toBe(noted);
    expect([await store.revision(), await store.identities.revision()]).toEqual([changes, revision]);
  });

  it("a token that is known costs no read of the database", async () => {
    const { secret } = await issueToken(url, request);
    await get(`Bearer ${secret}`);
    const { identities } = server.service.store;
    const read = vi.spyOn(identities.tokens, "ofHash");
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(`Bearer ${secret}`)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });

  it("many first requests with a token read it once", async () => {
    const { secret } = await issueToken(url, request);
    const read = vi.spyOn(server.service.store.identities.tokens, "ofHash");
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(`Bearer ${secret}`)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(read).toHaveBeenCalledTimes(1);
    read.mockRestore();
  });

  it("what is revoked while it is looked up is not taken for valid", async () => {
    const { secret, token } = await issueToken(url, request);
    const { identities } = server.service.store;
    const ofHash = identities.tokens.ofHash.bind(identities.tokens);
    await get(`Bearer ${(await issueToken(url, request)).secret}`);
    vi.spyOn(identities.tokens, "ofHash").mockImplementationOnce(async (hash) => {
      const found = await ofHash(hash);
      await identities.tokens.revoke(token.id, Date.now());
      await server.service.identities.refresh();
      return found;
    });
    expect((await get(`Bearer ${secret}`)).status).toBe(401);
    vi.restoreAllMocks();
  });

  it("if the revision cannot be read for some seconds, requests are refused as not ready, and none is let in", async () => {
    const { secret } = await issueToken(url, request);
    expect((await get(`Bearer ${secret}`)).status).toBe(200);
    const { identities } = server.service.store;
    const revision = vi
      .spyOn(identities, "revision")
      .mockRejectedValue(new UnavailableError("The database does not answer."));
    await expect.poll(async () => (await get(`Bearer ${secret}`)).status).toBe(503);
    revision.mockRestore();
    expect((await get(`Bearer ${secret}`)).status).toBe(200);
  });

  const valid = `cmgen_${"0".repeat(49)}`;
  it.each([
    ["the prefix alone", "Bearer cmgen_"],
    ["a wrong checksum", `Bearer ${valid}`],
    ["a token that is much too long", `Bearer cmgen_${"a".repeat(12_000)}`],
    ["a blank inside", `Bearer cmgen_${"a".repeat(20)} ${"a".repeat(20)}`],
    ["a blank inside, in small letters", `bearer cmgen_${"a".repeat(20)} ${"a".repeat(20)}`],
    ["characters outside of ASCII", `Bearer cmgen_\u00fc\u00e9`],
    ["a comma and another one", `Bearer ${valid}, Bearer ${valid}`],
    ["an escape of a line break", `Bearer cmgen_%0d%0aSet-Cookie:a=b`],
    ["SQL", `Bearer cmgen_' OR '1'='1`],
  ])("%s is 401, without a read of the database", async (_, authorization) => {
    const read = vi.spyOn(server.service.store.identities.tokens, "ofHash");
    const answer = await get(authorization);
    expect(answer).toMatchObject({ status: 401, challenge: 'Bearer error="invalid_token"' });
    expect(answer.body).not.toContain("aaaa");
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });

  it("a token that nobody has made is 401, and so is one of another database", async () => {
    const { newSecret } = await import("../../packages/runtime/src/identity/secret.js");
    const answer = await get(`Bearer ${newSecret("token")}`);
    expect(answer.status).toBe(401);
    expect(answer.body).toContain("The token is not known.");
  });

  it.each([
    undefined,
    "Bearer eyJhbGciOiJub25lIn0.e30.",
    "Basic YTpi",
    "",
    "Bearer",
    "xcmgen_",
    "Bearer cmgen_session_0",
  ])("%j is left to others", async (authorization) => {
    expect((await get(authorization)).body).toContain("There are no credentials.");
  });
});
