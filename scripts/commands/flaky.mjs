import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { changedFiles } from "../steps/changed-files.mjs";
import { ensureInstalled } from "../steps/install.mjs";
import { main } from "../steps/main.mjs";
import { runVitest } from "../steps/run-vitest.mjs";
import { StepFailed } from "../steps/step-failed.mjs";
import { build } from "../steps/build.mjs";

/** Processes that compute beside the tests, for each processor. */
const BUSY_PROCESSES = 3;

// npm run flaky -- <times> [tests]: runs tests so often beside a load, by default those that a change touches. It fails where one failed once.
await main(async () => {
  const [times, ...named] = process.argv.slice(2);
  if (!/^[1-9]\d*$/.test(times ?? "")) throw new StepFailed("Usage: npm run flaky -- <times> [tests]", 1);
  const tests = named.length > 0 ? named : (changedFiles() ?? []).filter((file) => file.endsWith(".test.ts"));
  if (tests.length === 0) throw new StepFailed("No test has changed: name the tests to run.", 1);
  await ensureInstalled();
  await build();
  const stopLoad = startLoad();
  const failures = new Map();
  let passed = 0;
  try {
    for (let round = 1; round <= Number(times); round += 1) {
      console.log(`cmgen: round ${round} of ${times}`);
      const summary = await runVitest(tests);
      passed += summary.passed;
      const failed = summary.failedFiles.flatMap((file) => file.failures.map(({ test }) => `${file.file} > ${test}`));
      for (const name of [...failed, ...summary.otherFailures]) failures.set(name, (failures.get(name) ?? 0) + 1);
    }
  } finally {
    stopLoad();
  }
  for (const [name, count] of failures) console.log(`failed ${count} of ${times}: ${name}`);
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${passed} passed, ${failed} failed, in ${times} rounds beside a load`);
  process.exitCode = failed === 0 ? 0 : 1;
});

/** Keeps all processors busy; returns what ends that. A process whose parent is gone ends by itself. */
function startLoad() {
  const parent = process.pid;
  const busy = `for (;;) { for (const end = Date.now() + 1000; Date.now() < end;); if (process.ppid !== ${parent}) process.exit(); }`;
  const count = availableParallelism() * BUSY_PROCESSES;
  const processes = Array.from({ length: count }, () => spawn(process.execPath, ["--eval", busy], { stdio: "ignore" }));
  return () => {
    for (const child of processes) child.kill("SIGKILL");
  };
}
