import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { collection, createPeopleClient, peopleList, person } from "./people.test.fixture.js";
import { startServer, type Received, type ScriptedServer } from "./scripted-server.test.fixture.js";

const reconnect = { initialDelay: "1ms", maxDelay: "4ms" } as const;
const retry = { initialDelay: "1ms" } as const;

const change = (type: string, revision: number, name: string) => ({
  type,
  resourceVersion: String(revision),
  object: person(name),
});
const bookmark = (revision: number) => ({
  type: "BOOKMARK",
  resourceVersion: String(revision),
  object: { apiVersion: "", kind: "Person", metadata: { resourceVersion: String(revision) } },
});
const expired = { type: "about:blank", title: "Expired", status: 410, code: "Expired" };

/** What the n-th connection of a watch gets to see, from 0. */
type Connection = (response: ServerResponse, received?: Received) => void;

/** A server of one list and of the given watch connections; those past the last stay open and silent. */
async function watchServer(...connections: readonly Connection[]): Promise<ScriptedServer> {
  let opened = 0;
  return startServer((received, response) => {
    if (received.query.get("watch") !== "true") return { body: peopleList([], { resourceVersion: "100" }) };
    const connection = connections[opened++] ?? stream();
    connection(response, received);
    return undefined;
  });
}

/** Sends events; then ends the connection, breaks it or leaves it open. */
function stream(events: readonly object[] = [], then: "end" | "break" | "stay" = "stay"): Connection {
  return (response) => {
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    response.write(events.map((event) => `${JSON.stringify(event)}\n`).join(""));
    if (then === "end") response.end();
    if (then === "break") response.write('{"type":"ADD', () => response.destroy());
  };
}

function refusal(status: number, body: object): Connection {
  return (response) => {
    response.writeHead(status, { "content-type": "application/problem+json" });
    response.end(JSON.stringify(body));
  };
}

/** Takes so many changes and stops. */
async function take(server: ScriptedServer, count: number, options = {}): Promise<string[]> {
  const taken: string[] = [];
  for await (const { type, object } of createPeopleClient({ baseUrl: server.url, reconnect, retry }).watch(options)) {
    taken.push(`${type} ${object.metadata.name}`);
    if (taken.length === count) break;
  }
  return taken;
}

const startsOf = (server: ScriptedServer) =>
  server.received.filter(({ query }) => query.has("watch")).map(({ query }) => query.get("resourceVersion"));

