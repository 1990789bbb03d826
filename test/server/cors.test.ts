import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { defineEndpoints, get, post, type Decision, type RunningServer } from "@cmgen/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exchange, type Received, type Sent } from "./exchange.js";
import { peoplePlugin, startPeople } from "./people-server.js";
import { head, RawConnection } from "./raw-connection.js";
import { assertProblem, collection, send } from "./rule.js";

const page = "https://console.example.com";
const other = "https://evil.example";
const base = "/apis/console.api.people.example.com/v1alpha1";
const exposed = "ETag, Location, Retry-After, Warning, Allow, Accept, Accept-Patch, WWW-Authenticate";

const plugin = {
  ...peoplePlugin(),
  endpoints: [
    defineEndpoints({
      apiVersion: "console.api.people.example.com/v1alpha1",
      routes: [
        get("/words", () => new Response("words", { headers: { Vary: "Accept-Language" } })),
        post("/words", () => new Response("taken")),
      ],
    }),
  ],
};

const ask = (server: RunningServer, sent: Sent, headers: Sent["headers"] = {}): Promise<Received> =>
  exchange(server.url, { ...sent, headers: { ...sent.headers, ...headers } });
const corsHeaders = ({ headers }: Received): object =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("access-control-")));

describe("CORS for named origins", () => {
  let server: RunningServer;
  let asked = 0;
  let decision: Decision = { decision: "allow" };
  beforeAll(async () => {
    const authorizer = (): Decision => {
      asked += 1;
      return decision;
    };
    server = await startPeople("sqlite", {
      plugins: [plugin],
      authorizer,
      cors: { origins: [page, "http://localhost:1"] },
      limits: { compressFromBytes: 100 },
    });
  });
  afterAll(() => server.close());

  const allowed = {
    "access-control-allow-origin": page,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": exposed,
  };
  const preflight = (sent: Sent, method: string, origin = page): Promise<Received> =>
    ask(
      server,
      { ...sent, method: "OPTIONS" },
      {
        origin,
        "access-control-request-method": method,
        "access-control-request-headers": "authorization,content-type",
      },
    );

  it.each<[string, Sent]>([
    ["a collection", send("OPTIONS", "")],
    ["an object", send("OPTIONS", "/ann")],
    ["a custom endpoint", send("OPTIONS", `!${base}/words`)],
    ["a page", send("OPTIONS", "!/openapi.json")],
    ["nothing", send("OPTIONS", "!/nowhere")],
  ])("answers a preflight for %s, without asking the authorizer", async (_, sent) => {
    asked = 0;
    decision = { decision: "forbidden" };
    const answer = await preflight(sent, "DELETE");
    expect([answer.status, asked]).toEqual([204, 0]);
    expect(answer.headers).toMatchObject({
      ...allowed,
      "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
      "access-control-allow-headers": "authorization,content-type",
      "access-control-max-age": "7200",
      vary: "Origin",
    });
    decision = { decision: "allow" };
  });

  it("refuses a preflight of another origin, and lets it read no more than that", async () => {
    const answer = await preflight(send("OPTIONS", ""), "GET", other);
    assertProblem(answer);
    expect([answer.status, corsHeaders(answer), answer.headers.vary]).toEqual([403, {}, "Origin"]);
  });

  it("does not send back headers that are not names of headers", async () => {
    const asking = { origin: page, "access-control-request-method": "PUT", "access-control-request-headers": "a b" };
    const answer = await ask(server, send("OPTIONS", ""), asking);
    expect([answer.status, answer.headers["access-control-allow-headers"]]).toEqual([204, undefined]);
  });

  it.each<[string, Sent, number]>([
    ["an object", send("GET", "/ann"), 200],
    ["an object that has not changed", send("GET", "/ann", undefined, { "if-none-match": "*" }), 304],
    ["a created object", send("POST", "", { metadata: { generateName: "x-" }, spec: { name: "X" } }), 201],
    ["a list", send("GET", ""), 200],
    ["what is not there", send("GET", "/nobody"), 404],
    ["a method that is not allowed", send("PUT", "", {}), 405],
    ["a broken body", send("POST", "", "{"), 400],
    ["a body of another type", send("POST", "", "x", { "content-type": "text/plain" }), 415],
    ["a broken rule", send("POST", "", { metadata: { name: "-" }, spec: {} }), 422],
    ["a header given twice", send("GET", "/ann", undefined, { "content-type": ["a/b", "a/b"] }), 400],
    ["a path of nothing", send("GET", "!/nowhere"), 404],
    ["OPTIONS", send("OPTIONS", "/ann"), 204],
    ["a custom endpoint", send("GET", `!${base}/words`), 200],
    ["a custom endpoint's write", send("POST", `!${base}/words`, "x"), 200],
    ["a custom endpoint that is not there", send("GET", `!${base}/nowhere`), 404],
    ["the health", send("GET", "!/healthz"), 200],
    ["the documentation", send("GET", "!/docs"), 200],
    ["a Host that is not ours", send("GET", "/ann", undefined, { host: "evil.example" }), 403],
  ])("marks the answer to %s", async (_, sent, status) => {
    const answer = await ask(server, sent, { origin: page, "sec-fetch-site": "cross-site" });
    expect([answer.status, corsHeaders(answer)]).toEqual([status, allowed]);
    expect(answer.headers.vary).toMatch(/^Origin(, |$)/);
  });

  it("marks refusals of the authorizer", async () => {
    decision = { decision: "unauthorized" };
    const answer = await ask(server, send("GET", "/ann"), { origin: page });
    expect([answer.status, corsHeaders(answer)]).toEqual([401, allowed]);
    decision = { decision: "allow" };
  });

  it("gives other origins nothing, and none to a request without one", async () => {
    for (const headers of [{ origin: other }, { origin: "null" }, { origin: `${page}.evil.example` }, {}]) {
      const answer = await ask(server, send("GET", "/ann"), headers);
      expect([answer.status, corsHeaders(answer), answer.headers.vary]).toEqual([200, {}, "Origin, accept-encoding"]);
    }
    expect((await ask(server, send("POST", "", {}), { origin: other })).status).toBe(403);
  });

  it("says what an answer varies by beside the origin", async () => {
    const compressed = { "accept-encoding": "gzip", origin: page };
    expect((await ask(server, send("GET", ""), compressed)).headers).toMatchObject({
      vary: "Origin, accept-encoding",
      "content-encoding": "gzip",
    });
    const words = await ask(server, send("GET", `!${base}/words`), { origin: page });
    expect(words.headers.vary).toBe("Origin, Accept-Language");
    const unchanged = await ask(server, send("GET", "/ann", undefined, { "if-none-match": "*" }), { origin: page });
    expect([unchanged.status, unchanged.headers.vary]).toEqual([304, "Origin, accept-encoding"]);
  });

  it.each([
    ["application/json", "application/x-ndjson"],
    ["text/event-stream", "text/event-stream"],
  ])("lets pages watch by %s", async (accept, type) => {
    const connection = await RawConnection.open(server.url);
    connection.write(head("GET", `${collection}?watch=true`, { accept, origin: page }));
    await connection.says(/BOOKMARK/);
    expect(connection.received).toContain(`access-control-allow-origin: ${page}\r\n`);
    expect(connection.received).toContain(`content-type: ${type}\r\n`);
    connection.destroy();
  });
});

