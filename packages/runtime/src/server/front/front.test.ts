import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { messageProblem } from "./front.js";

/** As much of a request as is looked at. */
function request(rawHeaders: readonly string[], httpVersion = "1.1"): IncomingMessage {
  const host = rawHeaders[rawHeaders.findIndex((name) => name.toLowerCase() === "host") + 1];
  const headers = rawHeaders.some((name) => name.toLowerCase() === "host") ? { host } : {};
  return { rawHeaders, headers, httpVersion } as unknown as IncomingMessage;
}

const many = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => [`x-${at}`, ""]).flat();

describe("messageProblem", () => {
  it.each([
    "example.com",
    "EXAMPLE.com:8090",
    "127.0.0.1:1",
    "[::1]:80",
    "[::1]",
    "",
    "a_b",
    "localhost:",
    "a%20b",
    "[::ffff:1.2.3.4]",
    "a:59999",
    "a:60000",
    "a:65535",
    "a:00080",
  ])("takes %j for a host", (host) => {
    expect(messageProblem(request(["Host", host]))).toBeUndefined();
  });

  it.each([
    "a b",
    "a/b",
    "a:b",
    "a:1:2",
    "user@a",
    "[::1",
    "a?b",
    "é",
    "a%",
    "a%2g",
    "[::::]",
    "[1.2.3.4]",
    "[]",
    "a:65536",
    "a:1e3",
    "a@b:1",
  ])("takes %j for none", (host) => {
    expect(messageProblem(request(["Host", host]))?.code).toBe("BadRequest");
  });

  it("wants a host, but from HTTP/1.0", () => {
    expect(messageProblem(request([]))?.code).toBe("BadRequest");
    expect(messageProblem(request([], "1.0"))).toBeUndefined();
  });

  it.each(["Host", "Content-Type", "authorization"])("takes %s once", (name) => {
    expect(messageProblem(request(["host", "a", ...(name === "Host" ? [] : [name, "x"])]))).toBeUndefined();
    expect(messageProblem(request(["host", "a", name, "a", name.toUpperCase(), "a"]))?.message).toContain("twice");
  });

  it("takes other headers twice", () => {
    expect(messageProblem(request(["host", "a", "If-Match", '"1"', "if-match", '"2"', "hoss", "t"]))).toBeUndefined();
  });

  it("takes 200 headers", () => {
    expect(messageProblem(request(["host", "a", ...many(199)]))).toBeUndefined();
    expect(messageProblem(request(["host", "a", ...many(200)]))?.code).toBe("TooLarge");
  });
});
