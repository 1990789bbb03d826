import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const recorder = fileURLToPath(new URL("record-usage.mjs", import.meta.url));

/**
 * Runs a Node.js program as a whole process, ended after `limit` seconds.
 *
 * @returns {Promise<{ seconds: number, megabytes: number }>} wall time, and the peak resident memory of its processes added up;
 *   `seconds` is Infinity and `megabytes` NaN where it did not finish within the limit
 * @throws when it fails, with what it printed
 */
export async function runMeasured({ script, args, cwd, limit }) {
  const records = mkdtempSync(join(tmpdir(), "cmgen-bench-usage-"));
  const started = performance.now();
  const output = await run({ script, args, cwd, records, limit });
  const seconds = (performance.now() - started) / 1000;
  const kilobytes = readdirSync(records).map((file) => Number(readFileSync(join(records, file), "utf8")));
  rmSync(records, { recursive: true, force: true });
  if (output.signal !== null) return { seconds: Number.POSITIVE_INFINITY, megabytes: Number.NaN };
  if (output.code !== 0) throw new Error(`${script} ${args.join(" ")} ended with ${output.code}:\n${output.text}`);
  return { seconds, megabytes: kilobytes.reduce((sum, value) => sum + value, 0) / 1024 };
}

function run({ script, args, cwd, records, limit }) {
  const env = { ...process.env, NODE_OPTIONS: `--import=${recorder}`, CMGEN_BENCH_USAGE: records };
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    // Some programs start others: all of them are one group, and end together.
    detached: true,
  });
  const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, "SIGKILL"), limit * 1000);
  const chunks = [];
  child.stdout.on("data", (chunk) => chunks.push(chunk));
  child.stderr.on("data", (chunk) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, text: Buffer.concat(chunks).toString() });
    });
  });
}
