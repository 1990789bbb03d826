import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
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

beforeEach(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  output = "";
  development = spawn(process.execPath, [cmgen, "dev"], {
    cwd: plugin,
    env: { ...process.env, PORT: String(port), CMGEN_DATABASE_URL: "file:./garden.db", NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [development.stdout, development.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  await expect.poll(summary, waiting).toBe("Declare a model (done)");
});

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
    edit("src/models/task.ts", "dueAt?: Timestamp;", "dueAt?: Timestamp;\n  hours?: Integer;");
    await expect.poll(() => createTask("with-hours", { title: "Plan", hours: 3 }), waiting).toBe(201);

    edit("src/endpoints/summary.ts", "spec.title", "spec.titel");
    await expect.poll(() => output, waiting).toContain("The service keeps running without this change.");
    expect(output).toMatch(/src\/endpoints\/summary\.ts\(\d+,\d+\): error TS2551/);
    expect(await summary()).toBe("Declare a model (done)");

    edit("src/endpoints/summary.ts", "spec.titel", "spec.title.toUpperCase()");
    await expect.poll(summary, waiting).toBe("DECLARE A MODEL (done)");
    // Every request changes the database in the plugin's folder; that does not restart the service.
    expect(output.match(/Restarting the service/g)).toHaveLength(2);
    edit("src/endpoints/summary.ts", "spec.title.toUpperCase()", "spec.title");

    edit("src/models/task.ts", "hours?: Integer;", "hours?: symbol;");
    await expect.poll(() => output, waiting).toContain("nothing was written.\nThe service keeps running");
    edit("src/models/task.ts", "hours?: symbol;", "hours?: Integer;");
    await expect.poll(summary, waiting).toBe("Declare a model (done)");

    const start = Date.now();
    const ended = once(development, "exit");
    // npm sends the signal that the terminal has sent already.
    development.kill("SIGINT");
    development.kill("SIGINT");
    expect(await ended).toEqual([0, null]);
    expect(Date.now() - start).toBeLessThan(10_000);
    expect(await summary()).toBe("not listening");
  },
);

it(
  "starts a service again that failed to start, and leaves none behind when it is killed",
  { timeout: testTimeout },
  async () => {
    edit(
      "src/endpoints/summary.ts",
      "export default",
      'if (process.argv.length > 0) throw new Error("x");\nexport default',
    );
    const failure = "The service ended with exit code 1. It starts again after the next change.";
    await expect.poll(() => output, waiting).toContain(failure);
    edit("src/endpoints/summary.ts", 'throw new Error("x")', 'process.title = "x"');
    await expect.poll(summary, waiting).toBe("Declare a model (done)");

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
