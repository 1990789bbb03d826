import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { doForUsers, hashNewPassword } from "@cmgen/runtime/database";
import { createDatabase } from "../postgres/create-database.js";
import { ServiceProcess } from "../server/service-process.js";
import { emptyDatabase } from "../store/engines.js";
import { buildUsersPlugin, post, type UsersPlugin } from "./users-service.js";
import { databases } from "../tier.js";

const script = fileURLToPath(new URL("service.mjs", import.meta.url));
const PASSWORD = "correct horse battery";

/**
 * How long an end is waited for. That five seconds are enough is shown by test/server/revision-poll.test.ts, whose clock is driven; an end that
 * nobody is told of comes in twelve hours.
 */
const LIMIT_MS = 30_000;

describe("users of services in processes of their own", () => {
  let built: UsersPlugin;
  let hashed = "";
  let processes: ServiceProcess[] = [];

  beforeAll(async () => {
    built = await buildUsersPlugin();
    hashed = await hashNewPassword(PASSWORD, []);
  });
  afterEach(async () => {
    await Promise.all(processes.map((each) => each.end("SIGKILL")));
    processes = [];
  });
  afterAll(() => built.remove());

  const start = async (databaseUrl: string): Promise<string> => {
    const started = new ServiceProcess([script, built.module, databaseUrl]);
    processes.push(started);
    const url = await started.url();
    await expect.poll(() => fetch(`${url}/readyz`).then(({ status }) => status)).toBe(200);
    return url;
  };
  const users = (databaseUrl: string) => ({ url: databaseUrl, plugins: [built.plugin] });
  const create = (databaseUrl: string, name: string): Promise<unknown> =>
    doForUsers(users(databaseUrl), "create user", { name, fields: {}, password: hashed });
  const signIn = async (url: string, name: string): Promise<string> => {
    const { status, cookie = "" } = await post(url, "sign-in", { name, password: PASSWORD });
    expect(status).toBe(200);
    return cookie;
  };
  const get = async (url: string, cookie: string): Promise<number> =>
    (await fetch(`${url}/apis/users.example.com/v1/users`, { headers: { cookie } })).status;
  const ends = async (urls: readonly string[], cookie: string): Promise<void> => {
    await Promise.all(
      urls.map(async (url) => {
        await expect.poll(() => get(url, cookie), { timeout: LIMIT_MS }).toBe(401);
      }),
    );
  };

  it("on PostgreSQL a session holds in all of them, and ends in all of them", { timeout: 120_000 }, async () => {
    const database = await createDatabase();
    const urls = [await start(database), await start(database)];
    const [first = "", second = ""] = urls;
    await create(database, "ann");
    const cookies = [await signIn(first, "ann"), await signIn(second, "ann"), await signIn(second, "ann")];
    for (const url of urls) for (const cookie of cookies) expect(await get(url, cookie)).toBe(200);
    const [one = "", two = "", three = ""] = cookies;
    // Signing out, in the other process than it has signed in.
    await post(second, "sign-out", undefined, { cookie: one, "sec-fetch-site": "same-origin" });
    await ends(urls, one);
    // A new password, which keeps the session that it was set by.
    const next = { password: PASSWORD, newPassword: "another good password" };
    const changed = await post(first, "password", next, { cookie: two, "sec-fetch-site": "same-origin" });
    await ends(urls, three);
    for (const url of urls) expect(await get(url, changed.cookie ?? "")).toBe(200);
    // Disabling the user by an ordinary write, in one of them.
    await doForUsers(users(database), "create user", { name: "admin", fields: { roles: ["admin"] }, password: hashed });
    const admin = await signIn(first, "admin");
    const headers = { cookie: admin, "content-type": "application/merge-patch+json", "sec-fetch-site": "same-origin" };
    const path = "/apis/users.example.com/v1/users/ann";
    const patched = await fetch(first + path, { method: "PATCH", headers, body: '{"spec":{"disabled":true}}' });
    expect(patched.status).toBe(200);
    await ends(urls, changed.cookie ?? "");
    // Deleting a user.
    await create(database, "bob");
    const bob = await signIn(second, "bob");
    expect(await get(first, bob)).toBe(200);
    const { "content-type": _, ...plain } = headers;
    expect(
      (await fetch(`${first}/apis/users.example.com/v1/users/bob`, { method: "DELETE", headers: plain })).status,
    ).toBe(200);
    await ends(urls, bob);
  });

  it("failures to sign in count together in all of them", { timeout: 120_000 }, async () => {
    const database = await createDatabase();
    const urls = [await start(database), await start(database)];
    await create(database, "ann");
    const tried = [];
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const url = urls[attempt % 2] ?? "";
      tried.push((await post(url, "sign-in", { name: "ann", password: "wrong wrong wrong" })).status);
    }
    expect(tried.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(tried.slice(5)).toContain(429);
  });

  it.each(databases)("on %s what was answered holds after the process was killed", async (engine) => {
    const { url: database, cleanUp } = await emptyDatabase(engine === "sqlite" ? "sqlite file" : "postgresql");
    const url = await start(database);
    await create(database, "ann");
    const [kept, ended] = [await signIn(url, "ann"), await signIn(url, "ann")];
    const signedOut = await post(url, "sign-out", undefined, { cookie: ended, "sec-fetch-site": "same-origin" });
    await processes[0]?.end("SIGKILL");
    expect(signedOut.status).toBe(204);
    const again = await start(database);
    expect([await get(again, kept), await get(again, ended)]).toEqual([200, 401]);
    await signIn(again, "ann");
    await Promise.all(processes.map((each) => each.end("SIGTERM")));
    await cleanUp();
  });
});
