import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { RunningServer } from "@cmgen/runtime";
import { createDatabase } from "../postgres/create-database.js";
import { exchange } from "./exchange.js";
import { databases, peoplePlugin, startPeople } from "./people-server.js";
import { head, RawConnection } from "./raw-connection.js";
import { assertProblem, collection, send } from "./rule.js";

interface Event {
  readonly type: string;
  readonly resourceVersion?: string;
  readonly object: {
    readonly code?: string;
    readonly metadata?: { readonly name?: string; readonly version?: number };
  };
}

const merge = { "content-type": "application/merge-patch+json" };

describe.each(databases)("watches on %s", (database) => {
  let server: RunningServer;
  const leaving: AbortController[] = [];
  beforeAll(async () => {
    // Without controllers: what they write would be told of too.
    server = await startPeople(database, { plugins: [{ ...peoplePlugin(), controllers: [] }] });
  });
  afterEach(() => {
    for (const leave of leaving.splice(0)) leave.abort();
  });
  afterAll(() => server.close());

  const get = (below: string) => exchange(server.url, { method: "GET", path: collection + below });
  const write = (...request: Parameters<typeof send>) => exchange(server.url, send(...request));
  const create = (name: string, change: { spec?: object; metadata?: object } = {}) =>
    write("POST", "", { metadata: { name, ...change.metadata }, spec: { name, ...change.spec } });

  /** Watches, and collects what comes; resolved once the watch has begun. */
  async function watch(
    query = "",
    headers: Record<string, string> = {},
    url = server.url,
  ): Promise<{ readonly events: Event[]; readonly lines: string[]; readonly ended: Promise<void> }> {
    const leave = new AbortController();
    leaving.push(leave);
    const response = await fetch(`${url}${collection}?watch=true${query}`, { headers, signal: leave.signal });
    expect(response.status).toBe(200);
    const lines: string[] = [];
    const events: Event[] = [];
    const ended = read(response, (line) => {
      lines.push(line);
      if (line.startsWith("{")) events.push(JSON.parse(line) as Event);
    });
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    return { events, lines, ended };
  }

  async function read(response: Response, line: (text: string) => void): Promise<void> {
    let rest = "";
    try {
      for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
        const lines = (rest + chunk).split("\n");
        rest = lines.pop() ?? "";
        for (const text of lines) if (text !== "") line(text);
      }
    } catch (error) {
      if (!(error instanceof Error && error.name === "AbortError")) throw error;
    }
  }

  const told = (events: readonly Event[]): readonly string[] =>
    events
      .filter(({ type }) => type !== "BOOKMARK")
      .map(({ type, object }) => `${type} ${object.metadata?.name} ${object.metadata?.version}`);

  it("begin with a bookmark and tell of every change from then on", async () => {
    const { events } = await watch();
    expect(events[0]).toMatchObject({
      type: "BOOKMARK",
      object: { kind: "Person", metadata: { resourceVersion: events[0]?.resourceVersion } },
    });
    await create("dan");
    await write("PATCH", "/dan", { spec: { age: 1 } }, merge);
    await write("PATCH", "/dan", { spec: { age: 1 } }, merge);
    await write("DELETE", "/dan");
    await expect.poll(() => told(events)).toEqual(["ADDED dan 1", "MODIFIED dan 2", "DELETED dan 2"]);
    const revisions = events.map(({ resourceVersion }) => Number(resourceVersion));
    expect(revisions).toEqual(revisions.toSorted((left, right) => left - right));
    expect(events.at(-1)?.object).toMatchObject({
      apiVersion: "people.example.com/v1alpha1",
      kind: "Person",
      spec: { name: "dan", age: 1 },
    });
  });

  it("go on from where a list was read, and from any event", async () => {
    const { resourceVersion } = ((await get("?size=1")).json as { metadata: { resourceVersion: string } }).metadata;
    for (const name of ["eve", "fay", "guy"]) await create(name);
    const { events } = await watch(`&resourceVersion=${resourceVersion}`);
    await expect.poll(() => told(events)).toEqual(["ADDED eve 1", "ADDED fay 1", "ADDED guy 1"]);
    const second = await watch(`&resourceVersion=${events[2]?.resourceVersion}`);
    await expect.poll(() => told(second.events)).toEqual(["ADDED guy 1"]);
  });

  it("tell of an object that comes into a selection as added, and of one that leaves it as deleted", async () => {
    await create("hal", { spec: { age: 10 } });
    await create("ida", { spec: { age: 30 } });
    const { events } = await watch(
      `&fieldSelector=${encodeURIComponent("spec.age>=18,metadata.name in (hal, ida, jan)")}`,
    );
    await write("PATCH", "/hal", { spec: { age: 11 } }, merge);
    await write("PATCH", "/hal", { spec: { age: 18 } }, merge);
    await write("PATCH", "/hal", { spec: { age: 19 } }, merge);
    await write("PATCH", "/ida", { spec: { age: 3 } }, merge);
    await write("PATCH", "/ida", { spec: { age: 4 } }, merge);
    await write("DELETE", "/ida");
    await create("jan", { spec: { age: 99 } });
    await write("DELETE", "/jan");
    await expect
      .poll(() => told(events))
      .toEqual(["ADDED hal 3", "MODIFIED hal 4", "DELETED ida 2", "ADDED jan 1", "DELETED jan 1"]);
  });

  it("select by labels too", async () => {
    const { events } = await watch("&labelSelector=a.b/team=watched");
    await create("kim", { metadata: { labels: { "a.b/team": "watched" } } });
    await create("lea");
    await write("PATCH", "/kim", { metadata: { labels: { "a.b/team": "other" } } }, merge);
    await expect.poll(() => told(events)).toEqual(["ADDED kim 1", "DELETED kim 2"]);
  });

  it("let go of what may have left the selection while nobody watched", async () => {
    await create("mia", { spec: { age: 40 } });
    const { resourceVersion } = ((await get("?size=1")).json as { metadata: { resourceVersion: string } }).metadata;
    await write("PATCH", "/mia", { spec: { age: 1 } }, merge);
    const { events } = await watch(
      `&resourceVersion=${resourceVersion}&fieldSelector=${encodeURIComponent("spec.age=40,spec.name=mia")}`,
    );
    await expect.poll(() => told(events)).toEqual(["DELETED mia 2"]);
  });

  it("know what an object was before, however long ago they began", async () => {
    await create("pam", { spec: { age: 1 } });
    await create("rob", { spec: { age: 1 }, metadata: { labels: { "a.b/since": "yes" } } });
    const { metadata } = (await get("?size=1")).json as { metadata: { resourceVersion: string } };
    const since = metadata.resourceVersion;
    await write("PATCH", "/pam", { spec: { age: 2 } }, merge);
    await write("PATCH", "/rob", { spec: { age: 41 } }, merge);
    await write("PATCH", "/rob", { metadata: { annotations: { seen: "yes" } } }, merge);
    await write("PATCH", "/rob", { metadata: { labels: { "a.b/since": null } } }, merge);
    await write("DELETE", "/pam");
    await write("DELETE", "/rob");
    const byField = await watch(`&resourceVersion=${since}&fieldSelector=${encodeURIComponent("spec.age>=41")}`);
    const byLabel = await watch(`&resourceVersion=${since}&labelSelector=a.b/since`);
    await create("sue", { spec: { age: 50 }, metadata: { labels: { "a.b/since": "yes" } } });
    await expect.poll(() => told(byField.events).at(-1)).toBe("ADDED sue 1");
    expect(told(byField.events)).toEqual([
      "ADDED rob 2",
      "MODIFIED rob 3",
      "MODIFIED rob 4",
      "DELETED rob 4",
      "ADDED sue 1",
    ]);
    await expect.poll(() => told(byLabel.events).at(-1)).toBe("ADDED sue 1");
    expect(told(byLabel.events)).toEqual(["MODIFIED rob 2", "MODIFIED rob 3", "DELETED rob 4", "ADDED sue 1"]);
  });

  it("begin without reading what they select", async () => {
    const list = vi.spyOn(server.service.store, "list");
    await watch("&labelSelector=a.b/team&fieldSelector=spec.age%3E1");
    expect(list).not.toHaveBeenCalled();
    list.mockRestore();
  });

  it("see an object that waits for its deletion", async () => {
    await create("tom", { metadata: { finalizers: ["a.b/hold"] } });
    const { events } = await watch("&fieldSelector=metadata.deletionTimestamp,metadata.name%3Dtom");
    await write("DELETE", "/tom");
    await write("PATCH", "/tom", { metadata: { finalizers: null } }, merge);
    await expect.poll(() => told(events)).toEqual(["ADDED tom 2", "DELETED tom 3"]);
  });

  it("come as server-sent events for who asks, and go on after the last one seen", async () => {
    const { lines } = await watch("", { accept: "text/event-stream" });
    await create("ned");
    await create("ola");
    await expect.poll(() => lines.filter((line) => line.startsWith("id: ")).length).toBe(3);
    const [, first] = lines.filter((line) => line.startsWith("id: ")).map((line) => line.slice(4));
    expect(lines.find((line) => line.includes('"ned"'))).toMatch(
      /^data: \{"type":"ADDED","resourceVersion":"\d+\.\d+","object":\{/,
    );
    const again = await watch("", { accept: "text/event-stream", "last-event-id": first ?? "" });
    await expect.poll(() => again.lines.filter((line) => line.includes("ADDED")).length).toBe(1);
    expect(again.lines.find((line) => line.includes("ADDED"))).toContain('"ola"');
  });

  it("miss nothing and repeat nothing, however many write at once", async () => {
    const { events } = await watch();
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      await create(`w${writer}`);
      for (let age = 1; age <= 10; age++) await write("PATCH", `/w${writer}`, { spec: { age } }, merge);
    });
    await Promise.all(writers);
    await expect.poll(() => told(events).length).toBe(8 * 11);
    for (let writer = 0; writer < 8; writer++) {
      const versions = told(events)
        .filter((text) => text.includes(` w${writer} `))
        .map((text) => Number(text.split(" ")[2]));
      expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    }
  });

  it.each<[string, number, string]>([
    ["watch=maybe", 400, "InvalidQuery"],
    ["watch=true&watch=true", 400, "InvalidQuery"],
    ["watch=true&resourceVersion=x", 400, "InvalidQuery"],
    ["watch=true&resourceVersion=999999999", 410, "Expired"],
    ["watch=true&size=1", 400, "InvalidQuery"],
    ["watch=true&sort=spec.age", 400, "InvalidQuery"],
    ["watch=true&fieldSelector=spec.gender=MALE", 400, "InvalidQuery"],
    ["resourceVersion=1", 400, "InvalidQuery"],
  ])("are refused with a mistake in them: %s", async (query, status, code) => {
    const answer = await get(`?${query}`);
    assertProblem(answer);
    expect([answer.status, answer.json]).toEqual([status, expect.objectContaining({ code })]);
  });

  it("are not what watch=false asks for", async () => {
    expect((await get("?watch=false&size=1")).json).toMatchObject({ kind: "PersonList", size: 1 });
  });

  it("are refused to who takes neither form, and answer HEAD", async () => {
    const refused = await exchange(server.url, {
      method: "GET",
      path: `${collection}?watch=true`,
      headers: { accept: "text/html" },
    });
    expect(refused.status).toBe(406);
    const empty = await exchange(server.url, { method: "HEAD", path: `${collection}?watch=true` });
    expect([empty.status, empty.headers["content-type"], empty.bytes.length]).toEqual([200, "application/x-ndjson", 0]);
  });
});

