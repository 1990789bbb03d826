import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineEndpoints, get, post, startServer, silentLog, typed, type RunningServer } from "@cmgen/runtime";
import { ApiProblem } from "@cmgen/client";
import { plugin } from "../../examples/people/src/generated/plugin.js";
import { createConsoleApiClient } from "../../examples/people/src/generated/v1alpha1/client.js";
import { DescribedApi } from "../openapi/described-api.js";
import { exchange, type Received } from "./exchange.js";
import { peoplePlugin, startPeople } from "./people-server.js";
import { assertProblem } from "./rule.js";

const base = "/apis/console.api.people.example.com/v1alpha1/people/ann";

describe("a typed endpoint", () => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await startPeople("sqlite");
  });
  afterAll(() => server.close());

  const send = (body: string, type = "application/json"): Promise<Received> =>
    exchange(server.url, { method: "POST", path: `${base}/cards`, headers: { "content-type": type }, body });
  const search = (query: string): Promise<Received> =>
    exchange(server.url, { method: "GET", path: `${base.replace("/ann", "")}/names${query}` });
  const causes = ({ json }: Received): readonly string[] =>
    (json as { errors: readonly { path: string; code: string }[] }).errors.map(({ path, code }) => `${path} ${code}`);

  it("gets its body checked, defaults filled in, and answers with its status", async () => {
    const answer = await send(JSON.stringify({ message: "Sixty!" }));
    expect([answer.status, answer.json]).toEqual([201, { to: "Ann Archer", text: "Congratulations! Sixty!" }]);
    const yaml = await send("message: So long\noccasion: farewell\n", "application/yaml");
    expect(yaml.json).toMatchObject({ text: "Goodbye! So long" });
  });

  it.each([
    [
      '{"message":"","occasion":"easter","extra":1}',
      ["/message minLength", "/occasion enum", "/extra additionalProperties"],
    ],
    ["[]", [" type"]],
  ])("refuses %s with every cause", async (body, expected) => {
    const answer = await send(body);
    assertProblem(answer);
    expect(answer.json).toMatchObject({ status: 422, code: "Invalid" });
    expect(causes(answer).toSorted()).toEqual(expected.toSorted());
  });

  it.each([
    ["{", "application/json", 400, "BadRequest"],
    ["", "application/json", 400, "BadRequest"],
    ['{"message":"a","message":"b"}', "application/json", 400, "BadRequest"],
    ["message=a", "application/x-www-form-urlencoded", 415, "UnsupportedMediaType"],
    [`{"message":"${"x".repeat(4_000_000)}"}`, "application/json", 413, "TooLarge"],
  ])("refuses the body %.20j as %s", async (body, type, status, code) => {
    const answer = await send(body, type);
    assertProblem(answer);
    expect(answer.json).toMatchObject({ status, code });
  });

  it("reads its query by the declared types", async () => {
    expect((await search("?limit=2&initial=A&initial=B")).json).toEqual({ names: ["ann", "bob"], limit: 2 });
    expect((await search("")).json).toMatchObject({ limit: 10 });
  });

  it.each([
    ["?limit=two", ["limit type"]],
    ["?limit=0", ["limit minimum"]],
    ["?limit=1e1000", ["limit type"]],
    ["?limit=1&limit=2", ["limit repeated"]],
    ["?limti=1&initial=AB&adults=yes", ["adults type", "initial maxLength", "limti unknownParameter"]],
    ["?__proto__=1&constructor=2", ["__proto__ unknownParameter", "constructor unknownParameter"]],
  ])("refuses the query %s with every cause", async (query, expected) => {
    const answer = await search(query);
    assertProblem(answer);
    expect(answer.json).toMatchObject({ status: 400, code: "InvalidQuery" });
    expect([...new Set(causes(answer))].toSorted()).toEqual(expected);
  });

  it("answers what openapi.json says", async () => {
    const api = new DescribedApi(new URL("../../examples/people/openapi.json", import.meta.url));
    const template = base.replace("/ann", "/{name}/cards");
    const schemaOf = (...place: string[]): readonly string[] => [
      ...api.pointerTo("paths", template, "post", "responses", ...place),
      "schema",
    ];
    const card = await send('{"message":"Hi"}');
    expect(api.problemsOf(card.json, schemaOf("201", "content", "application/json"))).toEqual([]);
    const refused = await send("{}");
    expect(api.problemsOf(refused.json, schemaOf("default", "content", "application/problem+json"))).toEqual([]);
    const { example } = api.at([
      ...api.pointerTo("paths", template, "post", "requestBody"),
      "content",
      "application/json",
    ]) as {
      example: unknown;
    };
    expect((await send(JSON.stringify(example))).status).toBe(201);
  });

  it("is called by the generated client, and its refusals are problems", async () => {
    const client = createConsoleApiClient({ baseUrl: server.url });
    const card = await client.post("/people/{name}/cards", { params: { name: "ann" }, body: { message: "Hi" } });
    expect(card).toEqual({ to: "Ann Archer", text: "Congratulations! Hi" });
    const found = await client.get("/people/names", { query: { limit: 1, initial: ["B"] } });
    expect(found).toEqual({ names: ["bob"], limit: 1 });
    const greeting = await client.get("/people/{name}/greeting", { params: { name: "ann" } });
    expect(await greeting.json()).toEqual({ greeting: "Hello, Ann Archer!" });
    const refused = client.post("/people/{name}/cards", { params: { name: "ann" }, body: { message: "" } });
    await expect(refused).rejects.toMatchObject({ code: "Invalid", errors: [{ path: "/message", code: "minLength" }] });
    await expect(refused).rejects.toBeInstanceOf(ApiProblem);
    const missing = client.get("/people/{name}/greeting", { params: { name: "no-one" } });
    await expect(missing).rejects.toMatchObject({ code: "NotFound" });
    await expect(client.get("/people/{name}/greeting", { params: { name: ".." } })).rejects.toThrow(RangeError);
  });
});

describe("a typed endpoint that nothing checks", () => {
  it("keeps the service from starting", async () => {
    const unread = defineEndpoints({
      apiVersion: "api.people.example.com/v1",
      routes: [post("/hidden", typed<{ body: { a: string } }>(), () => new Response("never"))],
    });
    const start = startServer({
      plugins: [{ ...peoplePlugin(), endpoints: [unread] }],
      root: plugin.root,
      port: 0,
      databaseUrl: ":memory:",
      log: silentLog,
    });
    await expect(start).rejects.toThrow(
      /Nothing checks the requests of POST \/hidden below \/apis\/api\.people\.example\.com\/v1:/,
    );
  });

  it("and one that is not typed is served", async () => {
    const plain = defineEndpoints({
      apiVersion: "api.people.example.com/v1",
      routes: [get("/a", () => new Response("a"))],
    });
    const server = await startPeople("sqlite", { plugins: [{ ...peoplePlugin(), endpoints: [plain] }] });
    expect((await exchange(server.url, { method: "GET", path: "/apis/api.people.example.com/v1/a" })).status).toBe(200);
    await server.close();
  });
});
