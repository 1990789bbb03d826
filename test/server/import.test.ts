import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { Authorizer, RunningServer, ServerOptions } from "@cmgen/runtime";
import { personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { exchange, type Received } from "./exchange.js";
import { databases, peoplePlugin, startPeople } from "./people-server.js";

const person = (name: string, spec: object = {}, metadata: object = {}): string =>
  JSON.stringify({
    apiVersion: "people.example.com/v1alpha1",
    kind: "Person",
    metadata: { name, ...metadata },
    spec: { name, ...spec },
  });

describe.each(databases)("objects as lines on %s", (database) => {
  let server: RunningServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  const start = async (options: Partial<ServerOptions> = {}) => {
    server = await startPeople(database, {
      plugins: [{ ...peoplePlugin(), manifests: false, controllers: [] }],
      ...options,
    });
    const { service, url } = server;
    const people = service.resource(personModel);
    const post = (query: string, body: string, headers: object = {}): Promise<Received> =>
      exchange(url, {
        method: "POST",
        path: `/apis/-/import${query}`,
        headers: { "content-type": "application/x-ndjson", ...headers },
        body,
      });
    const lines = async (query: string, body: readonly string[], headers: object = {}): Promise<readonly object[]> => {
      const { status, bytes } = await post(query, body.map((line) => `${line}\n`).join(""), headers);
      expect(status).toBe(200);
      return String(bytes)
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as object);
    };
    const names = async (): Promise<readonly string[]> =>
      (await people.list({ sort: ["metadata.name"] })).items.map(
        ({ metadata, spec }) => `${metadata.name} v${metadata.version} ${spec.age ?? "-"}`,
      );
    return { url, service, people, post, lines, names };
  };

  it("are written but for those that are refused, each with its causes", async () => {
    const { lines, names } = await start();
    const answer = await lines("", [
      person("ann", { age: 1 }, { uid: "x", version: 7, creationTimestamp: "2020-01-01T00:00:00Z" }),
      "",
      person("bob", { age: 999 }),
      "{",
      "[]",
      '{"apiVersion":"people.example.com/v1alpha1","kind":"Pet","metadata":{"name":"rex"}}',
      '{"apiVersion":"people.example.com/v1alpha1","kind":"Person","metadata":{}}',
      person("cleo", { age: 2 }),
    ]);
    const problem = (line: number, code: string, errors?: readonly object[]): object => ({
      line,
      problem: expect.objectContaining({ code, ...(errors && { errors }) }) as unknown,
    });
    expect(answer).toEqual([
      problem(3, "Invalid", [{ path: "/spec/age", code: "maximum", message: "must be 150 or less" }]),
      problem(4, "BadRequest"),
      problem(5, "BadRequest"),
      problem(6, "Invalid", [expect.objectContaining({ path: "/kind" }) as object]),
      problem(7, "Invalid", [expect.objectContaining({ path: "/metadata/name" }) as object]),
      { line: 8, imported: 2, refused: 5 },
    ]);
    expect(await lines("", [])).toEqual([{ line: 0, imported: 0, refused: 0 }]);
    expect(await names()).toEqual(["ann v1 1", "cleo v1 2"]);
  });

  it("are created once, merged or replaced", async () => {
    const { lines, names } = await start();
    const both = [person("ann", { age: 1, gender: "FEMALE" }), person("bob", { age: 2 })];
    expect(await lines("?mode=create", both)).toEqual([{ line: 2, imported: 2, refused: 0 }]);
    expect(await lines("?mode=create", [...both, person("cleo")])).toEqual([
      { line: 1, problem: expect.objectContaining({ code: "AlreadyExists" }) as unknown },
      { line: 2, problem: expect.objectContaining({ code: "AlreadyExists" }) as unknown },
      { line: 3, imported: 1, refused: 2 },
    ]);
    expect(await lines("?mode=apply", [person("ann", { age: 3 }), person("dan")])).toEqual([
      { line: 2, imported: 2, refused: 0 },
    ]);
    expect(await names()).toEqual(["ann v2 3", "bob v1 2", "cleo v1 -", "dan v1 -"]);
    expect(await lines("?mode=replace", [person("ann"), person("eve")])).toEqual([
      { line: 2, imported: 2, refused: 0 },
    ]);
    expect(await names()).toEqual(["ann v3 -", "bob v1 2", "cleo v1 -", "dan v1 -", "eve v1 -"]);
  });

  it("that a key has created are not created again", async () => {
    const { post, lines, names } = await start();
    const sent = [person("ann"), person("bob", { age: 999 }), person("cleo")];
    const key = { "idempotency-key": "one" };
    const first = await lines("?mode=create", sent, key);
    expect(first.at(-1)).toEqual({ line: 3, imported: 2, refused: 1 });
    expect((await lines("?mode=create", sent, key)).at(-1)).toEqual({ line: 3, imported: 2, refused: 1 });
    const other = await post("?mode=create", person("dan"), key);
    expect([other.status, other.json]).toEqual([422, expect.objectContaining({ code: "Invalid" })]);
    expect(await names()).toEqual(["ann v1 -", "cleo v1 -"]);
  });

  it("are not written by a dry run, which finds what a write would", async () => {
    const { people, lines, names } = await start();
    await people.create({ metadata: { name: "ann" }, spec: { name: "Ann" } });
    const answer = await lines("?dryRun=true", [
      person("ann", { age: 7, name: "Ann" }),
      person("bob", { name: "Ann" }),
      person("cleo", { name: "Cleo" }),
      person("dan", { name: "Cleo" }),
    ]);
    expect(answer).toEqual([
      { line: 2, problem: expect.objectContaining({ code: "DuplicateIndexValue", owner: "ann" }) as unknown },
      { line: 4, problem: expect.objectContaining({ code: "DuplicateIndexValue", owner: "cleo" }) as unknown },
      { line: 4, imported: 2, refused: 2 },
    ]);
    expect(await names()).toEqual(["ann v1 -"]);
  });

  it("are taken as they come, in any pieces, and thousands of them", async () => {
    const { url, names } = await start();
    const count = 2345;
    const text = Buffer.from(Array.from({ length: count }, (_, at) => `${person(`p-${at}`, { age: 1 })}\n`).join(""));
    const sent = httpRequest(`${url}/apis/-/import`, {
      method: "POST",
      headers: { "content-type": "application/x-ndjson" },
    });
    const answered = once(sent, "response");
    for (let from = 0; from < text.length; from += 50_021) {
      sent.write(text.subarray(from, from + 50_021));
      await delay(1);
    }
    sent.end();
    const [response] = (await answered) as [AsyncIterable<Buffer>];
    let answer = "";
    for await (const chunk of response) answer += String(chunk);
    expect(answer.trim().split("\n").at(-1)).toBe(JSON.stringify({ line: count, imported: count, refused: 0 }));
    expect(await names()).toHaveLength(count);
  });

  it("that arrived whole are written where the connection breaks, and the others not", async () => {
    const { url, names } = await start();
    const sent = httpRequest(`${url}/apis/-/import`, {
      method: "POST",
      headers: { "content-type": "application/x-ndjson" },
    });
    sent.on("error", () => undefined);
    const part = Array.from({ length: 700 }, (_, at) => `${person(`p-${String(at).padStart(3, "0")}`)}\n`).join("");
    const answered = once(sent, "response");
    sent.write(part);
    // The first 500 have been dealt with.
    await answered;
    sent.destroy();
    await delay(200);
    expect(await names()).toHaveLength(500);
  });

  it("need what a request for each would need", async () => {
    const authorizer: Authorizer = ({ resource, verb, name }) =>
      resource === "people" && (verb === "create" || name === "ann")
        ? { decision: "forbidden", reason: "not you" }
        : { decision: "allow" };
    const { people, lines, names } = await start({ authorizer });
    await people.create({ metadata: { name: "bob" }, spec: { name: "bob" } });
    expect(await lines("", [person("ann"), person("bob", { age: 5 }), person("cleo")])).toEqual([
      { line: 1, problem: expect.objectContaining({ code: "Forbidden" }) as unknown },
      { line: 3, problem: expect.objectContaining({ code: "Forbidden" }) as unknown },
      { line: 3, imported: 1, refused: 2 },
    ]);
    expect(await names()).toEqual(["bob v2 5"]);
  });

  it("that are not lines, or are asked for otherwise, are refused as a whole", async () => {
    const { post } = await start();
    const codeOf = async (query: string, headers: object): Promise<unknown> => {
      const { status, json } = await post(query, person("ann"), headers);
      return [status, (json as { code?: string }).code];
    };
    expect(await codeOf("?mode=merge", {})).toEqual([400, "InvalidQuery"]);
    expect(await codeOf("?mode=apply&mode=create", {})).toEqual([400, "InvalidQuery"]);
    expect(await codeOf("?dryRun=yes", {})).toEqual([400, "InvalidQuery"]);
    expect(await codeOf("?fieldManager=x", {})).toEqual([400, "InvalidQuery"]);
    expect(await codeOf("", { "content-type": "application/json" })).toEqual([415, "UnsupportedMediaType"]);
    expect(await codeOf("", { "content-encoding": "gzip" })).toEqual([415, "UnsupportedMediaType"]);
  });

  it("of a list come alone, one on each line", async () => {
    const { url, people, lines } = await start();
    const sent = Array.from({ length: 1234 }, (_, at) => person(`p-${at}`, { age: at % 100 }));
    await lines("", sent);
    const read = (query: string, accept = "application/x-ndjson"): Promise<Received> =>
      exchange(url, { method: "GET", path: `/apis/people.example.com/v1alpha1/people${query}`, headers: { accept } });
    const all = await read("");
    expect([all.status, all.headers["content-type"]]).toEqual([200, "application/x-ndjson"]);
    const objects = String(all.bytes)
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as object);
    expect(objects).toEqual((await people.list()).items);
    expect(
      String((await read("?size=2&sort=spec.age,desc")).bytes)
        .trim()
        .split("\n"),
    ).toHaveLength(2);
    expect((await read("?fieldSelector=spec.age>=1000")).bytes).toHaveLength(0);
    expect((await read("?aggregate=count")).status).toBe(406);
    expect((await read("", "application/json, application/x-ndjson;q=0.5")).headers["content-type"]).toBe(
      "application/json",
    );
    expect((await read("?watch=false", "text/csv")).status).toBe(406);
  });
});