describe("watches that are far behind", () => {
  it("read large changes some at a time, and together", async () => {
    const server = await startPeople("sqlite", { plugins: [{ ...peoplePlugin(), controllers: [] }] });
    const note = "x".repeat(100_000);
    const create = (name: string) =>
      exchange(server.url, send("POST", "", { metadata: { name, annotations: { note } }, spec: { name } }));
    for (let number = 0; number < 24; number += 1) expect((await create(`large-${number}`)).status).toBe(201);
    const reads = vi.spyOn(server.service.store, "changesAfter");
    const watchAll = async (): Promise<void> => {
      const leave = new AbortController();
      const query = "watch=true&resourceVersion=0&labelSelector=!a.b/none";
      const response = await fetch(`${server.url}${collection}?${query}`, { signal: leave.signal });
      let lines = 0;
      for await (const chunk of response.body ?? new ReadableStream()) {
        lines += Buffer.from(chunk).filter((byte) => byte === 10).length;
        // A bookmark comes first.
        if (lines === 25) break;
      }
      leave.abort();
    };
    await Promise.all(Array.from({ length: 4 }, watchAll));
    const sizes = (await Promise.all(reads.mock.results.map(({ value }) => value as ReturnType<typeof reads>))).map(
      (changes) => changes.reduce((sum, { data }) => sum + data.length, 0),
    );
    expect(Math.max(...sizes)).toBeLessThan(1_500_000);
    // The whole log has 2.4 MB: four watches that read it on their own would read 9.6.
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5_000_000);
    await server.close();
  });
});