describe("watch", () => {
  test("yields changes, starting at the newest revision", async () => {
    await using server = await watchServer(
      stream([change("ADDED", 101, "a"), bookmark(105), change("MODIFIED", 106, "a"), change("DELETED", 107, "a")]),
    );
    expect(await take(server, 3)).toEqual(["ADDED a", "MODIFIED a", "DELETED a"]);
    expect(server.received.map(({ path, query }) => `${path}?${query.toString()}`)).toEqual([
      `${collection}?limit=1&total=none`,
      `${collection}?watch=true&resourceVersion=100`,
    ]);
  });

  test("starts where it is told and selects", async () => {
    await using server = await watchServer(stream([change("ADDED", 8, "a")]));
    await take(server, 1, { resourceVersion: "7", where: { "spec.age": { gt: 3 } }, labels: { "a.b/c": "x" } });
    expect(server.received.map(({ query }) => query.toString())).toEqual([
      "labelSelector=a.b%2Fc%3Dx&fieldSelector=spec.age%3E3&watch=true&resourceVersion=7",
    ]);
  });

  test.each(["end", "break"] as const)("takes up where a connection stopped: %s", async (how) => {
    await using server = await watchServer(
      stream([change("ADDED", 101, "a"), change("ADDED", 102, "b")], how),
      stream([bookmark(110)], how),
      stream([change("ADDED", 111, "c")]),
    );
    expect(await take(server, 3)).toEqual(["ADDED a", "ADDED b", "ADDED c"]);
    expect(startsOf(server)).toEqual(["100", "102", "110"]);
  });

  test("waits for a service that is down or starting", async () => {
    await using server = await watchServer(
      stream([change("ADDED", 101, "a")], "end"),
      (response) => response.destroy(),
      refusal(503, { type: "about:blank", title: "Not ready", status: 503, code: "NotReady" }),
      refusal(502, {}),
      stream([change("ADDED", 102, "b")]),
    );
    expect(await take(server, 2)).toEqual(["ADDED a", "ADDED b"]);
    expect(startsOf(server)).toEqual(["100", "101", "101", "101", "101"]);
  });

  test("a first connection that fails is told, not tried for ever", async () => {
    await using server = await watchServer(
      refusal(403, { type: "about:blank", title: "Forbidden", status: 403, code: "Forbidden" }),
    );
    await expect(take(server, 1)).rejects.toMatchObject({ code: "Forbidden" });
    expect(startsOf(server)).toHaveLength(1);
  });

  test.each([
    ["as an answer", refusal(410, expired)],
    ["as an event", stream([{ type: "ERROR", object: expired }], "end")],
  ])("an expired revision ends it, %s", async (_how, connection) => {
    await using server = await watchServer(stream([change("ADDED", 101, "a")], "end"), connection);
    await expect(take(server, 2)).rejects.toMatchObject({ name: "ApiProblem", code: "Expired" });
    expect(startsOf(server)).toHaveLength(2);
  });

  test.each([
    ["as an answer", refusal(410, expired)],
    ["as an event", stream([{ type: "ERROR", object: expired }], "end")],
  ])("an expired revision begins it again where it is to list, %s", async (_how, connection) => {
    await using server = await watchServer(stream([change("ADDED", 101, "a")], "end"), connection, connection);
    const told: string[] = [];
    const people = createPeopleClient({ baseUrl: server.url, reconnect, retry });
    const watch = people.watch({ relist: true, resourceVersion: "100", where: { "spec.age": 3 } });
    for await (const event of watch) {
      told.push(event.type === "RESET" ? `${event.type} ${event.objects.length} ${event.resourceVersion}` : event.type);
      if (told.length === 3) break;
    }
    expect(told).toEqual(["ADDED", "RESET 0 100", "RESET 0 100"]);
    const lists = server.received.filter(({ query }) => !query.has("watch"));
    expect(lists.map(({ query }) => query.toString())).toEqual(
      Array.from({ length: 2 }, () => "fieldSelector=spec.age%3D3&limit=500&total=none"),
    );
  });

  test("one that is to list begins with the objects, in stretches, from the revision of the first", async () => {
    const names = ["a", "b", "c"];
    await using server = await startServer(({ query }, response) => {
      const at = Number(query.get("continue") ?? 0);
      const next = at + 1 < names.length ? { continue: String(at + 1) } : {};
      if (query.has("watch")) stream([change("DELETED", 11, "a")])(response);
      else return { body: peopleList([person(names[at]!)], { resourceVersion: String(10 + at), ...next }) };
      return undefined;
    });
    const told: unknown[] = [];
    for await (const event of createPeopleClient({ baseUrl: server.url }).watch({ relist: true })) {
      told.push(event.type === "RESET" ? event.objects.map(({ metadata }) => metadata.name) : event.type);
      if (told.length === 2) break;
    }
    expect(told).toEqual([names, "DELETED"]);
    expect(startsOf(server)).toEqual(["10"]);
  });

  test.each([
    ["a page", "<html>\n</html>\n"],
    ["JSON of another service", '{"message":"hello"}\n'],
    ["an error that is not a problem", '{"type":"ERROR","object":{}}\n'],
    ["an event without a revision", '{"type":"ADDED","object":{}}\n'],
  ])("a stream that is not a watch is an UnexpectedResponse: %s", async (_what, body) => {
    await using server = await watchServer((response) => response.end(body));
    await expect(take(server, 1)).rejects.toMatchObject({
      code: "UnexpectedResponse",
      status: 200,
      url: expect.stringContaining("watch=true") as string,
      excerpt: body.split("\n")[0],
    });
  });

  test("ends without an error when its signal is aborted, wherever it is", async () => {
    await using server = await watchServer(stream([change("ADDED", 101, "a")]));
    const controller = new AbortController();
    const taken: string[] = [];
    const watch = createPeopleClient({ baseUrl: server.url, reconnect }).watch({ signal: controller.signal });
    for await (const { object } of watch) {
      taken.push(object.metadata.name);
      setTimeout(() => controller.abort(), 20);
    }
    expect(taken).toEqual(["a"]);
  });

  test("an abort ends the wait for the next connection", async () => {
    await using server = await watchServer(stream([change("ADDED", 101, "a")], "end"));
    const controller = new AbortController();
    const people = createPeopleClient({ baseUrl: server.url, reconnect: { initialDelay: "1m", maxDelay: "1m" } });
    for await (const { type } of people.watch({ signal: controller.signal })) {
      expect(type).toBe("ADDED");
      setTimeout(() => controller.abort(), 20);
    }
    expect(startsOf(server)).toHaveLength(1);
  });

  test("closes its connection when its reader stops", async () => {
    let closed = false;
    await using server = await watchServer((response, received) => {
      response.on("close", () => (closed = true));
      stream([change("ADDED", 101, "a")])(response, received);
    });
    await take(server, 1);
    await expect.poll(() => closed).toBe(true);
  });
});
