import { defineEndpoints, get, type RequestAttributes, type RunningServer, type ServerOptions } from "@cmgen/runtime";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { exchange, type Received, type Sent } from "./exchange.js";
import { peoplePlugin, startPeople } from "./people-server.js";
import { assertProblem, collection, person, send } from "./rule.js";

const base = "/apis/console.api.people.example.com/v1alpha1";
const plugin = {
  ...peoplePlugin(),
  endpoints: [
    defineEndpoints({
      apiVersion: "console.api.people.example.com/v1alpha1",
      routes: [
        get("/echo/{name}", ({ request: { url }, params }) => Response.json({ url, name: params.name })),
        (request, below) =>
          new URL(request.url).pathname === `${below}/free` ? () => Response.json({ url: request.url }) : undefined,
      ],
    }),
  ],
};

let server: RunningServer | undefined;
let asked: RequestAttributes[] = [];
afterEach(() => server?.close());

async function start(
  options: Partial<ServerOptions>,
): Promise<(sent: Sent, headers?: Sent["headers"]) => Promise<Received>> {
  asked = [];
  const authorizer = (attributes: RequestAttributes) => {
    asked.push(attributes);
    return { decision: "allow" as const };
  };
  const started = await startPeople("sqlite", { plugins: [plugin], authorizer, ...options });
  server = started;
  return (sent, headers = {}) => exchange(started.url, { ...sent, headers: { ...sent.headers, ...headers } });
}

const at = (path: string): Sent => ({ method: "GET", path });
const sample = (name: string): object => ({
  metadata: { name },
  spec: { ...(person() as { spec: object }).spec, name },
});

describe("below a base path", () => {
  it.each([
    ["that the proxy leaves on", "/people-service"],
    ["that the proxy has taken off", ""],
  ])("%s everything answers, and leads below it", async (_, prefix) => {
    const ask = await start({ basePath: "/people-service" });
    const created = await ask({ ...send("POST", "", sample("base")), path: prefix + collection });
    expect([created.status, created.headers.location]).toEqual([201, `/people-service${collection}/base`]);
    expect((await ask(at(`${prefix}${collection}/base`))).status).toBe(200);
    const missing = await ask(at(`${prefix}${collection}/nobody`));
    expect(missing.json).toMatchObject({ status: 404, instance: `/people-service${collection}/nobody` });
    expect((await ask(at(`${prefix}/nowhere`))).json).toMatchObject({ instance: "/people-service/nowhere" });
    const openapi = await ask(at(`${prefix}/openapi.json`));
    expect(openapi.json).toMatchObject({ servers: [{ url: "/people-service" }] });
    const docs = (await ask(at(`${prefix}/docs`))).bytes.toString();
    expect(docs).toContain('data-openapi="/people-service/openapi.json"');
    const script = /src="(\/people-service(\/docs\/reference-page\.js\?v=[\d.]+))"/.exec(docs);
    expect((await ask(at(script?.[1] ?? ""))).status).toBe(200);
    expect((await ask(at(script?.[2] ?? ""))).bytes.toString()).toContain("SwaggerUIBundle");
    const home = await ask(at(`${prefix}/`));
    expect([home.status, home.headers.location]).toEqual([303, "/people-service/docs"]);
    expect((await ask(at(`${prefix}/healthz`))).status).toBe(200);
    const echo = await ask(at(`${prefix}${base}/echo/ann?x=y`), { host: "localhost:1" });
    expect(echo.json).toEqual({ url: `http://localhost:1/people-service${base}/echo/ann?x=y`, name: "ann" });
    expect((await ask(at(`${prefix}${base}/free`))).status).toBe(200);
    expect((await ask({ ...at(`${prefix}${base}/echo/ann`), method: "POST" })).headers.allow).toBe(
      "GET, HEAD, OPTIONS",
    );
    expect(asked.at(-1)?.path).toBe(`${base}/free`);
  });

  it("the path itself leads to the documentation, and what only begins so is another path", async () => {
    const ask = await start({ basePath: "/people-service" });
    expect((await ask(at("/people-service?a"))).headers.location).toBe("/people-service/docs");
    expect((await ask(at("/people-services/healthz"))).status).toBe(404);
    expect((await ask(at(`http://localhost/people-service${collection}/ann`))).status).toBe(200);
  });
});

describe("without a base path", () => {
  it("/ leads to the documentation, and the document is served as it was generated", async () => {
    const ask = await start({});
    const home = await ask(at("/"));
    expect([home.status, home.headers.location]).toEqual([303, "/docs"]);
    expect((await ask({ method: "POST", path: "/" })).status).toBe(405);
    expect((await ask(at("/openapi.json"))).json).toMatchObject({ servers: [{ url: "/" }] });
  });
});

