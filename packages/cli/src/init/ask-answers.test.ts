import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";

import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { main } from "../main.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cmgen-ask-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

const enter = "\r";
const clear = "\x15";
const interrupt = "\x03";

/** Runs `cmgen init`; types each text once its question is shown. */
async function init(args: readonly string[], typed: readonly (readonly [question: string, text: string])[], call = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let [screen, out, error] = ["", "", ""];
  output.on("data", (chunk: Buffer) => (screen += stripVTControlCharacters(chunk.toString())));
  const ended = main(["init", ...args], {
    ...call,
    workingFolder: folder,
    columns: 100,
    color: false,
    now: () => new Date(),
    interrupted: () => new AbortController().signal,
    prompts: { input, output },
    out: (text) => (out += text),
    error: (text) => (error += text),
  });
  for (const [question, text] of typed) {
    const from = screen.length;
    await vi.waitFor(() => expect(screen.slice(Math.max(0, from - 2000))).toContain(question), { timeout: 30_000 });
    input.write(text);
  }
  return { code: await ended, out, error, screen };
}

const questions = [
  ["Folder of the plugin", `${clear}team/note-book${enter}`],
  ["Name of the plugin", enter],
  ["API group", `${clear}notes.acme.io${enter}`],
  ["Kind of the first model", `${clear}Note${enter}`],
  ["Dockerfile", enter],
  ["Package manager", `\x1b[B${enter}`],
  ["Install what the plugin needs", `n`],
  ["git repository", `y`],
] as const;

it("asks what is not given, does as answered, and prints the command that does the same", async () => {
  const { code, out, error } = await init([], questions);
  expect({ code, error }).toEqual({ code: 0, error: "" });
  const command = "cmgen init team/note-book --group notes.acme.io --kind Note --package-manager pnpm --git --yes";
  expect(out).toContain(`The same without questions:\n\n  ${command}\n`);
  expect(out).toContain("  cd team/note-book\n  pnpm install\n");
  const plugin = join(folder, "team/note-book");
  expect(existsSync(join(plugin, ".git"))).toBe(true);
  const text = (path: string): string => readFileSync(join(plugin, path), "utf8");
  expect(text("src/models/note.ts")).toContain("defineModel<Note>()");
  expect(text("cmgen.config.ts")).toContain('api: "notes.acme.io/v1alpha1"');

  const files = readdirSync(plugin, { recursive: true }).filter((name) => !String(name).startsWith(".git/"));
  rmSync(join(folder, "team"), { recursive: true });
  expect(await init(command.split(" ").slice(2), [])).toMatchObject({ code: 0, error: "" });
  expect(readdirSync(plugin, { recursive: true }).filter((name) => !String(name).startsWith(".git/"))).toEqual(files);
});

it.each([
  ["npm", "npm create cmgen notes -- --example tracker --yes"],
  ["pnpm", "pnpm create cmgen notes --package-manager pnpm --example tracker --yes"],
])("prints what %s create does, where that was called, and asks for no kind", async (manager, command) => {
  const names = ["--name", "notes", "--group", "notes.example.com", "--package-manager", manager];
  const args = ["notes", "--example", "tracker", ...names, "--no-docker", "--no-git"];
  const { out } = await init(args, [questions[6]], { isCreate: true, userAgent: `${manager}/1.0.0` });
  expect(out).toContain(`The same without questions:\n\n  ${command}\n`);
});

it("asks nothing that is given, and explains what an answer lacks", async () => {
  const given = [
    "a",
    "--name",
    "a",
    "--group",
    "a.b",
    "--no-docker",
    "--package-manager",
    "npm",
    "--no-install",
    "--no-git",
  ];
  const { code, screen } = await init(given, [
    ["Kind of the first model", `${clear}note${enter}`],
    ["starting with a capital", `${clear}Note${enter}`],
  ]);
  expect(code).toBe(0);
  expect(screen).not.toContain("API group");
});

it.each([0, 3, 7])("writes nothing when Ctrl-C answers question %i", async (at) => {
  const typed = [...questions.slice(0, at), [questions[at]?.[0] ?? "", interrupt] as const];
  expect(await init([], typed)).toMatchObject({ code: 130, out: "", error: "Cancelled. Nothing was written.\n" });
  expect(readdirSync(folder)).toEqual([]);
});

it("leaves a repository around the plugin alone", async () => {
  mkdirSync(join(folder, ".git"));
  const { code, screen } = await init(["a"], questions.slice(1, 7));
  expect(code).toBe(0);
  expect(screen).not.toContain("git repository");
});
