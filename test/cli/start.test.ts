import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freePort } from "../../scripts/steps/free-port.mjs";
import { peopleFolder } from "../people/people-service.js";
import { runCmgen } from "./run-cmgen.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cmgen-start-"));
  vi.stubEnv("LOG_LEVEL", "silent");
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test("the compiled service runs, with the settings that are given, until the command is interrupted", async () => {
  const stop = new AbortController();
  const port = await freePort();
  const args = ["start", "--port", String(port), "--database-url", ":memory:"];
  const running = runCmgen(args, { workingFolder: join(peopleFolder, "src"), signal: stop.signal });
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/healthz`)).ok).toBe(true), 30_000);
  stop.abort();
  expect(await running).toEqual({ code: 0, out: "", error: "" });
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow("fetch failed");
});

test("a service that cannot start ends the command with 4", async () => {
  writeFileSync(join(folder, "package.json"), '{"name":"x","type":"module"}');
  writeFileSync(join(folder, "server.js"), "process.exit(3);");
  expect(await runCmgen(["start", "--entry", "server.js"], { workingFolder: folder })).toEqual({
    code: 4,
    out: "",
    error: "The service ended with exit code 3.\n",
  });
});

test.each([
  [["start"], 4, /src\/generated\/server.ts does not exist: the service is not generated. Run `cmgen generate`/],
  [["start", "--entry", "no.js"], 4, /^no.js does not exist/],
  [["start", "--port", "x"], 3, /--port must be a whole number/],
])("%j says what to do", async (args, code, message) => {
  writeFileSync(join(folder, "package.json"), "{}");
  mkdirSync(join(folder, "prisma"));
  const outcome = await runCmgen(args, { workingFolder: folder });
  expect(outcome).toMatchObject({ code, out: "", error: expect.stringMatching(message) });
});