describe("what a proxy says of the client", () => {
  const said = {
    "x-forwarded-for": "203.0.113.9, 198.51.100.7, 127.0.0.1",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "people.example.com",
    "x-forwarded-prefix": "/team/people/",
  };

  it("counts where the proxy is trusted", async () => {
    const ask = await start({ trustedProxies: ["loopback"], hosts: ["people.example.com"] });
    const echo = await ask(at(`${base}/echo/ann`), said);
    expect(echo.json).toMatchObject({ url: `https://people.example.com/team/people${base}/echo/ann` });
    expect(asked.at(-1)?.remoteAddress).toBe("198.51.100.7");
    const created = await ask(send("POST", "", sample("prefixed")), said);
    expect(created.headers.location).toBe(`/team/people${collection}/prefixed`);
    expect(asked.at(-1)?.remoteAddress).toBe("198.51.100.7");
    expect((await ask(at("/openapi.json"), said)).json).toMatchObject({ servers: [{ url: "/team/people" }] });
    expect((await ask(at("/"), said)).headers.location).toBe("/team/people/docs");
  });

  it("means nothing where it is not", async () => {
    const ask = await start({ trustedProxies: ["10.0.0.0/8"] });
    const hostile = { ...said, host: "localhost:1", "x-forwarded-prefix": "//evil.example" };
    expect((await ask(at(`${base}/echo/ann`), hostile)).json).toMatchObject({
      url: `http://localhost:1${base}/echo/ann`,
    });
    expect(asked.at(-1)?.remoteAddress).toBe("127.0.0.1");
    const created = await ask(send("POST", "", sample("plain")), hostile);
    expect(created.headers.location).toBe(`${collection}/plain`);
  });

  it("comes before the configured base path, and may say less", async () => {
    const ask = await start({ trustedProxies: ["127.0.0.1"], basePath: "/people" });
    const location = async (headers: Sent["headers"]) => (await ask(at("/people/"), headers)).headers.location;
    expect(await location({ "x-forwarded-prefix": "/a" })).toBe("/a/docs");
    expect(await location({ "x-forwarded-prefix": "/" })).toBe("/people/docs");
    expect(await location({})).toBe("/people/docs");
    const echo = await ask(at(`${base}/echo/ann`), { host: "localhost" });
    expect(echo.json).toMatchObject({ url: `http://localhost/people${base}/echo/ann` });
    expect(asked.at(-1)?.remoteAddress).toBe("127.0.0.1");
  });

  it.each([
    ["198.51.100.7:5000", "198.51.100.7"],
    ["[2001:db8::1]:5000", "2001:db8::1"],
    ["203.0.113.9, 198.51.100.7:5000, 127.0.0.1:6000", "198.51.100.7"],
  ])("finds the client in %s", async (text, address) => {
    const ask = await start({ trustedProxies: ["loopback"] });
    expect((await ask(at(`${base}/echo/ann`), { "x-forwarded-for": text })).status).toBe(200);
    expect(asked.at(-1)?.remoteAddress).toBe(address);
  });

  it("leaves the servers that openapi.json names", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cmgen-servers-"));
    const openapi = join(folder, "openapi.json");
    const servers = [{ url: "https://people.example.com" }];
    writeFileSync(openapi, JSON.stringify({ openapi: "3.1.1", servers }));
    const ask = await start({ basePath: "/people", openapi: pathToFileURL(openapi).href });
    expect((await ask(at("/people/openapi.json"))).json).toMatchObject({ servers });
    // It is read once.
    rmSync(folder, { recursive: true });
    expect((await ask(at("/people/openapi.json"))).json).toMatchObject({ servers });
    expect((await ask(at("/people/docs"))).status).toBe(200);
  });

  it.each([
    ["x-forwarded-for", "unknown"],
    ["x-forwarded-for", "203.0.113.9, someone"],
    ["x-forwarded-prefix", "//evil.example"],
    ["x-forwarded-prefix", "https://evil.example"],
    ["x-forwarded-prefix", "/a/../b"],
    ["x-forwarded-prefix", "/a\\b"],
    ["x-forwarded-prefix", "/<script>"],
    ["x-forwarded-prefix", "people"],
    ["x-forwarded-proto", "javascript"],
    ["x-forwarded-host", "people.example.com/evil"],
    ["x-forwarded-host", "user@people.example.com"],
  ])("is 400 where %s is %j, which the proxy may have from the client", async (name, value) => {
    const ask = await start({ trustedProxies: ["loopback"] });
    const answer = await ask(at("/"), { [name]: value });
    assertProblem(answer);
    expect(answer.status).toBe(400);
  });

  it("is the last value, where a client has sent others before", async () => {
    const ask = await start({ trustedProxies: ["loopback"], hosts: ["people.example.com"] });
    const headers = { "x-forwarded-host": "evil.example, people.example.com", "x-forwarded-prefix": ["//x", "/a"] };
    expect((await ask(at("/"), headers)).headers.location).toBe("/a/docs");
  });

  it("does not make up for a Host or an Origin of others", async () => {
    const ask = await start({ trustedProxies: ["loopback"] });
    const rebound = { host: "evil.example", "x-forwarded-host": "localhost" };
    expect((await ask(at("/"), rebound)).json).toMatchObject({ detail: expect.stringMatching(/^Host is/) as string });
    const through = await ask(at("/"), { host: "localhost", "x-forwarded-host": "evil.example" });
    expect(through.json).toMatchObject({
      status: 403,
      detail: expect.stringMatching(/^X-Forwarded-Host is/) as string,
    });
    const own = { "x-forwarded-host": "people.localhost", origin: "https://people.localhost" };
    expect((await ask(send("DELETE", "/nobody"), own)).status).toBe(404);
    expect((await ask(send("DELETE", "/nobody"), { ...own, "x-forwarded-host": "localhost" })).status).toBe(403);
  });
});
