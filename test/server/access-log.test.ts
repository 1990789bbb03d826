import { EventEmitter, once } from "node:events";
import { request } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { silentLog, type LogFields, type RunningServer, type ServerOptions } from "@cmgen/runtime";
import { exchange } from "./exchange.js";
import { startPeople } from "./people-server.js";
import { RawConnection } from "./raw-connection.js";
import { collection, send } from "./rule.js";

describe("the access log", () => {
  let server: RunningServer | undefined;
  let lines: LogFields[] = [];

  async function start(options: Partial<ServerOptions> = {}): Promise<string> {
    lines = [];
    const info: typeof silentLog.info = (fields, message) => {
      if (message === "request") lines.push(fields);
    };
    server = await startPeople("sqlite", { accessLog: true, log: { ...silentLog, info }, ...options });
    return server.url;
  }
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  /** The next line, which may come a moment after the answer. */
  const nextLine = async (): Promise<LogFields> => {
    await expect.poll(() => lines.length).toBe(1);
    return lines.shift() ?? {};
  };
  const route = "people.people.example.com/v1alpha1";

  it("has a line for each request when it has ended", async () => {
    const url = await start();
    const { bytes } = await exchange(url, send("GET", "/ann?secret=x", undefined, { "x-request-id": "r-1" }));
    const line = await nextLine();
    expect(line).toEqual({
      method: "GET",
      path: `${collection}/ann`,
      route,
      status: 400,
      bytes: expect.any(Number),
      ms: expect.any(Number),
      requestId: "r-1",
    });
    expect(line["bytes"]).toBeGreaterThan(bytes.length);
    await exchange(url, send("GET", "/ann"));
    expect(await nextLine()).toMatchObject({ status: 200 });
    await exchange(url, { method: "HEAD", path: "/nothing" });
    expect(await nextLine()).toMatchObject({ method: "HEAD", path: "/nothing", route: "other", status: 404 });
    await exchange(url, { method: "GET", path: `http://localhost${collection}/ann` });
    expect(await nextLine()).toMatchObject({ path: `${collection}/ann`, route, status: 200 });
    await exchange(url, { method: "GET", path: `http://user:password@localhost${collection}/ann` });
    expect(await nextLine()).toMatchObject({ path: `${collection}/ann`, status: 400 });
  });

  it("has the requestId of the problem, and makes one where the caller's is not plain", async () => {
    const url = await start();
    for (const sent of ["", "a b", 'a"}', "x".repeat(129)]) {
      const { json } = await exchange(url, send("GET", "/nobody", undefined, { "x-request-id": sent }));
      const { requestId } = await nextLine();
      expect(requestId).toMatch(/^[\da-f]{12}-[\da-z]+$/);
      expect(json).toMatchObject({ requestId });
    }
  });

  it("tells answers on one connection apart", async () => {
    const url = await start();
    const connection = await RawConnection.open(url);
    const ask = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    connection.write(ask("/healthz") + ask("/openapi.json") + ask("/healthz"));
    await expect.poll(() => lines.length).toBe(3);
    const [first = 0, second = 0, third = 0] = lines.map(({ bytes }) => Number(bytes));
    expect(lines.map(({ path }) => path)).toEqual(["/healthz", "/openapi.json", "/healthz"]);
    expect(first).toBe(third);
    expect(second).toBeGreaterThan(first * 10);
    connection.destroy();
  });

  it("has requests that were refused before anything was looked up", async () => {
    const url = await start();
    const connection = await RawConnection.open(url);
    connection.write(`GET ${collection} HTTP/1.1\r\n\r\n`);
    expect(await nextLine()).toMatchObject({ method: "GET", path: collection, route: "other", status: 400 });
    connection.destroy();
  });

  it("has streamed answers, and those that the caller broke off", async () => {
    const url = await start();
    const watch = request(`${url}${collection}?watch=true`).end();
    const [response] = (await once(watch, "response")) as [{ statusCode: number }];
    expect([response.statusCode, lines]).toEqual([200, []]);
    watch.on("error", () => undefined).destroy();
    expect(await nextLine()).toMatchObject({ path: collection, status: 200, aborted: true });
  });

  it("has requests that ended before they were answered, without a status", async () => {
    const events = new EventEmitter();
    const url = await start({
      authorizer: async () => {
        events.emit("asked");
        await once(events, "decide");
        return { decision: "allow" };
      },
    });
    const asked = once(events, "asked");
    const gone = request(`${url}${collection}/ann`).end();
    gone.on("error", () => undefined);
    await asked;
    gone.destroy();
    const line = await nextLine();
    events.emit("decide");
    expect(line).toMatchObject({ path: `${collection}/ann`, aborted: true });
    expect(line).not.toHaveProperty("status");
  });

  it("is off unless it is wanted", async () => {
    const url = await start({ accessLog: false });
    await exchange(url, send("GET", "/ann"));
    expect(lines).toEqual([]);
  });
});
