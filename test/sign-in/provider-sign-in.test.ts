import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type Log,
  mountService,
  oidc,
  type OidcSignIn,
  type RunningServer,
  sessions,
  silentLog,
  startServer,
  tokens,
} from "@cmgen/runtime";
import { defineAccess } from "../../examples/tracker/dist/generated/access.js";
import { plugin } from "../../examples/tracker/dist/generated/plugin.js";
import { runCmgen } from "../cli/run-cmgen.js";
import { emptyDatabase } from "../store/engines.js";
import { HostileIssuer } from "./hostile-issuer.js";
import { databaseEngines } from "../tier.js";

const START = "/apis/-/sign-in/oidc";
const projects = "/apis/tracker.example.com/v1alpha1/projects";

interface Answer {
  readonly status: number;
  readonly location: string;
  readonly cookies: readonly string[];
  readonly text: string;
}

async function get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const answer = await fetch(url, { redirect: "manual", headers });
  const { status } = answer;
  const set = answer.headers.getSetCookie().filter((each) => !each.includes("Max-Age=0"));
  const cookies = set.map((each) => each.split(";")[0] ?? "");
  return { status, location: answer.headers.get("location") ?? "", cookies, text: await answer.text() };
}

/** The name of the cookie that has the attempt of an answer. */
function attemptName(back: string): string {
  return `cmgen-sign-in-${new URL(back).searchParams.get("state")?.slice(0, 8)}`;
}