describe("the connection of a watch", () => {
  let server: RunningServer;
  const connections: RawConnection[] = [];
  beforeAll(async () => {
    server = await startPeople("sqlite", { plugins: [{ ...peoplePlugin(), controllers: [] }] });
  });
  afterAll(async () => {
    for (const connection of connections) connection.destroy();
    await server.close();
  });

  async function begin(request: string): Promise<RawConnection> {
    const connection = (await RawConnection.open(server.url)).write(request);
    connections.push(connection);
    await connection.says(/BOOKMARK/);
    return connection;
  }

  const create = (name: string, note = "") =>
    exchange(server.url, send("POST", "", { metadata: { name, annotations: { note } }, spec: { name } }));

  it("has no chunks for a client of HTTP/1.0", async () => {
    const old = await begin(`GET ${collection}?watch=true HTTP/1.0\r\nHost: localhost\r\n\r\n`);
    for (const name of ["abe", "bea", "cal"]) {
      await create(name);
      await old.says(new RegExp(`"${name}".*\n$`));
    }
    const [answerHead = "", body = ""] = old.received.split("\r\n\r\n");
    expect(answerHead).not.toMatch(/transfer-encoding/i);
    const events = body.trimEnd().split("\n");
    expect(events.map((line) => (JSON.parse(line) as Event).type)).toEqual(["BOOKMARK", "ADDED", "ADDED", "ADDED"]);
  });

  it("gets everything in order once a client that stopped reading goes on", async () => {
    const slow = await begin(head("GET", `${collection}?watch=true`));
    slow.pause();
    // More than two connections' buffers of the system hold.
    const names = Array.from({ length: 60 }, (_, number) => `large-${number}`);
    for (const name of names) expect((await create(name, "x".repeat(200_000))).status).toBe(201);
    slow.resume();
    await slow.says(/"large-59"/, 20_000);
    const told = slow.received.matchAll(/"metadata":\{"name":"(large-\d+)"/g);
    expect(Array.from(told, ([, name]) => name)).toEqual(names);
  });
});

describe("a watch that ends", () => {
  it("ends when the service stops, which does not wait for it", async () => {
    const server = await startPeople("sqlite");
    const response = await fetch(`${server.url}${collection}?watch=true`);
    const ended = response.text();
    const start = Date.now();
    await server.close();
    expect(await ended).toContain("BOOKMARK");
    expect(Date.now() - start).toBeLessThan(3000);
  });
});

describe("a revision that is no longer kept", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cmgen-watch-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("is answered 410 Expired", async () => {
    const file = join(folder, "people.db");
    const server = await startPeople("sqlite", { databaseUrl: `file:${file}` });
    const trimming = new Database(file);
    trimming.exec("DELETE FROM cmgen_changes WHERE revision <= 2");
    trimming.close();
    const answer = await exchange(server.url, { method: "GET", path: `${collection}?watch=true&resourceVersion=1` });
    await server.close();
    assertProblem(answer);
    expect([answer.status, answer.json]).toEqual([410, expect.objectContaining({ code: "Expired" })]);
  });
});

describe("two servers on one database", () => {
  it("tell of each other's changes", async () => {
    const databaseUrl = await createDatabase();
    const one = await startPeople("postgresql", { databaseUrl });
    const two = await startPeople("postgresql", { databaseUrl });
    const leave = new AbortController();
    const response = await fetch(`${two.url}${collection}?watch=true&labelSelector=a.b/from=one`, {
      signal: leave.signal,
    });
    const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toContain("BOOKMARK");
    await exchange(
      one.url,
      send("POST", "", { metadata: { name: "dan", labels: { "a.b/from": "one" } }, spec: { name: "dan" } }),
    );
    expect((await reader.read()).value).toContain('"ADDED"');
    leave.abort();
    await Promise.all([one.close(), two.close()]);
  });
});
