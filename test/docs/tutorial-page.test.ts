import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freePort } from "../../scripts/steps/free-port.mjs";
import { hasChromium, launchChromium } from "../browser/launch-chromium.js";
import { cmgen, scaffoldPlugin } from "../scaffold/scaffolded-plugin.js";
import { consoleCommands } from "./console-session.js";
import { curlRequest } from "./curl-request.js";
import { documentedAddress } from "./run-snippet.js";
import { shellCommands } from "./shell-commands.js";
import { readSnippets, type Snippet } from "./snippets.js";

const execute = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "cmgen-tutorial-"));
const waiting = { timeout: 150_000, interval: 100 };
const blocks = readSnippets().filter(({ place }) => place.startsWith("docs/tutorial.md"));
const steps = blocks.filter(({ marks }) => marks.includes("tutorial"));

let plugin: string;
let url: string;
let output = "";
let development: ChildProcess | undefined;

beforeAll(async () => {
  plugin = await scaffoldPlugin(folder, "library", "--empty");
  url = `http://127.0.0.1:${await freePort()}`;
});

afterAll(async () => {
  if (development !== undefined && development.exitCode === null) {
    const ended = once(development, "exit");
    development.kill("SIGINT");
    await ended;
  }
  rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 200 });
});

/** What a reader does, from top to bottom: each file is saved while `npm run dev` runs, which starts the service again. */
test("the tutorial does what it says", { timeout: 400_000 }, async () => {
  for (const step of steps) await take(step);
  if (hasChromium) await lendEmma();
  expect(steps.length).toBeGreaterThan(10);
});

function take(step: Snippet): Promise<unknown> {
  switch (step.language) {
    case "ts":
      return save(step.text);
    case "sh":
      return Promise.all(shellCommands(step.text).map(({ words }) => type(words)));
    case "bash":
      return send(step);
    case "console":
      return Promise.all(consoleCommands(step.text).map(runAndCompare));
    case "text":
      return seeMistake(step.text);
    default:
      throw new Error(`${step.place} is not a step`);
  }
}

async function save(text: string): Promise<void> {
  const path = /^\/\/ (\S+)\n/.exec(text)?.[1];
  if (path === undefined) throw new SyntaxError("A file's block begins with its path");
  const file = join(plugin, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text.replaceAll(documentedAddress, url));
  if (path.startsWith("src/")) await restarted(path);
}

/** Waits until the service has started with what was changed, and is ready. */
async function restarted(what: string): Promise<void> {
  const before = output.length;
  development ??= startDevelopment();
  const start = async (): Promise<void> => {
    expect(output.slice(before)).toContain("Listening on");
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  };
  await vi.waitFor(start, waiting).catch((error: unknown) => {
    throw new Error(`The service did not start again with ${what}:\n${output}`, { cause: error });
  });
}

function startDevelopment(): ChildProcess {
  const env = { ...process.env, PORT: new URL(url).port, NO_COLOR: "1" };
  const child = spawn(process.execPath, [cmgen, "dev"], { cwd: plugin, env, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += String(chunk)));
  return child;
}

/** A command of cmgen changes sources, with which the service starts again. */
async function type(words: readonly string[]): Promise<void> {
  const [program = "", ...args] = ownCommand(words);
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
  const running = execute(program, args, { cwd: plugin, env });
  if (program === process.execPath) await restarted(words.join(" "));
  await running;
}

/** The command line as it is run here: the plugin has no programs of packages. */
function ownCommand(words: readonly string[]): readonly string[] {
  const [program = "", ...args] = words;
  if (program === "node") return [process.execPath, ...args];
  return args.slice(0, 2).join(" ") === "--no-install cmgen" ? [process.execPath, cmgen, ...args.slice(2)] : words;
}

/** Sends each request; the answer of the last one has what the block behind it shows. */
async function send(step: Snippet): Promise<void> {
  const shown = blocks[blocks.indexOf(step) + 1];
  const wanted = shown?.language === "json" ? (JSON.parse(shown.text) as object) : {};
  const commands = shellCommands(step.text);
  for (const [at, { words, comment }] of commands.entries()) {
    const { url: address, method, headers, body } = curlRequest(words);
    const answer = async (): Promise<void> => {
      const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]) };
      const target = url + address.slice(documentedAddress.length);
      const response = await fetch(target, { ...init, body: body ?? null });
      if (comment === "") expect(response.ok, address).toBe(true);
      else expect(response.status, address).toBe(Number(comment));
      if (at === commands.length - 1) expect(await response.json()).toMatchObject(wanted);
    };
    // A controller needs a moment; a write is sent once.
    await (method === "GET" ? vi.waitFor(answer, waiting) : answer());
  }
}

async function runAndCompare({ line, printed }: { readonly line: string; readonly printed: string }): Promise<void> {
  const [, input, command = line] = /^echo '([^']*)' \| (.*)$/.exec(line) ?? [];
  const [program = "", ...args] = ownCommand(shellCommands(`${command}\n`)[0]?.words ?? []);
  expect(program).toBe(process.execPath);
  const running = execute(program, args, { cwd: plugin });
  running.child.stdin?.end(input === undefined ? "" : `${input}\n`);
  expect((await running).stdout).toBe(printed);
}

/** What the page says of the plugin's own page, in a browser. */
async function lendEmma(): Promise<void> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`${url}/app/books`);
    const lend = page.getByRole("button", { name: "Take back Emma" });
    await lend.click();
    await expect.poll(() => page.getByRole("status").textContent()).toMatch(/sign in|credentials/i);
    await page.getByLabel("Name").fill("ann");
    await page.getByLabel("Password").fill("a long password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect.poll(() => page.getByRole("status").textContent()).toBe("Welcome, ann");
    await lend.click();
    await expect.poll(() => page.getByRole("status").textContent()).toBe("Emma is free");
  } finally {
    await browser.close();
  }
}

/** The mistake that the page tells the reader to make is shown as on the page, and undone. */
async function seeMistake(shown: string): Promise<void> {
  const path = join(plugin, "src", "models", "book.ts");
  const text = readFileSync(path, "utf8");
  const wrong = text.replace("@minimum", "@min");
  expect(wrong).not.toBe(text);
  writeFileSync(path, wrong);
  const lines = shown.trimEnd().split("\n");
  await vi.waitFor(() => expect(lines.filter((line) => !output.includes(line.trim()))).toEqual([]), waiting);
  writeFileSync(path, text);
}
