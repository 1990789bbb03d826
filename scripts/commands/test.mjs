import { ensureInstalled } from "../steps/install.mjs";
import { sayUntestedPostgres } from "../steps/installed-postgres.mjs";
import { main } from "../steps/main.mjs";
import { run } from "../steps/run.mjs";
import { smokeStart } from "../steps/smoke-start.mjs";
import { nodeTool } from "../steps/tools.mjs";
import { turbo } from "../steps/turbo.mjs";
import { resultFile, summaryOf, writeSummary } from "../steps/test-summary.mjs";

const checks = [
  { name: "lint", passes: () => succeeds(nodeTool("oxlint/bin/oxlint", [])) },
  { name: "format", passes: () => succeeds(nodeTool("oxfmt/bin/oxfmt", ["--check"])) },
  {
    name: "the tests' types",
    passes: () => succeeds(nodeTool("typescript/bin/tsc", ["--project", "test/tsconfig.json"])),
  },
  { name: "npm start", passes: startWorks },
];

/** What is run where nothing is selected: all but `npm run test:long`, `npm run test:outside` and `npm run test:console`. */
const usual = ["packages", "sharing", "system"].flatMap((project) => ["--project", project]);

// npm test: the static checks and the usual tests. npm test -- <vitest's arguments>: builds, and runs what they select.
await main(async () => {
  const selection = process.argv.slice(2);
  await ensureInstalled();
  console.log("cmgen: building, generating");
  await turbo(["build"]);
  const failedChecks = selection.length === 0 ? await failing(checks) : [];
  const summary = await runTests(selection, failedChecks);
  writeSummary(summary);
  console.log(`${summary.passed} passed, ${summary.failed} failed`);
  if (selection.length === 0) sayUntestedPostgres();
  process.exitCode = summary.failed === 0 ? 0 : 1;
});

/** Runs every check, so that one run shows all there is to fix; returns the names of those that failed. */
async function failing(all) {
  const failed = [];
  for (const { name, passes } of all) {
    console.log(`cmgen: checking ${name}`);
    if (!(await passes())) failed.push(name);
  }
  return failed;
}

async function succeeds([command, ...args]) {
  return (await run(command, args)) === 0;
}

async function startWorks() {
  const problem = await smokeStart();
  if (problem !== undefined) console.error(`cmgen: ${problem}`);
  return problem === undefined;
}

async function runTests(selection, failedChecks) {
  const [program, ...args] = nodeTool("vitest/vitest.mjs", ["run", ...(selection.length === 0 ? usual : selection)]);
  const exitCode = await run(program, args, { env: { CMGEN_TEST_RESULTS: resultFile() } });
  for (const name of failedChecks) console.error(`cmgen: the check of ${name} failed, see above`);
  return summaryOf({ exitCode, failedChecks });
}
