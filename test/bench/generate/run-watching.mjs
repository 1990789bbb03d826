import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";

/** Changes of one process: what is measured is what somebody waits for who has been editing for a while. */
const CHANGES = 9;

/**
 * Runs `cmgen generate --watch`, changes something again and again, and ends it.
 *
 * @returns {Promise<{ seconds: number, megabytes: number }>} the median time from a change to its report; Infinity where one took longer than
 *   `limit` seconds. Memory is not measured.
 */
export async function runWatching({ script, args, cwd, change, limit }) {
  const child = spawn(process.execPath, [script, ...args, "--watch"], { cwd, stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.setEncoding("utf8");
  const times = [];
  try {
    // It watches once the first run is over, which has nothing to do here.
    change();
    await report(child, limit);
    for (let count = 0; count < CHANGES; count += 1) {
      // Longer than the watch waits for an editor to finish.
      await setTimeout(300);
      const started = performance.now();
      change();
      await report(child, limit);
      times.push((performance.now() - started) / 1000);
    }
  } finally {
    child.kill("SIGINT");
    await once(child, "close");
  }
  return { seconds: times.toSorted((a, b) => a - b)[Math.floor(CHANGES / 2)], megabytes: Number.NaN };
}

/** Waits for a report of written files. */
async function report(child, limit) {
  const stop = new AbortController();
  const late = setTimeout(limit * 1000, undefined, { signal: stop.signal }).then(() => {
    throw new Error(`Nothing was reported within ${limit} s.`);
  });
  const told = (async () => {
    for (;;) {
      const [text] = await once(child.stdout, "data", { signal: stop.signal });
      if (/\bwritten\b/.test(text)) return;
    }
  })();
  try {
    await Promise.race([told, late]);
  } finally {
    stop.abort();
    await Promise.allSettled([told, late]);
  }
}
