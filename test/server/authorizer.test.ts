import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Decision, RequestAttributes, RunningServer } from "@cmgen/runtime";
import { exchange } from "./exchange.js";
import { startPeople } from "./people-server.js";
import { assertProblem, collection, person, send } from "./rule.js";

const allow: Decision = { decision: "allow" };

describe("the authorizer", () => {
  let server: RunningServer;
  let asked: RequestAttributes[] = [];
  let decide: (attributes: RequestAttributes) => Decision | Promise<Decision> = () => allow;

  beforeAll(async () => {
    const authorizer = (attributes: RequestAttributes): Decision | Promise<Decision> => {
      asked.push(attributes);
      return decide(attributes);
    };
    server = await startPeople("sqlite", { authorizer });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    asked = [];
    decide = () => allow;
  });

  const endpoint = "/apis/console.api.people.example.com/v1alpha1/people/ann/greeting";
  const resource = { group: "people.example.com", version: "v1alpha1", resource: "people", name: "", subresource: "" };
  const none = { group: "", version: "", resource: "", name: "", subresource: "" };

  it.each<[string, string, Partial<RequestAttributes>]>([
    ["GET", collection, { ...resource, verb: "list" }],
    ["HEAD", collection, { ...resource, verb: "list" }],
    ["HEAD", `${collection}?watch=true`, { ...resource, verb: "watch" }],
    ["POST", collection, { ...resource, verb: "create" }],
    ["DELETE", `${collection}?labelSelector=a.b/none`, { ...resource, verb: "deletecollection" }],
    ["GET", `${collection}/ann`, { ...resource, verb: "get", name: "ann" }],
    ["PUT", `${collection}/ann`, { ...resource, verb: "update", name: "ann" }],
    ["PATCH", `${collection}/%61nn`, { ...resource, verb: "patch", name: "ann" }],
    ["DELETE", `${collection}/nobody`, { ...resource, verb: "delete", name: "nobody" }],
    ["GET", `${collection}/ann/status`, { ...resource, verb: "get", name: "ann", subresource: "status" }],
    ["PUT", `${collection}/ann/status`, { ...resource, verb: "update", name: "ann", subresource: "status" }],
    [
      "GET",
      endpoint,
      { ...resource, verb: "get", group: "console.api.people.example.com", name: "ann", subresource: "greeting" },
    ],
    ["GET", "/metrics", { ...none, verb: "get", path: "/metrics" }],
    ["GET", "/openapi.json", { ...none, verb: "get", path: "/openapi.json" }],
    ["GET", "/docs", { ...none, verb: "get", path: "/docs" }],
    ["GET", "/docs/swagger-ui.css", { ...none, verb: "get", path: "/docs" }],
  ])("is asked of %s %s", async (method, path, attributes) => {
    await exchange(server.url, { method, path, headers: { "x-user": "eve" } });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ ...attributes, remoteAddress: "127.0.0.1" });
    expect(asked[0]?.headers["x-user"]).toBe("eve");
  });

  it.each(["/healthz", "/readyz"])("is not asked of %s", async (path) => {
    expect((await exchange(server.url, { method: "GET", path })).status).toBe(200);
    expect(asked).toEqual([]);
  });

  it("answers 401 with a challenge and 403, and nothing is done", async () => {
    decide = () => ({ decision: "unauthorized", challenge: 'Bearer realm="people"', reason: "Who are you?" });
    const unauthorized = await exchange(server.url, send("DELETE", "/ann"));
    expect([unauthorized.status, unauthorized.headers["www-authenticate"]]).toEqual([401, 'Bearer realm="people"']);
    expect(unauthorized.json).toMatchObject({ code: "Unauthorized", detail: "Who are you?" });
    decide = async () => ({ decision: "forbidden" });
    const forbidden = await exchange(server.url, send("DELETE", "/ann"));
    expect([forbidden.status, forbidden.json]).toEqual([403, expect.objectContaining({ code: "Forbidden" })]);
    decide = () => allow;
    expect((await exchange(server.url, send("GET", "/ann"))).status).toBe(200);
  });

  it("refuses before it reads a body", async () => {
    decide = () => ({ decision: "forbidden" });
    expect((await exchange(server.url, send("POST", "", "not JSON"))).status).toBe(403);
  });

  it("refuses where it fails itself, and tells nothing of why", async () => {
    decide = () => {
      throw new Error("the secret is 42");
    };
    const answer = await exchange(server.url, send("POST", "", { ...person(), metadata: { name: "mallory" } }));
    assertProblem(answer);
    expect(answer.status).toBe(500);
    expect(answer.bytes.toString()).not.toContain("secret");
    decide = () => allow;
    expect((await exchange(server.url, send("GET", "/mallory"))).status).toBe(404);
  });
});

describe("without an authorizer", () => {
  it("a server refuses to listen where others could reach it", async () => {
    await expect(startPeople("sqlite", { host: "0.0.0.0" })).rejects.toThrow(/authorizer/);
  });

  it("with one it may listen anywhere", async () => {
    const server = await startPeople("sqlite", { host: "0.0.0.0", authorizer: () => allow });
    expect(server.url).toMatch(/^http:\/\/0\.0\.0\.0:/);
    await server.close();
  });
});
