import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { issueToken, revokeToken, type TokenRequest } from "@cmgen/runtime/database";
import { createDatabase } from "../postgres/create-database.js";
import { emptyDatabase } from "../store/engines.js";
import { collection } from "./rule.js";
import { ServiceProcess } from "./service-process.js";

const script = fileURLToPath(new URL("token-process.mjs", import.meta.url));
const request: TokenRequest = { name: "ci", roles: ["editor"], groups: [], lifetime: null };

describe("tokens of services in processes of their own", () => {
  let processes: ServiceProcess[] = [];
  afterEach(async () => {
    await Promise.all(processes.map((each) => each.end("SIGKILL")));
    processes = [];
  });

  const start = async (databaseUrl: string): Promise<string> => {
    const started = new ServiceProcess([script, databaseUrl]);
    processes.push(started);
    const url = await started.url();
    await expect.poll(() => fetch(`${url}/readyz`).then(({ status }) => status)).toBe(200);
    return url;
  };
  const status = async (url: string, secret: string): Promise<number> =>
    (await fetch(url + collection, { headers: { authorization: `Bearer ${secret}` } })).status;

  it("on PostgreSQL, both refuse a token that a third one has revoked, before long", async () => {
    const database = await createDatabase();
    const first = await start(database);
    const urls = [first, await start(database)];
    const kept = await issueToken(database, request);
    const { secret, token } = await issueToken(database, request);
    for (const url of urls) expect(await status(url, secret)).toBe(200);
    await revokeToken(database, token.id);
    // That five seconds are enough is shown by revision-poll.test.ts, whose clock is driven.
    await Promise.all(
      urls.map(async (url) => {
        await expect.poll(() => status(url, secret)).toBe(401);
      }),
    );
    for (const url of urls) expect([await status(url, secret), await status(url, kept.secret)]).toEqual([401, 200]);
  });

  it("on SQLite, the process that has the file refuses it at once, and still after it was killed", async () => {
    const { url: database, cleanUp } = await emptyDatabase("sqlite file");
    const url = await start(database);
    const { secret, token } = await issueToken(database, request);
    const kept = await issueToken(database, request);
    expect(await status(url, secret)).toBe(200);
    await revokeToken(database, token.id);
    expect(await status(url, secret)).toBe(401);
    await processes[0]?.end("SIGKILL");
    const again = await start(database);
    expect([await status(again, secret), await status(again, kept.secret)]).toEqual([401, 200]);
    await Promise.all(processes.map((each) => each.end("SIGTERM")));
    await cleanUp();
  });
});
