import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/steps/free-port.mjs";
import { cmgen, scaffoldPlugin } from "./scaffolded-plugin.js";

const waiting = { timeout: 150_000, interval: 50 };

/** Each step generates, compiles and starts a service. */
const testTimeout = 400_000;
const folder = mkdtempSync(join(tmpdir(), "cmgen-dev-"));

let plugin: string;
let url: string;
let development: ChildProcess;
let output = "";

beforeAll(async () => {
  plugin = await scaffoldPlugin(folder, "garden");
});

/** Starts `cmgen dev`, in a terminal of its own where that is asked for and python3 can make one. */
async function startDevelopment(where: "in a terminal" | "without a terminal"): Promise<void> {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  output = "";
  const [program = "", ...args] =
    where === "in a terminal" && hasPython ? ["python3", "-c", inTerminal, process.execPath] : [process.execPath];
  development = spawn(program, [...args, cmgen, "dev"], {
    cwd: plugin,
    env: {
      ...process.env,
      PORT: String(port),
      CMGEN_DATABASE_URL: "file:./garden.db",
      NO_COLOR: "1",
      CI: "",
      TERM: "xterm",
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  for (const stream of [development.stdout, development.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  await expect.poll(summary, waiting).toBe("Declare a model (done)");
}

/** Python can make a pseudo-terminal without compiling anything. What is typed comes from standard input. */
const inTerminal = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";
const hasPython = spawnSync("python3", ["-c", "import pty"]).status === 0;
if (!hasPython) process.stderr.write("cmgen dev is not tested in a terminal: python3 is not installed.\n");

/** What stays on the screen: a line that is drawn in place of another ends without a line break. */
function screen(): string {
  const drawn = output.replaceAll("\r\n", "\n").split("\r\u001b[2K");
  return drawn.map((part) => part.slice(0, part.lastIndexOf("\n") + 1)).join("");
}

/** The line below everything else. */
const lastLine = (): string => output.split("\r\u001b[2K").at(-1) ?? "";

afterEach(async () => {
  if (development.exitCode !== null || development.signalCode !== null) return;
  const ended = once(development, "exit");
  development.kill("SIGKILL");
  await ended;
});

afterAll(() => rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 200 }));

it(
  "serves each change that compiles, keeps the last service otherwise, and ends with all it started",
  { timeout: testTimeout },
  async () => {
    await startDevelopment("in a terminal");
    await expect.poll(screen, waiting).toMatch(/Plugin garden: started/);
    await expect.poll(screen, waiting).toMatch(/ GET {4}\/apis\/api\.garden\.example\.com\/\S+ 200 [\d.]+ ms\n/);
    if (hasPython) await expect.poll(lastLine, waiting).toMatch(/^cmgen dev · up to date · http\S+ · Ctrl-C ends it/);
    edit("src/models/task.ts", "dueAt?: Timestamp;", "dueAt?: Timestamp;\n  hours?: Integer;");
    await expect.poll(() => createTask("with-hours", { title: "Plan", hours: 3 }), waiting).toBe(201);

    edit("src/endpoints/summary.ts", "spec.title", "spec.titel");
    await expect.poll(screen, waiting).toContain("The service keeps running without this change.");
    if (hasPython) await expect.poll(lastLine, waiting).toContain("has problems: the last good version");
    expect(screen()).toMatch(/src\/endpoints\/summary\.ts\(\d+,\d+\): error TS2551/);
    expect(await summary()).toBe("Declare a model (done)");

    edit("src/endpoints/summary.ts", "spec.titel", "spec.title.toUpperCase()");
    await expect.poll(summary, waiting).toBe("DECLARE A MODEL (done)");
    // Every request changes the database in the plugin's folder; that does not restart the service.
    expect(screen().match(/Restarting the service/g)).toHaveLength(2);
    edit("src/endpoints/summary.ts", "spec.title.toUpperCase()", "spec.title");

    edit("src/models/task.ts", "hours?: Integer;", "hours?: symbol;");
    await expect.poll(screen, waiting).toContain("nothing was written.\nThe service keeps running");
    edit("src/models/task.ts", "hours?: symbol;", "hours?: Integer;");
    await expect.poll(summary, waiting).toBe("Declare a model (done)");

    const ended = once(development, "exit");
    if (hasPython) development.stdin?.write("\u0003");
    // npm sends the signal that the terminal has sent already.
    else for (const signal of ["SIGINT", "SIGINT"] as const) development.kill(signal);
    expect(await ended).toEqual([0, null]);
    expect(await summary()).toBe("not listening");
  },
);

it(
  "starts a service again that failed to start, and leaves none behind when it is killed",
  { timeout: testTimeout },
  async () => {
    await startDevelopment("without a terminal");
    edit(
      "src/endpoints/summary.ts",
      "export default",
      'if (process.argv.length > 0) throw new Error("x");\nexport default',
    );
    const failure = "The service ended with exit code 1. It starts again after the next change.";
    await expect.poll(() => output, waiting).toContain(failure);
    edit("src/endpoints/summary.ts", 'throw new Error("x")', 'process.title = "x"');
    await expect.poll(summary, waiting).toBe("Declare a model (done)");
    expect(output).not.toContain("\u001b");

    development.kill("SIGKILL");
    await expect.poll(summary, waiting).toBe("not listening");
  },
);

function edit(path: string, before: string, after: string): void {
  const text = readFileSync(join(plugin, path), "utf8");
  expect(text).toContain(before);
  writeFileSync(join(plugin, path), text.replace(before, after));
}

async function summary(): Promise<string> {
  const path = "/apis/api.garden.example.com/v1alpha1/tasks/declare-a-model/summary";
  const response = await fetch(url + path).catch(() => undefined);
  if (response === undefined) return "not listening";
  const body = (await response.json()) as { readonly summary?: string; readonly code?: string };
  return body.summary ?? body.code ?? "";
}

async function createTask(name: string, spec: object): Promise<number | undefined> {
  const body = JSON.stringify({ metadata: { name }, spec });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}/apis/garden.example.com/v1alpha1/tasks`, {
    method: "POST",
    headers,
    body,
  }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.status;
}
