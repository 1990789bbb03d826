import { landingProjects, usualProjects } from "../runs/tiers.mjs";
import { ensureInstalled } from "../steps/install.mjs";
import { sayUntestedPostgres } from "../steps/installed-postgres.mjs";
import { main } from "../steps/main.mjs";
import { projectArguments, runVitest } from "../steps/run-vitest.mjs";
import { run } from "../steps/run.mjs";
import { smokeStart } from "../steps/smoke-start.mjs";
import { writeSummary } from "../steps/test-summary.mjs";
import { timed } from "../steps/timed.mjs";
import { nodeTool } from "../steps/tools.mjs";
import { build } from "../steps/build.mjs";
import { parkingProblem } from "../steps/unstable-files.mjs";

const checks = [
  { name: "lint", problem: () => failed(nodeTool("oxlint/bin/oxlint", [])) },
  { name: "format", problem: () => failed(nodeTool("oxfmt/bin/oxfmt", ["--check"])) },
  {
    name: "the tests' types",
    problem: () => failed(nodeTool("typescript/bin/tsc", ["--project", "test/tsconfig.json"])),
  },
  { name: "npm start", problem: smokeStart },
  { name: "parked tests", problem: async () => parkingProblem() },
];

// npm test: the static checks and the usual tests. npm test -- --landing: those of a landing, too. npm test -- <vitest's arguments>: builds,
// and runs what they select.
await main(async () => {
  const args = process.argv.slice(2);
  const projects = { "": usualProjects, "--landing": landingProjects }[args.join(" ")];
  await ensureInstalled();
  await build();
  const failedChecks = projects === undefined ? [] : await failing(checks);
  const summary = await timed("testing", () =>
    runVitest(projects === undefined ? args : projectArguments(projects), { failedChecks }),
  );
  for (const name of failedChecks) console.error(`cmgen: the check of ${name} failed, see above`);
  writeSummary(summary);
  console.log(`${summary.passed} passed, ${summary.failed} failed`);
  if (projects === usualProjects) sayUntestedPostgres();
  process.exitCode = summary.failed === 0 ? 0 : 1;
});

/** Runs every check, so that one run shows all there is to fix; returns the names of those that failed. */
async function failing(all) {
  const names = [];
  for (const { name, problem } of all) {
    const found = await timed(`checking ${name}`, problem);
    if (found === undefined) continue;
    names.push(name);
    console.error(`cmgen: ${found}`);
  }
  return names;
}

async function failed([command, ...args]) {
  const exitCode = await run(command, args);
  return exitCode === 0 ? undefined : `it ended with ${exitCode}`;
}
