import { expect, test } from "vitest";

import { readLogLine } from "./log-line.js";

const time = new Date(2030, 0, 31, 9, 5, 7).toISOString();
const line = (fields: object): string => JSON.stringify({ level: "info", time, ...fields });

test.each([
  [
    "a request",
    {
      method: "GET",
      path: "/apis/x/v1/notes",
      route: "notes",
      status: 200,
      bytes: 3,
      ms: 1.2,
      requestId: "a",
      msg: "request",
    },
    "09:05:07 GET    /apis/x/v1/notes 200 1.2 ms",
  ],
  [
    "a request that was broken off",
    { method: "PUT", path: "/x", aborted: true, ms: 3, msg: "request" },
    "09:05:07 PUT    /x aborted 3 ms",
  ],
  [
    "a plugin's state",
    { plugin: "notes", state: "started", manifests: 2, msg: "plugin started" },
    "09:05:07 Plugin notes: started (manifests=2)",
  ],
  ["a warning", { level: "warn", files: ["a"], msg: "files are odd" }, '09:05:07 warn: files are odd (files=["a"])'],
  [
    "an error, with its stack",
    { level: "error", err: { stack: "Error: no\n    at x" }, msg: "failed" },
    "09:05:07 error: failed\nError: no\n    at x",
  ],
  [
    "a hostile path",
    { method: "GET", path: "/\u001b[2J", status: 404, ms: 1, msg: "request" },
    "09:05:07 GET    /\ufffd[2J 404 1 ms",
  ],
])("%s", (_, fields, text) => {
  expect(readLogLine(line(fields), false).text).toBe(text);
});

test("where the service listens, and what its plugins do, is known", () => {
  expect(
    readLogLine(line({ url: "http://127.0.0.1:1", docs: "http://127.0.0.1:1/docs", msg: "listening" }), false),
  ).toEqual({
    text: "09:05:07 Listening on http://127.0.0.1:1, documentation at http://127.0.0.1:1/docs",
    url: "http://127.0.0.1:1",
  });
  expect(readLogLine(line({ plugin: "notes", state: "failed", msg: "plugin state" }), false).plugin).toEqual({
    name: "notes",
    state: "failed",
  });
});

test("what is not of the log stays as it is", () => {
  for (const text of ["hello", "{", '{"a":1}', ""]) expect(readLogLine(text, true)).toEqual({ text });
});

test("statuses have colours on a terminal", () => {
  expect(readLogLine(line({ method: "GET", path: "/", status: 500, ms: 1, msg: "request" }), true).text).toContain(
    "\u001b[31m500\u001b[0m",
  );
});
