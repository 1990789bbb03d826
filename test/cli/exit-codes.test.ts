import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";

import { main } from "cmgen/main";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { exitCode } from "../../packages/cli/src/exit-code.js";
import { repositoryRoot } from "../boundaries/repository.js";
import { runCmgen } from "./run-cmgen.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cmgen-exit-"));
  writeFileSync(join(folder, "package.json"), '{ "name": "exit" }');
  for (const [name, value] of Object.entries({ XDG_CONFIG_HOME: folder, CMGEN_SERVER: "", CMGEN_TOKEN: "", PORT: "0" }))
    vi.stubEnv(name, value);
});
beforeEach(() => {
  rmSync(join(folder, "src"), { recursive: true, force: true });
  mkdirSync(join(folder, "src/models"), { recursive: true });
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const page = readFileSync(join(repositoryRoot, "docs/command-line.md"), "utf8");
const table = page.slice(page.indexOf("| Exit code"), page.indexOf("\n\n", page.indexOf("| Exit code")));
const documented = [...table.matchAll(/^\| (\d+) +\| (.+?) +\|$/gm)].map(
  ([, code, meaning]) => [Number(code), meaning] as const,
);

test("the page has every exit code once, in order, with one sentence each", () => {
  expect(documented.map(([code]) => code)).toEqual(Object.values(exitCode).toSorted((a, b) => a - b));
  for (const [, meaning] of documented) expect(meaning).toMatch(/^[^;]+\.$/);
});

const nobody = "http://127.0.0.1:9";

/** At least one command for each code, and two where the code has several causes. */
const cases: readonly (readonly [name: keyof typeof exitCode, args: readonly string[], model?: string])[] = [
  ["ok", ["--help"]],
  ["ok", ["context", "list"]],
  ["found", ["client", join(repositoryRoot, "examples/people/openapi.json"), "--out", "client", "--check"]],
  ["invalidModels", ["generate"], "export interface Note { spec: "],
  ["usage", ["get"]],
  ["usage", ["generate", "--chek"]],
  ["usage", ["get", "people", "--timeout", "30"]],
  ["usage", ["wait", "people", "ann", "--for", "deleted"]],
  ["refused", ["client", "none.json", "--out", "client"]],
  ["refused", ["apply", "-f", "none.yaml", "--server", nobody]],
  ["refused", ["migrate", "status"]],
  ["notNow", ["get", "people", "--server", nobody]],
  ["notNow", ["client", nobody, "--out", "client"]],
  ["notNow", ["wait", "people", "ann", "--for", "delete", "--server", nobody]],
];

test.each(cases.map((each) => [each] as const))("%j", async ([name, args, model]) => {
  if (model !== undefined) writeFileSync(join(folder, "src/models/note.ts"), model);
  const { code, error } = await runCmgen(args, { workingFolder: folder });
  expect([code, error]).toEqual([exitCode[name], expect.any(String)]);
  if (name !== "ok") expect(error).not.toBe("");
});

test("bug: what nobody has foreseen", async () => {
  const terminal = {
    workingFolder: folder,
    columns: 100,
    color: false,
    now: () => new Date(),
    interrupted: () => new AbortController().signal,
    out: () => {
      throw new Error("unforeseen");
    },
    error: () => {},
  };
  expect(await main(["completion", "bash"], terminal)).toBe(exitCode.bug);
});

test("cancelled: Ctrl-C at a question", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let screen = "";
  output.on("data", (chunk: Buffer) => (screen += chunk.toString()));
  const ended = main(["init"], {
    workingFolder: folder,
    columns: 100,
    color: false,
    now: () => new Date(),
    interrupted: () => new AbortController().signal,
    prompts: { input, output },
    out: () => {},
    error: () => {},
  });
  await vi.waitFor(() => expect(screen).toContain("Folder of the plugin"), { timeout: 30_000 });
  input.write("\u0003");
  expect(await ended).toBe(exitCode.cancelled);
});
