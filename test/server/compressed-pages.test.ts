import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RunningServer } from "@cmgen/runtime";
import { exchange, type Received } from "./exchange.js";
import { startPeople } from "./people-server.js";

let server: RunningServer;
beforeAll(async () => {
  server = await startPeople("sqlite", { cors: { origins: ["https://page.example.com"] } });
});
afterAll(() => server.close());

const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET"): Promise<Received> =>
  exchange(server.url, { method, path, headers });

it.each([
  ["gzip", gunzipSync],
  ["br", brotliDecompressSync],
] as const)("pages and the files of /docs are sent as %s to who accepts that", async (coding, decompress) => {
  for (const path of ["/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css", "/openapi.json", "/metrics"]) {
    const plain = await get(path);
    expect([plain.status, plain.headers["content-encoding"]], path).toEqual([200, undefined]);
    expect(plain.headers.vary, path).toContain("accept-encoding");
    const sent = await get(path, { "accept-encoding": coding });
    expect(sent.headers["content-encoding"], path).toBe(coding);
    expect(sent.bytes.length, path).toBeLessThan(plain.bytes.length / 2);
    const head = await get(path, { "accept-encoding": coding }, "HEAD");
    expect([head.headers["content-encoding"], head.bytes.length], path).toEqual([coding, 0]);
    // Metrics change from request to request.
    if (path !== "/metrics") expect(decompress(sent.bytes).equals(plain.bytes), path).toBe(true);
    if (path.startsWith("/docs")) expect(sent.headers["cache-control"]).toBe("private, max-age=31536000, immutable");
  }
});

it("what is short is sent as it is, and answers for other origins say so, too", async () => {
  const health = await get("/healthz", { "accept-encoding": "gzip" });
  expect([health.headers["content-encoding"], health.bytes.toString()]).toEqual([undefined, "ok\n"]);
  const headers = { origin: "https://page.example.com", "accept-encoding": "gzip" };
  expect(((await get("/openapi.json", headers)).headers.vary ?? "").toLowerCase()).toBe("origin, accept-encoding");
});
