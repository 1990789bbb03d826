import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { doForUsers, hashNewPassword } from "@cmgen/runtime/database";
import { buildUsersPlugin, post, startUsers, type UsersPlugin, type UsersService } from "./users-service.js";
import { useCheapPasswords } from "./cheap-passwords.js";
import { databases } from "../tier.js";

useCheapPasswords();

const PASSWORD = "correct horse battery";
const collection = "/apis/users.example.com/v1/users";

/** Takes the cookie from a browser that calls without TLS. */
const TAKEN = "cmgen-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax";
const TAKEN_BY_TLS = "__Host-cmgen-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure";

interface Got {
  readonly status: number;
  readonly detail: unknown;
  readonly taken: readonly string[];
  readonly vary: string | null;
}

describe.each(databases)("cookies of no valid session, on %s", (database) => {
  let built: UsersPlugin;
  let service: UsersService;
  let url = "";
  let ended = "";

  beforeAll(async () => {
    built = await buildUsersPlugin();
    const { access } = built.plugin;
    const { roles } = access!.definition;
    const open = { ...roles, anonymous: { ...roles?.["anonymous"], pages: ["/openapi.json" as const] } };
    const plugin = { ...built.plugin, access: { ...access!, definition: { ...access!.definition, roles: open } } };
    service = await startUsers({ ...built, plugin }, database, { trustedProxies: ["loopback"] });
    ({ url } = service.server);
    const at = { url: service.databaseUrl, plugins: [built.plugin] };
    const password = await hashNewPassword(PASSWORD, []);
    await doForUsers(at, "create user", { name: "ann", fields: {}, password });
    ended = await signIn();
    await post(url, "sign-out", undefined, { cookie: ended, "sec-fetch-site": "same-origin" });
  });
  afterAll(async () => {
    await service.close();
    built.remove();
  });

  const signIn = async (): Promise<string> =>
    (await post(url, "sign-in", { name: "ann", password: PASSWORD })).cookie ?? "";
  const send = async (path: string, headers: Readonly<Record<string, string>>, body?: object): Promise<Got> => {
    const sent = body && { method: "POST", body: JSON.stringify(body) };
    const type = body && { "content-type": "application/json" };
    const answer = await fetch(url + path, { ...sent, headers: { ...type, ...headers } });
    const text = await answer.text();
    const isProblem = answer.headers.get("content-type")?.includes("problem") === true;
    return {
      status: answer.status,
      detail: isProblem ? (JSON.parse(text) as { readonly detail: unknown }).detail : undefined,
      taken: answer.headers.getSetCookie(),
      vary: answer.headers.get("vary"),
    };
  };

  it("are no credentials: anonymous callers get what they may have, and the browser loses the cookie", async () => {
    for (const cookie of [ended, `cmgen-session=cmgen_session_${"0".repeat(49)}`, "cmgen-session=of another service"]) {
      const page = await send("/openapi.json", { cookie });
      expect(page).toMatchObject({ status: 200, taken: [TAKEN], vary: expect.stringMatching(/cookie/i) });
      expect(await send("/apis/-/whoami", { cookie })).toMatchObject({ status: 200, taken: [TAKEN] });
      // Whoever sends it: there is no session that a page of another origin could use.
      const written = await send("/reset/plugin", { cookie }, { name: "ann" });
      expect(written).toMatchObject({ status: 200, taken: [TAKEN] });
    }
    const me = await fetch(`${url}/apis/-/whoami`, { headers: { cookie: ended } });
    expect(await me.json()).toMatchObject({ name: "system:anonymous", authenticated: false });
  });

  it("where anonymous callers may not, the answer says that the session has ended, and takes the cookie", async () => {
    const detail = "The session has ended: sign in again.";
    expect(await send(collection, { cookie: ended })).toMatchObject({ status: 401, detail, taken: [TAKEN] });
    const page = { cookie: ended, "sec-fetch-site": "same-origin" };
    expect(await send("/apis/-/refresh", page, {})).toMatchObject({ status: 401, detail, taken: [TAKEN] });
    expect(await send(collection, {})).toMatchObject({ status: 401, taken: [] });
    const byTls = await send(collection, { cookie: ended, "x-forwarded-proto": "https" });
    expect(byTls.taken).toEqual([TAKEN_BY_TLS, TAKEN]);
  });

  it("a session that is valid is left alone, and so is a cookie beside other credentials", async () => {
    const cookie = await signIn();
    const { status, detail, taken } = await send("/reset/plugin", { cookie }, { name: "ann" });
    expect([status, detail, taken]).toEqual([401, expect.stringContaining("Sec-Fetch-Site"), []]);
    expect(await send(collection, { cookie })).toMatchObject({ status: 200, taken: [] });
    const authorization = `Bearer cmgen_session_${"0".repeat(49)}`;
    expect(await send("/openapi.json", { cookie, authorization })).toMatchObject({ status: 401, taken: [] });
    expect(await send(collection, { cookie })).toMatchObject({ status: 200, taken: [] });
  });

  it("a user signs in again with the cookie of before, and keeps the new one", async () => {
    const again = await post(url, "sign-in", { name: "ann", password: PASSWORD }, { cookie: ended });
    expect(again.headers.getSetCookie()).toEqual([expect.stringMatching(/^cmgen-session=cmgen_session_/)]);
  });

  it("a watch ends with its session, and the answer to the next one is 401", async () => {
    const cookie = await signIn();
    const watch = await fetch(`${url}${collection}?watch=true`, { headers: { cookie } });
    expect(watch.status).toBe(200);
    await post(url, "sign-out", undefined, { cookie, "sec-fetch-site": "same-origin" });
    expect(await watch.text()).toContain("Unauthorized");
    expect(await send(`${collection}?watch=true`, { cookie })).toMatchObject({ status: 401, taken: [TAKEN] });
  });

  it("signing out without saying where from ends nothing, and the answer says so", async () => {
    const cookie = await signIn();
    const out = await send("/apis/-/sign-out", { cookie }, {});
    expect(out).toMatchObject({ status: 401, detail: expect.stringContaining("Sec-Fetch-Site"), taken: [] });
    expect((await send(collection, { cookie })).status).toBe(200);
    const { origin } = new URL(url);
    expect(await send("/apis/-/sign-out", { cookie, origin }, {})).toMatchObject({ status: 204, taken: [TAKEN] });
    expect((await send(collection, { cookie })).status).toBe(401);
  });
});