describe.each(databaseEngines)("signing in at an identity provider, on %s", (engine) => {
  const issuer = new HostileIssuer();
  const servers: RunningServer[] = [];
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let url = "";
  const lines: { readonly err?: { readonly cause?: unknown } }[] = [];
  const log: Log = { ...silentLog, warn: (fields) => void lines.push(fields) };

  beforeAll(async () => {
    await issuer.listen();
    database = await emptyDatabase(engine);
    url = (await start()).url;
  });
  afterEach(() => {
    issuer.behaviour = {};
    issuer.asked = [];
  });
  afterAll(async () => {
    for (const each of servers) await each.close();
    issuer.close();
    await database.cleanUp();
  });

  type Providers = readonly ((OidcSignIn & { readonly namePrefix?: string }) | "none")[];

  function accessOf(providers: Providers): ReturnType<typeof defineAccess> {
    const asked = providers.map((each, at) => {
      const namePrefix = at === 0 ? "" : `p${at}:`;
      return oidc({
        issuer: issuer.url,
        audience: "api",
        namePrefix,
        ...(each !== "none" && { ...each, signIn: each }),
      });
    });
    return defineAccess({
      authenticate: [tokens(), sessions(), ...asked],
      bindings: { viewer: { groups: ["staff"] }, editor: { claims: { department: "web" } } },
    });
  }

  async function start(...providers: Providers): Promise<RunningServer> {
    const access = accessOf(providers.length === 0 ? [{ clientId: "people" }] : providers);
    const options = { plugins: [{ ...plugin, manifests: false, access }], root: plugin.root, port: 0 };
    const names = { trustedProxies: ["127.0.0.1"], hosts: ["people.example.com"] };
    const started = await startServer({ ...options, ...names, databaseUrl: database.url, log });
    servers.push(started);
    await started.started;
    return started;
  }

  /** Goes to the provider and back, with the cookies that a browser would send. */
  async function comeBack(at = url, query = ""): Promise<Answer> {
    const begun = await get(`${at}${START}${query}`);
    expect(begun.status).toBe(303);
    return get(issuer.agree(begun.location), { cookie: begun.cookies.join("; "), accept: "text/html" });
  }
  const whoAmI = async (cookie: string, at = url): Promise<unknown> =>
    (await fetch(`${at}/apis/-/whoami`, { headers: { cookie } })).json();

  it("gives a session to whoever comes back, with the provider's groups and claims", async () => {
    issuer.behaviour = { claims: { department: "web" } };
    const { status, location, cookies } = await comeBack(url, "?return=/console/%3Fa=1%26b=2%23there");
    expect({ status, location }).toEqual({ status: 303, location: "/console/?a=1&b=2#there" });
    expect(cookies).toEqual([expect.stringMatching(/^cmgen-session=cmgen_session_/)]);
    const [cookie = ""] = cookies;
    expect(await whoAmI(cookie)).toMatchObject({
      name: "ann",
      authenticated: true,
      groups: ["staff"],
      roles: ["authenticated", "editor", "viewer"],
    });
    expect((await get(url + projects, { cookie })).status).toBe(200);
    expect(issuer.asked).toHaveLength(1);
    expect(issuer.asked[0]?.fields.get("client_id")).toBe("people");
  });

  it("tells a page how people sign in", async () => {
    const providers = [{ label: new URL(issuer.url).host, path: START }];
    expect(await whoAmI("")).toMatchObject({ authenticated: false, signIn: { password: false, providers } });
  });

  it("asks for a code with a state, a nonce and a challenge, each a new one", async () => {
    const asked = [];
    for (let round = 0; round < 2; round++) asked.push(new URL((await get(url + START)).location).searchParams);
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      client_id: "people",
      redirect_uri: `${url}${START}/callback`,
      response_type: "code",
      scope: "openid profile",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    for (const name of ["state", "nonce", "code_challenge"]) expect(asked[0]?.get(name)).not.toBe(asked[1]?.get(name));
  });

  it("ends the session when its owner signs out, and the one that the browser had before", async () => {
    const [first = ""] = (await comeBack()).cookies;
    const begun = await get(url + START);
    const cookie = [first, ...begun.cookies].join("; ");
    const [second = ""] = (await get(issuer.agree(begun.location), { cookie })).cookies;
    expect(await whoAmI(first)).toMatchObject({ authenticated: false });
    expect(await whoAmI(second)).toMatchObject({ name: "ann" });
    const headers = { cookie: second, "sec-fetch-site": "same-origin" };
    expect((await fetch(`${url}/apis/-/sign-out`, { method: "POST", headers })).status).toBe(204);
    expect(await whoAmI(second)).toMatchObject({ authenticated: false });
  });

  it("gives the session another secret when the page refreshes it", async () => {
    const [cookie = ""] = (await comeBack()).cookies;
    const headers = { cookie, "sec-fetch-site": "same-origin" };
    const answer = await fetch(`${url}/apis/-/refresh`, { method: "POST", headers });
    expect(answer.status).toBe(200);
    const [next = ""] = answer.headers.getSetCookie();
    expect(await whoAmI(next.split(";")[0] ?? "")).toMatchObject({ name: "ann", groups: ["staff"] });
  });

  it("does not let a page of another site write with the session", async () => {
    issuer.behaviour = { claims: { department: "web" } };
    const [cookie = ""] = (await comeBack()).cookies;
    const write = async (name: string, site: string): Promise<number> => {
      const headers = { cookie, "content-type": "application/json", "sec-fetch-site": site };
      const body = JSON.stringify({ metadata: { name }, spec: { title: name } });
      return (await fetch(url + projects, { method: "POST", headers, body })).status;
    };
    expect([await write("own", "same-origin"), await write("other", "cross-site")]).toEqual([201, 403]);
  });

  it("lets two pages of a browser sign in at the same time", async () => {
    const [one, other] = [await get(url + START), await get(url + START)];
    const cookie = [...one.cookies, ...other.cookies].join("; ");
    for (const each of [one, other]) expect((await get(issuer.agree(each.location), { cookie })).status).toBe(303);
  });

  it.each([
    ["another browser's state", (back: string) => ({ back, cookie: "" })],
    [
      "a state that is made up",
      (back: string) => ({ back: back.replace(/state=[^&]*/, "state=abcdefgh"), cookie: undefined }),
    ],
    ["no state", (back: string) => ({ back: back.replace(/&?state=[^&]*/, ""), cookie: undefined })],
    ["no code", (back: string) => ({ back: back.replace(/code=[^&]*&?/, ""), cookie: undefined })],
    ["another code", (back: string) => ({ back: back.replace(/code=[^&]*/, "code=guessed"), cookie: undefined })],
    [
      "the issuer of somebody else",
      (back: string) => ({ back: `${back}&iss=https://evil.example`, cookie: undefined }),
    ],
    ["a cookie that is no attempt", (back: string) => ({ back, cookie: `${attemptName(back)}=e30` })],
    ["a cookie that is no text", (back: string) => ({ back, cookie: `${attemptName(back)}=%` })],
    [
      "a state that begins as the right one",
      (back: string) => ({ back: back.replace(/(state=[^&]{8})[^&]*/, "$1"), cookie: undefined }),
    ],
    [
      "a cookie that somebody else has put beside it",
      (back: string, cookie: string) => ({ back, cookie: `${cookie}; ${cookie.replace(/=.*/, "=e30")}` }),
    ],
  ])("refuses %s", async (_, change) => {
    const begun = await get(url + START);
    const sent = begun.cookies.join("; ");
    const { back, cookie = sent } = change(issuer.agree(begun.location), sent);
    const { status, cookies } = await get(back, { cookie });
    expect({ status, cookies }).toEqual({ status: 401, cookies: [] });
  });

  it("is over when it has succeeded or failed: the browser keeps nothing of it", async () => {
    for (const claims of [{}, { nonce: "another" }]) {
      issuer.behaviour = { claims };
      const begun = await get(url + START);
      const [attempt = ""] = begun.cookies;
      const answer = await fetch(issuer.agree(begun.location), {
        redirect: "manual",
        headers: { cookie: attempt, accept: "text/html" },
      });
      const cleared = answer.headers.getSetCookie().filter((each) => each.includes("Max-Age=0"));
      expect(cleared).toEqual([expect.stringContaining(attempt.replace(/=.*/, "="))]);
    }
  });

  it("leaves a browser three attempts, whatever they come back to", async () => {
    const jar = new Map<string, string>();
    for (let visit = 0; visit < 20; visit++) {
      const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
      const query = `?return=${encodeURIComponent(`/${"ü".repeat(150)}`)}`;
      const answer = await fetch(`${url}${START}${query}`, { redirect: "manual", headers: { cookie } });
      for (const each of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]*)=([^;]*)/.exec(each) ?? [];
        if (each.includes("Max-Age=0")) jar.delete(name);
        else jar.set(name, value);
      }
    }
    expect(jar.size).toBe(3);
    expect([...jar].join("").length).toBeLessThan(8000);
  });

  it("does not come back to what somebody else has put into the cookie", async () => {
    const begun = await get(url + START);
    const [name = "", value = ""] = begun.cookies[0]?.split("=") ?? [];
    const attempt: object = JSON.parse(Buffer.from(value, "base64url").toString());
    for (const to of ["https://evil.example/", "//evil.example/", "/.//evil.example/"]) {
      const forged = Buffer.from(JSON.stringify({ ...attempt, to })).toString("base64url");
      const { status, location } = await get(issuer.agree(begun.location), { cookie: `${name}=${forged}` });
      expect({ to, status, location }).toEqual({ to, status: 400, location: "" });
    }
    expect(issuer.asked).toEqual([]);
  });

  it("is not begun or finished by HEAD", async () => {
    for (const path of [START, `${START}/callback?code=1&state=2`])
      expect((await fetch(url + path, { method: "HEAD", redirect: "manual" })).status).toBe(405);
  });

  it.each([
    ["another nonce", { claims: { nonce: "another" } }],
    ["no nonce", { claims: { nonce: undefined } }],
    ["another audience", { claims: { aud: "another" } }],
    ["another issuer", { claims: { iss: "https://evil.example" } }],
    ["no issuer", { claims: { iss: undefined } }],
    ["an expired token", { claims: { exp: 1 } }],
    ["no expiry", { claims: { exp: undefined } }],
    ["no subject", { claims: { sub: undefined } }],
    ["a name of the service's own", { claims: { sub: "system:anonymous" } }],
    ["a name with a line break", { claims: { sub: "a\nb" } }],
    ["the name of a token of the service", { claims: { sub: "token:ci" } }],
    ["a subject of no OpenID provider", { claims: { sub: "x".repeat(256) } }],
    ["groups without end", { claims: { groups: Array.from({ length: 1001 }, (_, at) => `g${at}`) } }],
    ["a key that is not the provider's", { isForged: true }],
    ["no signature", { isUnsigned: true }],
    ["claims without end", { claims: { notes: "x".repeat(20_000) } }],
    ["a refusal", { answer: { status: 400, body: '{"error":"invalid_client"}' } }],
  ])("refuses %s in the provider's answer", async (_, behaviour) => {
    const begun = await get(url + START);
    issuer.behaviour = behaviour;
    const { status, cookies } = await get(issuer.agree(begun.location), { cookie: begun.cookies.join("; ") });
    expect({ status, cookies }).toEqual({ status: 401, cookies: [] });
  });

  it.each([
    ["is away", { isDown: true }],
    ["fails", { answer: { status: 500, body: "oops" } }],
    ["answers without end", { answer: { status: 200, body: "x".repeat(2_000_000) } }],
  ])("is 503 while the provider %s, and goes on after it", async (_, behaviour) => {
    const begun = await get(url + START);
    const back = issuer.agree(begun.location);
    const headers = { cookie: begun.cookies.join("; ") };
    issuer.behaviour = behaviour;
    expect((await get(back, headers)).status).toBe(503);
    issuer.behaviour = {};
    const later = await get(url + START);
    const cookie = later.cookies.join("; ");
    // It is not asked again for some seconds.
    await expect.poll(async () => (await get(url + START)).status, { timeout: 10_000 }).toBe(303);
    expect(later.status).toBe(503);
    expect(cookie).toBe("");
    expect((await get(back, headers)).status).toBe(303);
  });

  it("nothing of what the provider has said is logged", async () => {
    lines.length = 0;
    const begun = await get(url + START);
    issuer.behaviour = { claims: { nonce: "another", secret: "hunter2" } };
    const headers = { cookie: begun.cookies.join("; ") };
    expect((await get(issuer.agree(begun.location), headers)).status).toBe(401);
    const again = await get(url + START);
    issuer.behaviour = {
      answer: { status: 200, body: '{"access_token":"hunter2","token_type":"Bearer","id_token":5}' },
    };
    expect((await get(issuer.agree(again.location), { cookie: again.cookies.join("; ") })).status).toBe(401);
    expect(lines.filter((line) => "provider" in line)).toHaveLength(2);
    expect(inspect(lines, { depth: 20 })).not.toContain("hunter2");
  });

  it("shows people why, in a page that runs nothing of what the provider has said", async () => {
    const begun = await get(`${url}${START}?return=/console/%3Fx="'><script>`);
    const query = new URLSearchParams({
      error: "access_denied",
      error_description: `<script>alert("1")</script>`,
      state: new URL(begun.location).searchParams.get("state") ?? "",
    });
    const headers = { cookie: begun.cookies.join("; "), accept: "text/html,*/*" };
    const answer = await fetch(`${url}${START}/callback?${query}`, { headers, redirect: "manual" });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    const text = await answer.text();
    expect(text).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;");
    expect(text).not.toContain("<script");
    const [, again = ""] = /href="([^"]*)"/.exec(text) ?? [];
    expect((await get(url + again)).status).toBe(303);
  });

  it.each([
    "https://evil.example/",
    "//evil.example/",
    String.raw`/\evil.example/`,
    String.raw`\\evil.example/`,
    "/.//evil.example/",
    "/x/..//evil.example/",
    "/%2e//evil.example/",
    "/./\\evil.example/",
    "/\t/evil.example/",
    "\n//evil.example/",
    "javascript:alert(1)",
    "console",
    "",
    `/${"x".repeat(1000)}`,
    `/${"ü".repeat(200)}`,
  ])("does not come back to %j", async (path) => {
    const { status, location } = await get(`${url}${START}?return=${encodeURIComponent(path)}`);
    expect({ status, location }).toEqual({ status: 400, location: "" });
  });

  it.each([
    ["/a\r\nset-cookie: x=y", "/aset-cookie:%20x=y"],
    ["/../../x", "/x"],
    ["/%2f%2fevil.example", "/%2f%2fevil.example"],
    ["/ünï?q=ö#ä", "/%C3%BCn%C3%AF?q=%C3%B6#%C3%A4"],
  ])("comes back to %j as %j", async (path, expected) => {
    expect((await comeBack(url, `?return=${encodeURIComponent(path)}`)).location).toBe(expected);
  });

  it("is called by TLS as the browser has called it, through a proxy", async () => {
    const proxied = {
      "x-forwarded-proto": "https",
      "x-forwarded-host": "People.example.com:443",
      "x-forwarded-prefix": "/api",
    };
    const begun = await get(url + START, proxied);
    const back = new URL(issuer.agree(begun.location));
    expect(back.origin + back.pathname).toBe(`https://people.example.com/api${START}/callback`);
    expect(begun.cookies).toEqual([expect.stringMatching(/^__Host-cmgen-sign-in-/)]);
    const headers = { ...proxied, cookie: begun.cookies.join("; ") };
    const { status, location, cookies } = await get(`${url}${START}/callback${back.search}`, headers);
    expect({ status, location }).toEqual({ status: 303, location: "/api/" });
    expect(cookies).toEqual([expect.stringMatching(/^__Host-cmgen-session=/)]);
  });

  it("does not finish at one provider what was begun at another", async () => {
    const { url: at, close } = await restartOn({ clientId: "people" }, { clientId: "people", name: "other" });
    const begun = await get(`${at}/apis/-/sign-in/other`);
    const back = issuer.agree(begun.location).replace("/other/", "/oidc/");
    expect((await get(back, { cookie: begun.cookies.join("; ") })).status).toBe(401);
    expect(issuer.asked).toEqual([]);
    await close();
  });

  it("sends the secret of a client that has one", async () => {
    const { url: at, close } = await restartOn({ clientId: "people", clientSecret: "s e:cret" });
    expect((await comeBack(at)).status).toBe(303);
    expect(issuer.asked.map(({ fields }) => fields.get("client_secret"))).toEqual(["s e:cret"]);
    await close();
  });

  it("is not begun where the names of callers may be those of others, or sessions are not known", async () => {
    const two = [{ clientId: "people" }, { clientId: "people", name: "other" }];
    await expect(restartOn(...two.map((each) => ({ ...each, namePrefix: "x:" })))).rejects.toThrow(
      /a namePrefix of its own/,
    );
    await expect(restartOn(two[0] ?? "none", two[0] ?? "none")).rejects.toThrow(/sign people in as "oidc"/);
    expect(() => oidc({ issuer: "http://id.example.com", audience: "x", signIn: { clientId: "x" } })).toThrow(/https/);
    for (const signIn of [{ clientId: "" }, { clientId: "x", name: "A b" }, { clientId: "x", lifetime: "8d" }])
      expect(() => oidc({ issuer: issuer.url, audience: "x", signIn })).toThrow(/oidc: signIn/);
    const options = {
      plugins: [{ ...plugin, manifests: false, access: accessOf([{ clientId: "people" }]) }],
      root: plugin.root,
    };
    await expect(mountService({ ...options, databaseUrl: ":memory:", log })).rejects.toThrow(/CMGEN_HOSTS/);
  });

  it("a session is of its provider and its client alone", async () => {
    const first = await restartOn({ clientId: "people" });
    const [cookie = ""] = (await comeBack(first.url)).cookies;
    await first.close();
    const other = await restartOn({ clientId: "others" });
    expect(await whoAmI(cookie, other.url)).toMatchObject({ authenticated: false });
    await other.close();
    const again = await restartOn({ clientId: "people" });
    expect(await whoAmI(cookie, again.url)).toMatchObject({ name: "ann" });
    await again.close();
  });

  it("a session holds in every process, until nobody can sign in there any more", async () => {
    const { url: first, close } = await restartOn({ clientId: "people" });
    const [cookie = ""] = (await comeBack(first)).cookies;
    if (engine === "postgresql") expect(await whoAmI(cookie, (await start()).url)).toMatchObject({ name: "ann" });
    await close();
    const again = await restartOn({ clientId: "people" });
    expect(await whoAmI(cookie, again.url)).toMatchObject({ name: "ann", roles: ["authenticated", "viewer"] });
    await again.close();
    const without = await restartOn("none");
    expect(await whoAmI(cookie, without.url)).toMatchObject({ authenticated: false });
    await without.close();
  });

  it("an operator ends the sessions of somebody, and of nobody else", async () => {
    const { url: at, close } = await restartOn({ clientId: "people" });
    issuer.behaviour = { claims: { sub: "auth0|Bob" } };
    const bobs = [await comeBack(at), await comeBack(at)].map(({ cookies: [cookie = ""] }) => cookie);
    issuer.behaviour = {};
    const [anns = ""] = (await comeBack(at)).cookies;
    const cmgen = (...args: readonly string[]) =>
      runCmgen(["user", ...args, "--database-url", database.url], {
        workingFolder: fileURLToPath(plugin.root),
        input: "",
      });
    expect((await cmgen("sessions", "auth0|Bob", "--from-provider")).out.split("\n")).toHaveLength(4);
    expect(await cmgen("sign-out", "auth0|Bob", "--from-provider")).toEqual({
      code: 0,
      out: "Sessions of auth0|Bob that have ended: 2.\n",
      error: "",
    });
    for (const cookie of bobs)
      await expect.poll(() => whoAmI(cookie, at), { timeout: 5000 }).toMatchObject({ authenticated: false });
    expect(await whoAmI(anns, at)).toMatchObject({ name: "ann" });
    expect((await cmgen("list", "--from-provider")).error).toContain("cmgen user list takes no --from-provider.");
    await close();
  });

  it("a session ends after its time", async () => {
    const { url: at, close } = await restartOn({ clientId: "people", lifetime: "2s" });
    const [cookie = ""] = (await comeBack(at)).cookies;
    expect(await whoAmI(cookie, at)).toMatchObject({ name: "ann" });
    await expect.poll(() => whoAmI(cookie, at), { timeout: 10_000 }).toMatchObject({ authenticated: false });
    await close();
  });

  /** A service in the place of the one before: a SQLite file belongs to one process. */
  async function restartOn(...providers: Providers): Promise<RunningServer> {
    if (engine === "sqlite file") for (const each of servers.splice(0)) await each.close();
    return start(...providers);
  }
});
