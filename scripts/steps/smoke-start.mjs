import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.mjs";
import { isReady } from "./is-ready.mjs";
import { root } from "./root.mjs";

const people = "apis/people.example.com/v1alpha1/people";

const create = (url) =>
  fetch(`${url}/${people}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ metadata: { name: "smoke" }, spec: { name: "Smoke" } }),
  });
const read = (url) => fetch(`${url}/${people}/smoke`);

/**
 * Does what a newcomer does: `npm start`, a request, Ctrl-C, and the same again, which must find what the first left. Returns what went
 * wrong, or `undefined`.
 */
export async function smokeStart() {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-start-"));
  try {
    const environment = { PORT: String(await freePort()), CMGEN_DATABASE_URL: `file:${join(folder, "people.db")}` };
    return (await startOnce(environment, create)) ?? (await startOnce(environment, read));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startOnce(environment, send) {
  const child = spawn(process.execPath, [join(root, "scripts", "start.mjs")], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = once(child, "exit");
  const problem = await answered(`http://127.0.0.1:${environment.PORT}`, send, child);
  child.kill("SIGINT");
  const [code] = await ended;
  return problem ?? (code === 0 ? undefined : `npm start ended with ${code} when it was interrupted`);
}

async function answered(url, send, child) {
  const deadline = Date.now() + 180_000;
  while (!(await isReady(url))) {
    if (child.exitCode !== null) return `npm start ended with ${child.exitCode}`;
    if (Date.now() > deadline) return "npm start was not ready within three minutes";
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const response = await send(url);
  return response.ok ? undefined : `the people service answered ${response.status}: ${await response.text()}`;
}
