import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningServer } from "@cmgen/runtime";
import { startPeople } from "./people-server.js";
import { collection } from "./rule.js";

describe("what is no request as it should be", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startPeople("sqlite");
  });
  afterAll(() => server.close());

  const open = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    await once(socket, "connect");
    return socket;
  };
  /** Everything the server says to these bytes until it hangs up. */
  const say = async (bytes: string): Promise<string> => {
    const socket = await open();
    let answer = "";
    socket.on("data", (chunk: Buffer) => {
      answer += chunk.toString();
    });
    socket.on("error", () => {});
    socket.write(bytes);
    await once(socket, "close");
    return answer;
  };

  it.each<[string, string, RegExp]>([
    ["no HTTP", "hello\r\n\r\n", /^HTTP\/1\.1 400 /],
    ["another version", "GET / HTTP/9.9\r\n\r\n", /^HTTP\/1\.1 (400|404) /],
    [
      "headers without an end",
      `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${"y".repeat(100_000)}\r\n\r\n`,
      /^HTTP\/1\.1 413 /,
    ],
    [
      "two lengths",
      "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
      /^HTTP\/1\.1 400 /,
    ],
    [
      "a length and chunks",
      "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      /^HTTP\/1\.1 400 /,
    ],
    [
      "chunks that are none",
      `POST ${collection} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
      /^HTTP\/1\.1 400 /,
    ],
    ["CONNECT", "CONNECT example.com:443 HTTP/1.1\r\nhost: localhost\r\n\r\n", /^HTTP\/1\.1 405 /],
    ["a header with a line break in it", "GET / HTTP/1.1\r\nhost: localhost\r\nx: a\rb\r\n\r\n", /^HTTP\/1\.1 400 /],
    ["no host", "GET /healthz HTTP/1.1\r\n\r\n", /^HTTP\/1\.1 400 /],
  ])("%s is answered with a problem", async (_, bytes, status) => {
    const answer = await say(bytes);
    expect(answer).toMatch(status);
    expect(answer.toLowerCase()).toContain("content-type: application/problem+json");
    expect(answer).not.toContain("<html");
  });

  it("an expectation is met by going on", async () => {
    const answer = await say(
      `GET ${collection}/ann HTTP/1.1\r\nhost: localhost\r\nexpect: the-unexpected\r\nconnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("a path as proxies send it is understood", async () => {
    const answer = await say(
      `GET http://localhost${collection}/ann HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("a client that goes away in the middle of its body does no harm", async () => {
    const socket = await open();
    socket.write(
      `POST ${collection} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"metadata":`,
    );
    await delay(50);
    socket.destroy();
    await delay(50);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  it("requests on one connection are answered in their order", async () => {
    const one = `GET ${collection}/ann HTTP/1.1\r\nhost: localhost\r\n\r\n`;
    const answer = await say(
      `${one}${one.replace("ann", "nobody")}${one.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n")}`,
    );
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 404", "HTTP/1.1 200"]);
  });
});

describe("a stop", () => {
  it("finishes what is under way, refuses what comes, and may be asked for twice", async () => {
    const server = await startPeople("sqlite");
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    await once(socket, "connect");
    let answer = "";
    socket.on("data", (chunk: Buffer) => {
      answer += chunk.toString();
    });
    const body = JSON.stringify({ metadata: { name: "late" }, spec: { name: "Late" } });
    const headers = `host: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue`;
    socket.write(`POST ${collection} HTTP/1.1\r\n${headers}\r\n\r\n`);
    await expect.poll(() => answer).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write(body.slice(0, 5));
    const closing = Promise.all([server.close(), server.close()]);
    const health = (): Promise<number | string> =>
      fetch(`${server.url}/healthz`).then(
        ({ status }) => status,
        (error: unknown) => (error as Error).name,
      );
    await expect.poll(health).toBe("TypeError");
    socket.write(body.slice(5));
    await Promise.all([closing, once(socket, "close")]);
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
    expect(answer.toLowerCase()).toContain("connection: close");
  });
});
