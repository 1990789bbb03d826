import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { doForUsers, hashNewPassword } from "@cmgen/runtime/database";
import {
  buildUsersPlugin,
  post,
  startUsers,
  type SignInAnswer,
  type UsersPlugin,
  type UsersService,
} from "./users-service.js";
import { scryptCost } from "../../packages/runtime/dist/identity/password-hash.js";
import { useCheapPasswords } from "./cheap-passwords.js";
import { countHashes } from "./count-hashes.js";
import { databases } from "../tier.js";

useCheapPasswords();

const PASSWORD = "correct horse battery";
const collection = "/apis/users.example.com/v1/users";

describe.each(databases)("signing in, on %s", (database) => {
  let built: UsersPlugin;
  let service: UsersService;
  let url = "";

  beforeAll(async () => {
    built = await buildUsersPlugin();
    service = await startUsers(built, database);
    ({ url } = service.server);
    await create("ann", { email: "Ann@Example.com", groups: ["staff"], roles: ["editor"], office: "Berlin" });
  });
  afterAll(async () => {
    await service.close();
    built.remove();
  });
  afterEach(() => void service.callers());

  const create = async (name: string, fields: object = {}, password = PASSWORD): Promise<void> => {
    const hashed = await hashNewPassword(password, []);
    const at = { url: service.databaseUrl, plugins: [built.plugin] };
    await doForUsers(at, "create user", { name, fields: { ...fields }, password: hashed });
  };
  const signIn = (
    name: string,
    more: object = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<SignInAnswer> => post(url, "sign-in", { name, password: PASSWORD, ...more }, headers);
  const get = async (headers: Readonly<Record<string, string>>, path = collection): Promise<number> =>
    (await fetch(url + path, { headers })).status;
  const whoAmI = async (cookie = ""): Promise<unknown> =>
    (await fetch(`${url}/apis/-/whoami`, { headers: { cookie } })).json();
  /** Opens a watch: `ended` resolves with all that came. */
  const openWatch = async (cookie: string): Promise<{ readonly ended: Promise<string> }> => {
    const answer = await fetch(`${url}${collection}?watch=true`, { headers: { cookie } });
    expect(answer.status).toBe(200);
    return { ended: answer.text() };
  };
  const change = async (cookie: string, headers: Readonly<Record<string, string>>): Promise<number> => {
    const body = JSON.stringify({ metadata: { name: "new" }, spec: { office: 1 } });
    const sent = { "content-type": "application/json", cookie, ...headers };
    return (await fetch(url + collection, { method: "POST", headers: sent, body })).status;
  };

  it("a user gets a session as a cookie, which says who calls", async () => {
    const { status, body, headers, cookie } = await signIn("ann");
    expect(status).toBe(200);
    expect(await whoAmI(cookie)).toMatchObject({
      name: "ann",
      authenticated: true,
      roles: ["authenticated", "editor"],
    });
    expect(service.callers()).toHaveLength(1);
    expect(body).toEqual({ user: "ann", expires: expect.stringMatching(/^\d{4}-.+Z$/) });
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^cmgen-session=cmgen_session_[0-9A-Za-z]{49}; Path=\/; Max-Age=6047\d\d; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect(await get({ cookie: cookie ?? "" })).toBe(200);
    expect(service.callers()).toMatchObject([
      { name: "ann", groups: ["staff"], claims: { office: "Berlin", email: "Ann@Example.com" } },
    ]);
  });

  it("a program gets a bearer token if it asks for one, and no cookie", async () => {
    const { body, headers } = await signIn("ann", { session: "bearer" });
    expect(headers.getSetCookie()).toEqual([]);
    expect(await get({ authorization: `Bearer ${String(body["token"])}` })).toBe(200);
    expect(service.callers()).toMatchObject([{ name: "ann" }]);
  });

  it("the email address will do, in capital and in small letters", async () => {
    for (const email of ["ann@example.com", "ANN@EXAMPLE.COM", "Ann@Example.com"])
      expect((await post(url, "sign-in", { email, password: PASSWORD })).body["user"]).toBe("ann");
    expect((await post(url, "sign-in", { email: "bob@example.com", password: PASSWORD })).status).toBe(401);
  });

  it("characters that are written in two ways are the same password", async () => {
    await create("uni", {}, "caf\u00e9 \u212b caf\u00e9 ok");
    expect((await signIn("uni", { password: "cafe\u0301 \u00c5 cafe\u0301 ok" })).status).toBe(200);
  });

  it("a wrong password, an unknown user and one without a password get the same answer, after the same work", async () => {
    await doForUsers({ url: service.databaseUrl, plugins: [built.plugin] }, "create user", {
      name: "empty",
      fields: {},
      password: undefined,
    });
    // A hash is nearly all that an answer takes: a third of a second, with what it costs elsewhere.
    const hashes = countHashes();
    const answers: object[] = [];
    for (const name of ["ann", "nobody", "empty", "Not A Name", "a\u0000b", "__proto__"]) {
      const { status, body } = await signIn(name, { password: "wrong wrong wrong" });
      answers.push({ status, detail: body["detail"], code: body["code"], hashes: hashes() });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const { ln, r, p } = scryptCost;
    const hash = { length: 32, options: expect.objectContaining({ N: 2 ** ln, r, p }) };
    expect(answers[0]).toMatchObject({ status: 401, code: "Unauthorized", hashes: [hash] });
  });

  // Each attempt takes as long as a hash does, and on a busy machine many of them are needed.
  const patient = { timeout: 240_000 };
  it(
    "after some failures from an address a user has to wait there, whether there is such a user",
    patient,
    async () => {
      await create("locked");
      for (const name of ["locked", "not-there"]) {
        const statuses: number[] = [];
        // Each failure doubles the time, so that a slow machine comes to it as well.
        while (statuses.length < 12 && statuses.at(-1) !== 429)
          statuses.push((await signIn(name, { password: "wrong wrong wrong" })).status);
        expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
        expect(statuses.at(-1)).toBe(429);
      }
      const refused = await signIn("locked");
      if (refused.status === 429) expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      // Others at this address, and this user elsewhere, go on.
      expect((await signIn("ann")).status).toBe(200);
      await expect.poll(async () => (await signIn("locked")).status, { interval: 500, timeout: 120_000 }).toBe(200);
      // The failures are forgotten.
      expect((await signIn("locked", { password: "wrong wrong wrong" })).status).toBe(401);
      expect((await signIn("locked")).status).toBe(200);
    },
  );

  it("a cookie counts for writes of the service's own pages alone", async () => {
    const cookie = (await signIn("ann")).cookie ?? "";
    const { host, origin } = new URL(url);
    // 422: the caller was let in, and the object is wrong.
    expect(await change(cookie, { "sec-fetch-site": "same-origin" })).toBe(422);
    expect(await change(cookie, { origin })).toBe(422);
    expect(await change(cookie, {})).toBe(401);
    expect(await change(cookie, { "sec-fetch-site": "none" })).toBe(401);
    expect(await change(cookie, { "sec-fetch-site": "same-site" })).toBe(403);
    expect(await change(cookie, { "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await change(cookie, { origin: "http://evil.example" })).toBe(403);
    expect(await change(cookie, { origin: "null" })).toBe(403);
    expect(await change(cookie, { origin: `http://${host}.evil.example` })).toBe(403);
    // Reading is as harmless as browsers make it.
    expect(await get({ cookie, "sec-fetch-site": "cross-site" })).toBe(200);
    for (const path of ["refresh", "password"]) expect((await post(url, path, undefined, { cookie })).status).toBe(401);
  });

  it("a session is refreshed: the secret before it counts for a minute, and whoever comes with it later ends the session", async () => {
    const first = (await signIn("ann")).cookie ?? "";
    const page = { "sec-fetch-site": "same-origin" };
    const refreshed = await post(url, "refresh", undefined, { cookie: first, ...page });
    expect(refreshed.status).toBe(200);
    const second = refreshed.cookie ?? "";
    expect(second).not.toBe(first);
    expect([await get({ cookie: first }), await get({ cookie: second })]).toEqual([200, 200]);
    // Another tab: it has the new cookie by now.
    const again = await post(url, "refresh", undefined, { cookie: first, ...page });
    expect([again.status, again.headers.getSetCookie()]).toEqual([200, []]);
    const now = service.server.service.store.now.bind(service.server.service.store);
    vi.spyOn(service.server.service.store, "now").mockImplementation(() => now() + 61_000);
    expect(await get({ cookie: second })).toBe(200);
    expect(await get({ cookie: first })).toBe(401);
    vi.restoreAllMocks();
    expect(await get({ cookie: second })).toBe(401);
  });

  it("a bearer session is refreshed once", async () => {
    const token = String((await signIn("ann", { session: "bearer" })).body["token"]);
    const headers = { authorization: `Bearer ${token}` };
    const answers = await Promise.all([1, 2].map(() => post(url, "refresh", undefined, headers)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const next = String(answers.find(({ status }) => status === 200)?.body["token"]);
    expect(await get({ authorization: `Bearer ${next}` })).toBe(200);
  });

  it("signing out ends the session, and takes the cookie away, also one that has ended", async () => {
    const cookie = (await signIn("ann")).cookie ?? "";
    const page = { cookie, "sec-fetch-site": "same-origin" };
    for (let times = 0; times < 2; times += 1) {
      const out = await post(url, "sign-out", undefined, page);
      expect([out.status, out.headers.getSetCookie()]).toEqual([
        204,
        ["cmgen-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"],
      ]);
    }
    expect(await get({ cookie })).toBe(401);
  });

  it("a browser that signs in again leaves no session behind", async () => {
    const first = (await signIn("ann")).cookie ?? "";
    const second = (await signIn("ann", {}, { cookie: first })).cookie ?? "";
    expect([await get({ cookie: first }), await get({ cookie: second })]).toEqual([401, 200]);
  });

  it("behind TLS the cookie is the host's own, and goes by TLS alone", async () => {
    const behind = await startUsers(built, database, { databaseUrl: ":memory:", trustedProxies: ["loopback"] });
    const made = await post(
      behind.server.url,
      "sign-up",
      { name: "bob", password: PASSWORD },
      { "x-forwarded-proto": "https" },
    );
    expect(made.headers.getSetCookie()[0]).toMatch(
      /^__Host-cmgen-session=cmgen_session_[0-9A-Za-z]{49}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
    );
    await behind.close();
  });

  it("whoever signs up is a user without groups and roles", async () => {
    const made = await post(url, "sign-up", {
      name: "carl",
      password: PASSWORD,
      email: "carl@example.com",
      displayName: "Carl",
    });
    expect([made.status, made.body["user"]]).toEqual([201, "carl"]);
    expect(await get({ cookie: made.cookie ?? "" })).toBe(200);
    expect(service.callers()).toMatchObject([{ name: "carl", groups: [] }]);
    expect(await whoAmI(made.cookie)).toMatchObject({ name: "carl", roles: ["authenticated"] });
    for (const more of [{ groups: ["admin"] }, { roles: ["admin"] }, { office: "x" }, { spec: { roles: ["admin"] } }])
      expect((await post(url, "sign-up", { name: "dora", password: PASSWORD, ...more })).status).toBe(422);
  });

  it("a name or an address that is taken is refused without saying whose it is", async () => {
    await create("emil", { email: "emil@example.com" });
    const taken = [{ name: "emil" }, { name: "other", email: "EMIL@example.com" }];
    for (const user of taken) {
      const { status, body } = await post(url, "sign-up", { password: PASSWORD, ...user });
      expect([status, body["detail"]]).toEqual([409, "The name or the email address is taken."]);
      expect(JSON.stringify(body)).not.toContain("owner");
    }
  });

  it.each([
    ["short", "must have at least 12 characters"],
    ["x".repeat(1025), "must have at most 1024 bytes"],
    ["aaaaaaaaaaaaaaaa", "must have more different characters"],
    ["frank-the-first", "must not be the user's name or email address"],
  ])("the password %j is refused", async (password, problem) => {
    const { status, body } = await post(url, "sign-up", { name: "frank-the-first", password });
    expect([status, body["detail"]]).toEqual([422, `/password ${problem}.`]);
  });

  it("a password is changed by whoever knows it; other sessions end, and this one goes on with another secret", async () => {
    await create("gina");
    const [one, other] = [await signIn("gina"), await signIn("gina")];
    const page = { cookie: one.cookie ?? "", "sec-fetch-site": "same-origin" };
    const next = "another good password";
    expect((await post(url, "password", { password: "wrong wrong wrong", newPassword: next }, page)).status).toBe(401);
    expect((await post(url, "password", { password: PASSWORD, newPassword: "gina" }, page)).status).toBe(422);
    expect((await post(url, "password", { password: PASSWORD, newPassword: next })).status).toBe(401);
    const changed = await post(url, "password", { password: PASSWORD, newPassword: next }, page);
    expect(changed.status).toBe(200);
    expect(changed.cookie).not.toBe(one.cookie);
    expect([await get({ cookie: changed.cookie ?? "" }), await get({ cookie: other.cookie ?? "" })]).toEqual([
      200, 401,
    ]);
    expect((await signIn("gina")).status).toBe(401);
    expect((await signIn("gina", { password: next })).status).toBe(200);
  });

  it("a reset token sets a password once, and all sessions end", async () => {
    await create("hans");
    const { cookie = "" } = await signIn("hans");
    const at = { url: service.databaseUrl, plugins: [built.plugin] };
    const earlier = await doForUsers(at, "reset password", "hans");
    const token = await doForUsers(at, "reset password", "hans");
    expect(token).toMatch(/^cmgen_reset_[0-9A-Za-z]{49}$/);
    const password = "a brand new password";
    for (const wrong of [earlier, "", "cmgen_reset_", `${token}x`, "x".repeat(3000)])
      expect([401, 422]).toContain((await post(url, "password-reset", { token: wrong, password })).status);
    expect((await post(url, "password-reset", { token, password: "short" })).status).toBe(422);
    const redeemed = await Promise.all([1, 2].map(() => post(url, "password-reset", { token, password })));
    expect(redeemed.map(({ status }) => status).toSorted()).toEqual([204, 401]);
    expect(await get({ cookie })).toBe(401);
    expect((await signIn("hans", { password })).status).toBe(200);
  });

  it("an endpoint of the plugin issues reset tokens, as the plugin alone", async () => {
    await create("lena");
    const body = { name: "lena" };
    const ask = (how: string): Promise<Response> =>
      fetch(`${url}/reset/${how}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const token = await (await ask("plugin")).text();
    expect((await post(url, "password-reset", { token, password: "a brand new password" })).status).toBe(204);
    expect((await signIn("lena", { password: "a brand new password" })).status).toBe(200);
    expect((await ask("caller")).status).toBe(500);
  });

  it("a user who is disabled is signed out and cannot sign in, and enabling revives no session", async () => {
    await create("ida");
    const { cookie = "" } = await signIn("ida");
    const watch = await openWatch(cookie);
    const users = service.server.service.resource(service.server.service.users!.model);
    await users.update("ida", { spec: { disabled: true } });
    expect(await watch.ended).toContain("Unauthorized");
    expect(await get({ cookie })).toBe(401);
    expect((await signIn("ida")).status).toBe(401);
    await users.update("ida", { spec: { disabled: null } });
    expect((await signIn("ida")).status).toBe(200);
    expect(await get({ cookie })).toBe(401);
  });

  it("groups of a user's object act at once", async () => {
    await create("jane", { groups: ["one"] });
    const { cookie = "" } = await signIn("jane");
    const watch = await openWatch(cookie);
    expect(service.callers()[0]?.groups).toEqual(["one"]);
    await service.server.service
      .resource(service.server.service.users!.model)
      .update("jane", { spec: { groups: ["two"] } });
    // A watch of before ends, and begins again with the new groups.
    await watch.ended;
    await get({ cookie });
    expect(service.callers()[0]?.groups).toEqual(["two"]);
  });

  it("whoever gets the name of a deleted user has neither their sessions nor their password", async () => {
    await create("kurt");
    const { cookie = "" } = await signIn("kurt");
    const users = service.server.service.resource(service.server.service.users!.model);
    await users.delete("kurt");
    await create("kurt", {}, "another good password");
    expect(await get({ cookie })).toBe(401);
    expect((await signIn("kurt")).status).toBe(401);
    expect((await signIn("kurt", { password: "another good password" })).status).toBe(200);
  });

  it("nobody gives a user rights that they do not have themselves", async () => {
    await create("eve", { roles: ["users:editor"] });
    await create("root", { roles: ["admin"] });
    const patch = async (cookie: string, spec: object): Promise<number> => {
      const headers = { cookie, "content-type": "application/merge-patch+json", "sec-fetch-site": "same-origin" };
      const body = JSON.stringify({ spec });
      return (await fetch(`${url}${collection}/eve`, { method: "PATCH", headers, body })).status;
    };
    const [eve, root] = [(await signIn("eve")).cookie ?? "", (await signIn("root")).cookie ?? ""];
    expect(await patch(eve, { displayName: "Eve" })).toBe(200);
    expect(await patch(eve, { roles: ["admin"] })).toBe(403);
    expect(await patch(eve, { groups: ["staff"] })).toBe(403);
    expect(await patch(root, { groups: ["staff"] })).toBe(200);
    const headers = { cookie: eve, "content-type": "application/json", "sec-fetch-site": "same-origin" };
    const body = JSON.stringify({ metadata: { name: "mallory" }, spec: { roles: ["admin"] } });
    expect((await fetch(url + collection, { method: "POST", headers, body })).status).toBe(403);
    // A role that has been removed since keeps nobody from changing the user; a new one must be there.
    const users = service.server.service.resource(service.server.service.users!.model);
    await users.update("eve", { spec: { roles: ["users:editor", "former"] } });
    expect(await patch(root, { displayName: "E", roles: ["users:editor", "former"] })).toBe(200);
    expect(await patch(root, { roles: ["users:editor", "former", "none"] })).toBe(422);
    await users.update("eve", { spec: { roles: ["users:editor"] } });
    // Nor can anybody take a user's place, or remove somebody who has more rights.
    const remove = async (path: string): Promise<number> =>
      (await fetch(url + collection + path, { method: "DELETE", headers })).status;
    await create("plain");
    expect(await remove("/root")).toBe(403);
    expect(await remove("?fieldSelector=metadata.name+in+(plain,root)")).toBe(403);
    expect(await patch(root, {})).toBe(200);
    expect(await remove("/plain")).toBe(200);
  });

  it("a session ends after twelve hours without a request, and after a week whatever happens", async () => {
    const { store } = service.server.service;
    const now = store.now.bind(store);
    const hour = 3_600_000;
    const cookies = [(await signIn("ann")).cookie ?? "", (await signIn("ann")).cookie ?? ""];
    const at = (hours: number): void => void vi.spyOn(store, "now").mockImplementation(() => now() + hours * hour);
    for (let hours = 10; hours < 24 * 7; hours += 10) {
      at(hours);
      expect(await get({ cookie: cookies[0] ?? "" })).toBe(200);
      if (hours > 12) expect(await get({ cookie: cookies[1] ?? "" })).toBe(401);
    }
    at(24 * 7 + 1);
    expect(await get({ cookie: cookies[0] ?? "" })).toBe(401);
    vi.restoreAllMocks();
  });

  it("objects of users, the change log and answers hold no secret", async () => {
    const { cookie = "" } = await signIn("ann");
    const list = await (await fetch(url + collection, { headers: { cookie } })).text();
    const changes = await service.server.service.store.changesAfter(0);
    const logged = changes.map(({ data }) => Buffer.from(data).toString()).join("\n");
    for (const text of [list, logged]) {
      expect(text).toContain("ann");
      expect(text).not.toMatch(/scrypt|cmgen_session|correct horse/);
    }
  });

  it.each([
    ["not JSON", "sign-in", "{", 400],
    ["no object", "sign-in", "[]", 422],
    ["a number for a password", "sign-in", '{"name":"ann","password":1}', 422],
    ["a member that nobody knows", "sign-in", '{"name":"ann","password":"x","admin":"yes"}', 422],
    ["__proto__", "sign-in", '{"__proto__":{"name":"ann"},"password":"x"}', 422],
    ["half a character", "sign-in", '{"name":"ann","password":"\\ud800"}', 400],
    ["a name and an address", "sign-in", '{"name":"ann","email":"a@b.c","password":"x"}', 422],
    ["neither", "sign-in", '{"password":"x"}', 422],
    ["another kind of session", "sign-in", '{"name":"ann","password":"x","session":"both"}', 422],
    ["a very long password", "sign-in", JSON.stringify({ name: "ann", password: "x".repeat(2049) }), 422],
    ["a huge body", "sign-in", JSON.stringify({ name: "ann", password: "x".repeat(100_000) }), 413],
    ["a header in a name", "sign-up", JSON.stringify({ name: "a\r\nset-cookie: x=y", password: PASSWORD }), 422],
    ["a query", "sign-in?password=x", '{"name":"ann","password":"x"}', 400],
  ])("%s is refused", async (_, path, body, status) => {
    expect((await post(url, path, body)).status).toBe(status);
  });

  it("forms, other methods and pages of others are refused", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect((await post(url, "sign-in", "name=ann&password=x", form)).status).toBe(415);
    expect((await fetch(`${url}/apis/-/sign-in`)).status).toBe(405);
    const foreign = { "sec-fetch-site": "cross-site", origin: "http://evil.example" };
    expect((await post(url, "sign-in", { name: "ann", password: PASSWORD }, foreign)).status).toBe(403);
    expect((await fetch(`${url}/apis/-/nothing`)).status).toBe(404);
  });

  it.each([
    ["twice", (cookie: string) => `${cookie}; ${cookie}`, 401],
    ["with a secret of nobody", () => `cmgen-session=cmgen_session_${"0".repeat(49)}`, 401],
    ["with a token's form", () => `cmgen-session=cmgen_${"0".repeat(49)}`, 401],
    ["that is empty", () => "cmgen-session=", 401],
    ["that is huge", () => `cmgen-session=${"x".repeat(10_000)}`, 401],
    ["among others", (cookie: string) => `a=b; ${cookie}; c="d=e"`, 200],
    ["whose name only ends as ours does", (cookie: string) => `x-${cookie}`, 401],
  ])("a cookie %s", async (_, write, status) => {
    const { cookie = "" } = await signIn("ann");
    expect(await get({ cookie: write(cookie) })).toBe(status);
  });
});
