import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { silentLog, type Log, type RunningServer, type ServerOptions } from "@cmgen/runtime";
import { exchange } from "./exchange.js";
import { startPeople } from "./people-server.js";
import { head, jsonRequest, RawConnection } from "./raw-connection.js";
import { assertProblem, collection, send } from "./rule.js";

const CHUNKED = { "content-type": "application/json", "transfer-encoding": "chunked" };
const upload = (length: number, name = ""): string =>
  head("POST", collection + name, { "content-type": "application/json", "content-length": length });

/** What clients may do to a server that has one process for all of them. Each is bounded, and each bound is set low here. */
describe("a client that", () => {
  let server: RunningServer;
  const complaints: string[] = [];
  const log: Log = { ...silentLog, error: (_, message) => void complaints.push(message) };
  const opened: RawConnection[] = [];
  const open = async (to = server): Promise<RawConnection> => {
    const connection = await RawConnection.open(to.url);
    opened.push(connection);
    return connection;
  };
  const health = async (): Promise<number> => (await exchange(server.url, { method: "GET", path: "/healthz" })).status;

  beforeAll(async () => {
    const limits = {
      headersTimeout: "200ms",
      requestTimeout: "600ms",
      stalledTimeout: "500ms",
      lingerTimeout: "200ms",
    } as const;
    server = await startPeople("sqlite", { limits, log });
  });
  afterEach(() => {
    for (const connection of opened.splice(0)) connection.destroy();
    expect(complaints).toEqual([]);
  });
  afterAll(() => server.close());

  it("sends its headers a byte at a time is told so and hung up on", async () => {
    const slow = await open();
    const trickle = setInterval(() => slow.write("x"), 20);
    slow.write(`GET ${collection} HTTP/1.1\r\nhost: localhost\r\nx: `);
    expect(await slow.closes(10_000)).toBe(true);
    clearInterval(trickle);
    expect(slow.statuses).toEqual(["400"]);
    expect(slow.received).toContain("took too long to arrive");
  });

  it("says nothing at all is hung up on", async () => {
    expect(await (await open()).closes(10_000)).toBe(true);
  });

  it("sends its body a byte at a time is told so and hung up on, and nothing is stored", async () => {
    const slow = await open();
    slow.write(`${upload(1000)}{"metadata":{"name":"slow"},"spec":{"name":"`);
    const trickle = setInterval(() => slow.write("x"), 20);
    expect(await slow.closes(10_000)).toBe(true);
    clearInterval(trickle);
    expect(slow.statuses).toEqual(["400"]);
    expect(slow.received).toMatch(/application\/problem\+json[^]*took too long to arrive[^]*requestId/);
    expect((await exchange(server.url, send("GET", "/slow"))).status).toBe(404);
  });

  it.each([
    ["announced", upload(1_000_000_000)],
    ["sent in chunks", head("POST", collection, CHUNKED)],
  ])("goes on with a body that is too large, %s, gets its answer and is hung up on", async (_, request) => {
    const endless = await open();
    endless.write(request);
    const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`;
    const flood = setInterval(() => endless.write(chunk), 1);
    await endless.says(/HTTP\/1\.1 413 [^]*"TooLarge"/);
    expect(await endless.closes(10_000)).toBe(true);
    clearInterval(flood);
  });

  it("sends its body in chunks of one byte is served", async () => {
    const patient = await open();
    const body = JSON.stringify({ metadata: { name: "bytes" }, spec: { name: "Bytes é" } });
    const chunks = Array.from(Buffer.from(body), (byte) => Buffer.from([...Buffer.from("1\r\n"), byte, 13, 10]));
    patient
      .write(head("POST", collection, CHUNKED))
      .write(Buffer.concat(chunks))
      .write("0\r\n\r\n");
    await patient.says(/HTTP\/1\.1 201 [^]*Bytes/);
    expect((await exchange(server.url, send("GET", "/bytes"))).json).toMatchObject({ spec: { name: "Bytes é" } });
  });

  it("takes nothing of its answer is hung up on", async () => {
    const annotations = { "a.b/text": "x".repeat(250_000) };
    for (let count = 0; count < 40; count++) {
      await exchange(
        server.url,
        send("POST", "", { metadata: { name: `big-${count}`, annotations }, spec: { name: `${count}` } }),
      );
    }
    const greedy = await open();
    greedy.pause().write(head("GET", collection));
    await delay(1800);
    greedy.resume();
    expect(await greedy.closes(10_000)).toBe(true);
    // The last chunk of an answer that is whole has no byte.
    expect(greedy.received).toMatch(/^HTTP\/1\.1 200 /);
    expect(greedy.received.endsWith("0\r\n\r\n")).toBe(false);
    const fickle = await open();
    fickle.write(head("GET", collection));
    await fickle.says(/HTTP/);
    fickle.destroy();
    await delay(100);
    expect((await exchange(server.url, send("DELETE", ""))).status).toBe(200);
  });

  it("goes away in the middle of its body does no harm", async () => {
    const gone = await open();
    gone.write(`${upload(1000)}{"metadata":`);
    await delay(50);
    gone.destroy();
    await delay(50);
    expect(await health()).toBe(200);
  });

  it("goes away in the middle of its answer does no harm", async () => {
    const gone = await open();
    gone.write(head("GET", `${collection}?watch=true`));
    await gone.says(/BOOKMARK/);
    gone.destroy();
    await delay(50);
    expect(await health()).toBe(200);
  });

  it("waits to be asked for its body is asked where it is wanted", async () => {
    const polite = await open();
    const body = JSON.stringify({ metadata: { name: "polite" }, spec: { name: "Polite" } });
    const headers = { "content-type": "application/json", "content-length": body.length, expect: "100-continue" };
    polite.write(head("POST", collection, headers));
    await polite.says(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    polite.write(body);
    await polite.says(/HTTP\/1\.1 201 /);
    expect(polite.statuses).toEqual(["100", "201"]);
  });

  it.each([
    ["too large", "POST", "", { "content-type": "application/json", "content-length": 1e9 }, "413"],
    ["of another type", "POST", "", { "content-type": "text/plain", "content-length": 2 }, "415"],
    ["for nothing", "PUT", "/a/b/c", { "content-type": "application/json", "content-length": 2 }, "404"],
    ["by the wrong method", "POST", "/ann", { "content-type": "application/json", "content-length": 2 }, "405"],
  ])(
    "waits to be asked for a body %s is refused at once, and the connection ends",
    async (_, method, below, headers, status) => {
      const polite = await open();
      polite.write(head(method, collection + below, { ...headers, expect: "100-continue" }));
      expect(await polite.closes(10_000)).toBe(true);
      expect(polite.statuses).toEqual([status]);
      expect(polite.received.toLowerCase()).toContain("connection: close");
    },
  );

  it("does not wait for answers has its requests done one after another", async () => {
    const hasty = await open();
    const person = (age: number): object => ({ metadata: { name: "hasty" }, spec: { name: "Hasty", age } });
    hasty.write(
      [
        jsonRequest("POST", collection, person(1)),
        ...[2, 3, 4, 5].map((age) => jsonRequest("PUT", `${collection}/hasty`, person(age))),
        head("DELETE", `${collection}/hasty`),
        head("GET", `${collection}/hasty`, { connection: "close" }),
      ].join(""),
    );
    expect(await hasty.closes(10_000)).toBe(true);
    expect(hasty.statuses).toEqual(["201", "200", "200", "200", "200", "200", "404"]);
    expect(hasty.received.match(/"age":\d/g)).toEqual(["1", "2", "3", "4", "5", "5"].map((age) => `"age":${age}`));
  });

  it("asks for another protocol has everything that it sends behind that answered as well", async () => {
    const upgrade = { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c", "http2-settings": "AA" };
    const eager = await open();
    eager.write(
      [
        head("GET", `${collection}?size=1`, upgrade),
        jsonRequest("POST", collection, { metadata: { name: "upgraded" }, spec: { name: "Upgraded" } }),
        head("GET", `${collection}/upgraded`),
        head("GET", `${collection}?size=1`, upgrade).repeat(30),
        head("DELETE", `${collection}/upgraded`, { connection: "upgrade, close", upgrade: "websocket" }),
      ].join(""),
    );
    expect(await eager.closes(10_000)).toBe(true);
    expect(eager.statuses).toEqual(["200", "201", "200", ...Array.from({ length: 30 }, () => "200"), "200"]);
  });

  it("asks for another protocol with a body has it taken, and what is behind answered or the connection closed", async () => {
    const person = JSON.stringify({ metadata: { name: "upgraded" }, spec: { name: "Upgraded" } });
    const length = { "content-type": "application/json", "content-length": Buffer.byteLength(person) };
    const eager = await open();
    eager.write(
      head("POST", collection, { connection: "Upgrade", upgrade: "h2c", ...length }) +
        person +
        head("GET", `${collection}/upgraded`, { connection: "close" }),
    );
    expect(await eager.closes(10_000)).toBe(true);
    expect([["201", "200"], ["201"]]).toContainEqual(eager.statuses);
    expect((await exchange(server.url, send("DELETE", "/upgraded"))).status).toBe(200);
  });

  it("asks for another protocol and goes away does no harm", async () => {
    for (const rest of ["", "GET", head("GET", `${collection}?watch=true`)]) {
      const gone = await open();
      gone.write(head("GET", `${collection}?watch=true`, { connection: "upgrade", upgrade: "h2c" }) + rest);
      await gone.says(/BOOKMARK/);
      gone.destroy();
    }
    expect((await exchange(server.url, send("GET", ""))).status).toBe(200);
  });

  it("sends requests without end behind one that has no end is hung up on", async () => {
    const flood = await open();
    flood.write(head("GET", `${collection}?watch=true`));
    await flood.says(/BOOKMARK/);
    flood.write(head("GET", `${collection}/ann`).repeat(500));
    expect(await flood.closes(10_000)).toBe(true);
    expect(flood.statuses).toEqual(["200"]);
    expect(await health()).toBe(200);
  });

  it("sends nonsense behind a request gets the answer to that, and then no more", async () => {
    const odd = await open();
    odd.write(
      `${jsonRequest("POST", collection, { metadata: { name: "odd" }, spec: { name: "Odd" } })}nonsense\r\n\r\n`,
    );
    expect(await odd.closes(10_000)).toBe(true);
    expect(odd.statuses).toEqual(["201"]);
  });

  it.each(["/survivor", "?fieldSelector=metadata.name=survivor"])(
    "sends a DELETE of %s whose body is malformed deletes nothing",
    async (below) => {
      const survivor = { metadata: { name: "survivor" }, spec: { name: "Survivor" } };
      await exchange(server.url, send("POST", "", survivor));
      const odd = await open();
      odd.write(`${head("DELETE", collection + below, { "transfer-encoding": "chunked" })}2\r\n{}\r\nnonsense\r\n`);
      expect(await odd.closes(10_000)).toBe(true);
      expect(odd.statuses).toEqual(["400"]);
      expect((await exchange(server.url, send("GET", "/survivor"))).status).toBe(200);
      const whole = await open();
      whole.write(`${head("DELETE", `${collection}/survivor`, { "content-length": 2 })}{}`);
      await whole.says(/^HTTP\/1\.1 200 /);
    },
  );

  it("sends nonsense after an answer is told so", async () => {
    const odd = await open();
    odd.write(head("GET", "/healthz"));
    await odd.says(/ok\n$/);
    odd.write("nonsense\r\n\r\n");
    expect(await odd.closes(10_000)).toBe(true);
    expect(odd.statuses).toEqual(["200", "400"]);
  });

  it.each([
    ["says CONNECT", "CONNECT example.com:443 HTTP/1.1\r\nhost: localhost\r\n\r\n"],
    ["says nonsense", "nonsense\r\n\r\n"],
  ])("%s and stays keeps no server from stopping", async (_, bytes) => {
    const other = await startPeople("sqlite", { limits: { lingerTimeout: "200ms" }, stopTimeout: "500ms" });
    const stubborn = await open(other);
    stubborn.write(bytes);
    await stubborn.says(/^HTTP\/1\.1 4/);
    stubborn.destroy();
    expect(await Promise.race([other.close().then(() => "stopped"), delay(20_000, "runs on")])).toBe("stopped");
  });

  it.each<[what: string, most: number, at: (number: number) => string]>([
    ["headers", 200, (count) => head("GET", "/healthz").replace("\r\n\r\n", `\r\n${"a:\r\n".repeat(count - 1)}\r\n`)],
    // Node counts the target, and names and values of headers, but not what stands between them.
    [
      "bytes of target and headers",
      64 * 1024 - 1,
      (bytes) => head("GET", "/healthz", { x: "y".repeat(bytes - "/healthzhostlocalhostx".length) }),
    ],
  ])("sends more %s than %i is refused", async (_, most, at) => {
    for (const [number, status] of [
      [most - 1, "200"],
      [most, "200"],
      [most + 1, "413"],
    ] as const) {
      const connection = await open();
      connection.write(at(number));
      await connection.says(/^HTTP\/1\.1 \d+ /);
      expect([number, ...connection.statuses]).toEqual([number, status]);
    }
  });

  it("hides a precondition behind thousands of headers is refused", async () => {
    const padding = "a:\r\n".repeat(2100);
    const sly = await open();
    sly.write(`DELETE ${collection}/nobody HTTP/1.1\r\nhost: localhost\r\n${padding}if-match: "7"\r\n\r\n`);
    await sly.says(/"TooLarge"/);
    expect(sly.statuses).toEqual(["413"]);
  });
});

describe("at its limit", () => {
  const started: RunningServer[] = [];
  const start = async (limits: NonNullable<ServerOptions["limits"]>): Promise<RunningServer> => {
    const server = await startPeople("sqlite", { limits });
    started.push(server);
    return server;
  };
  const opened: RawConnection[] = [];
  const begin = async (server: RunningServer, bytes: string): Promise<RawConnection> => {
    const connection = (await RawConnection.open(server.url)).write(bytes);
    opened.push(connection);
    return connection;
  };
  /** A watch that is answered. */
  const watch = async (server: RunningServer, query: string): Promise<void> => {
    await (await begin(server, head("GET", `${collection}?${query}`))).says(/BOOKMARK/);
  };
  const status = async (server: RunningServer, ...request: Parameters<typeof send>): Promise<number> =>
    (await exchange(server.url, send(...request))).status;
  const assertBusy = async (server: RunningServer, path: string): Promise<void> => {
    const refused = await exchange(server.url, send("GET", path));
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "1"]);
    assertProblem(refused);
  };
  afterEach(async () => {
    for (const connection of opened.splice(0)) connection.destroy();
    for (const server of started.splice(0)) await server.close();
  });

  it("of requests under way a server answers 429 with Retry-After, and its health as ever", async () => {
    const server = await start({ maxRequests: 2 });
    await begin(server, upload(1000));
    const second = await begin(server, upload(1000));
    await expect.poll(() => status(server, "GET", "/ann")).toBe(429);
    await assertBusy(server, "/ann");
    expect((await exchange(server.url, { method: "GET", path: "/healthz" })).status).toBe(200);
    for (const path of ["/docs", "/docs/swagger-ui.css", "/openapi.json?x"])
      expect((await exchange(server.url, { method: "GET", path })).status).toBe(429);
    second.destroy();
    await expect.poll(() => status(server, "GET", "/ann")).toBe(200);
  });

  it("of watches a server answers 429 to further ones and nothing else", async () => {
    const server = await start({ maxWatches: 1 });
    await watch(server, "watch=true");
    await assertBusy(server, "?watch=true");
    expect((await exchange(server.url, send("GET", "/ann"))).status).toBe(200);
  });

  it("of watches are told from requests by what the query means, however it is written", async () => {
    const server = await start({ maxWatches: 2, maxRequests: 1 });
    await watch(server, "watch=%74rue");
    await watch(server, "w%61tch=true");
    const list = await exchange(server.url, send("GET", ""));
    expect(list.status).toBe(200);
    for (const query of ["?watch=true", "?watch=%74rue", "?labelSelector=a%3Db&watch=true"]) {
      await assertBusy(server, query);
    }
    for (const query of [
      "?fieldSelector=spec.name=watch=true",
      "?labelSelector=a=watch=true",
      "?watch=false&labelSelector=a%3Dwatch=true",
    ]) {
      expect([query, (await exchange(server.url, send("GET", query))).status]).toEqual([query, 200]);
    }
    expect((await exchange(server.url, send("GET", "?watch=yes"))).status).toBe(400);
    expect((await exchange(server.url, send("GET", "/ann?watch=true"))).status).toBe(400);
    expect((await exchange(server.url, send("DELETE", "/nobody?watch=true"))).status).not.toBe(429);
  });

  it("of bodies held together a server answers 429 to further ones", async () => {
    const server = await start({ maxBodiesBytes: 1000 });
    const held = await begin(server, `${upload(900)}${" ".repeat(800)}`);
    const body = { metadata: { name: "late" }, spec: { name: "x".repeat(100), tags: ["y".repeat(100)] } };
    await expect.poll(() => status(server, "PUT", "/late", body)).toBe(429);
    const refused = await exchange(server.url, send("POST", "", body));
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "1"]);
    assertProblem(refused);
    held.destroy();
    await expect.poll(() => status(server, "POST", "", body)).toBe(201);
    expect((await exchange(server.url, send("PUT", "/late", body))).status).toBe(200);
  });
});
