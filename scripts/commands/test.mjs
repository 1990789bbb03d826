import { ensureInstalled } from "../steps/install.mjs";
import { main } from "../steps/main.mjs";
import { run } from "../steps/run.mjs";
import { nodeTool } from "../steps/tools.mjs";
import { turbo } from "../steps/turbo.mjs";
import { resultFile, summaryOf, writeSummary } from "../steps/test-summary.mjs";

const checks = [
  { name: "lint", command: nodeTool("oxlint/bin/oxlint", []) },
  { name: "format", command: nodeTool("oxfmt/bin/oxfmt", ["--check"]) },
  { name: "types of the tests", command: nodeTool("typescript/bin/tsc", ["--project", "test/tsconfig.json"]) },
];

// npm test: everything. npm test -- <vitest's arguments>: builds and runs what they select, without the static checks.
await main(async () => {
  const selection = process.argv.slice(2);
  await ensureInstalled();
  console.log("cmgen: building, generating");
  await turbo(["build"]);
  const failedChecks = selection.length === 0 ? await failing(checks) : [];
  const summary = await runTests(selection, failedChecks);
  writeSummary(summary);
  console.log(`${summary.passed} passed, ${summary.failed} failed`);
  process.exitCode = summary.failed === 0 ? 0 : 1;
});

/** Runs every check, so that one run shows all there is to mend; returns the names of those that failed. */
async function failing(all) {
  const failed = [];
  for (const { name, command } of all) {
    console.log(`cmgen: checking ${name}`);
    const [program, ...args] = command;
    if ((await run(program, args)) !== 0) failed.push(name);
  }
  return failed;
}

async function runTests(selection, failedChecks) {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${resultFile()}`];
  const [program, ...args] = nodeTool("vitest/vitest.mjs", ["run", ...reporters, ...selection]);
  const exitCode = await run(program, args);
  for (const name of failedChecks) console.error(`cmgen: the check of ${name} failed, see above`);
  return summaryOf({ exitCode, failedChecks: failedChecks.length });
}