describe("CORS for every origin", () => {
  it("is without credentials and does not vary; who has no origin does not write", async () => {
    const server = await startPeople("sqlite", {
      cors: { origins: "*", exposedHeaders: ["X-Words"], maxAgeSeconds: 5 },
    });
    for (const headers of [{ origin: other }, { origin: "null" }, {}]) {
      const answer = await ask(server, send("GET", "/ann"), headers);
      expect([answer.status, corsHeaders(answer), answer.headers.vary]).toEqual([
        200,
        { "access-control-allow-origin": "*", "access-control-expose-headers": `${exposed}, X-Words` },
        undefined,
      ]);
    }
    const foreign = { origin: other, "sec-fetch-site": "cross-site" };
    expect((await ask(server, send("PATCH", "/ann", {}), foreign)).status).toBe(415);
    expect((await ask(server, send("PATCH", "/ann", {}), { ...foreign, origin: "null" })).status).toBe(403);
    const asking = { ...foreign, "access-control-request-method": "PATCH" };
    const answer = await ask(server, send("OPTIONS", "/ann"), asking);
    expect([answer.status, answer.headers["access-control-max-age"]]).toEqual([204, "5"]);
    expect((await ask(server, send("OPTIONS", "/ann"), { ...asking, origin: "null" })).status).toBe(403);
    const reading = { origin: "null", "access-control-request-method": "GET" };
    expect((await ask(server, send("OPTIONS", "/ann"), reading)).status).toBe(204);
    await server.close();
  });
});

describe("CORS without credentials", () => {
  it("refuses what a browser sends with the visitor's cookies without asking first", async () => {
    const server = await startPeople("sqlite", { cors: { origins: [page], credentials: false } });
    const from = { origin: page, "sec-fetch-site": "cross-site", cookie: "session=visitor" };
    const types = [undefined, "text/plain", "application/x-www-form-urlencoded; charset=UTF-8", "multipart/form-data"];
    for (const type of types) {
      const headers = type === undefined ? from : { ...from, "content-type": type };
      const refused = await ask(server, { ...send("POST", ""), body: "x" }, headers);
      expect([type, refused.status, refused.headers["access-control-allow-origin"]]).toEqual([type, 403, page]);
    }
    const asking = { origin: page, "access-control-request-method": "POST" };
    expect((await ask(server, send("OPTIONS", ""), asking)).status).toBe(204);
    const { cookie: _, ...asked } = from;
    expect((await ask(server, send("POST", "", {}), { ...asked, "content-type": "application/json" })).status).toBe(
      422,
    );
    await server.close();
  });
});

describe("CORS where the service cannot answer", () => {
  it("marks 429, and answers preflights", async () => {
    const limits = { maxRequests: 0 };
    const server = await startPeople("sqlite", { cors: { origins: [page] }, limits });
    const refused = await ask(server, send("GET", "/ann"), { origin: page });
    expect([refused.status, refused.headers["access-control-allow-origin"]]).toEqual([429, page]);
    const asking = { origin: page, "access-control-request-method": "PUT" };
    expect((await ask(server, send("OPTIONS", "/ann"), asking)).status).toBe(204);
    await server.close();
  });

  it("marks 503", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cmgen-cors-"));
    mkdirSync(join(folder, "extensions"));
    writeFileSync(join(folder, "extensions", "unknown.yaml"), "kind: Unknown\n");
    const unstarted = { ...peoplePlugin(), root: pathToFileURL(`${folder}/`) };
    const server = await startPeople("sqlite", { plugins: [unstarted], cors: { origins: [page] } });
    const refused = await ask(server, send("GET", "/ann"), { origin: page });
    expect([refused.status, refused.headers["access-control-allow-origin"]]).toEqual([503, page]);
    await server.close();
    rmSync(folder, { recursive: true });
  });
});
