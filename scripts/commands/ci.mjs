import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { nightRunsOf, printedNightRuns } from "../runs/night-runs.mjs";
import { changedFiles } from "../steps/changed-files.mjs";
import {
  landingOfOldestPostgres,
  oldestPostgres,
  oldestPostgresFolder,
  sayUntestedPostgres,
} from "../steps/installed-postgres.mjs";
import { landingOfNewestNode, newestNode, testedOldestNode, testWith } from "../steps/other-node.mjs";
import { root } from "../steps/root.mjs";
import { failureParagraph, runFailedAgain } from "../steps/run-failed-again.mjs";
import { runStep } from "../steps/run.mjs";
import { StepFailed } from "../steps/step-failed.mjs";
import { takeSummary } from "../steps/test-summary.mjs";
import { timed } from "../steps/timed.mjs";
import { npm } from "../steps/tools.mjs";

/** How many of the slowest files are printed. */
const SLOWEST = 20;

const total = { passed: 0, failed: 0 };
const unstable = [];
const failing = [];
const changed = changedFiles();
// Files that test what stands above the store trust it to be the same on both databases: a change of it is tested by them on both, and so is
// one of which it is not known what it changes.
if (changed?.some((file) => file.startsWith("packages/store/")) ?? true)
  process.env.CMGEN_TEST_DATABASES = "sqlite,postgresql";

// What has failed is counted in the last line, which is printed whatever happens.
if (await succeeds("npm ci", () => runStep("npm ci", npm(["ci"])))) {
  await succeeds(`Testing on Node.js ${testedOldestNode}`, () => test(testedOldestNode, ["--landing"]));
  await succeeds(`Testing on Node.js ${newestNode}`, () => test(newestNode, landingOfNewestNode));
  const programs = oldestPostgresFolder();
  if (programs === undefined) sayUntestedPostgres();
  else await succeeds(`Testing on PostgreSQL ${oldestPostgres}`, () => testOnPostgres(programs));
}
await succeeds("Comparing the tree with what is committed", async () => compareTree());
console.log(`\n${printedNightRuns(nightRunsOf(changed))}\n`);
if (unstable.length + failing.length > 0) console.log(`${failureParagraph({ failing, unstable })}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

async function succeeds(name, step) {
  try {
    await timed(name, step);
    return true;
  } catch (error) {
    // On standard output, beside the counts that it explains: some records of a run keep nothing else.
    console.log(error instanceof StepFailed ? `cmgen: ${error.message}` : error);
    total.failed += 1;
    failing.push(`${name}: ${error.message}`);
    return false;
  }
}

/** What depends on the version, on the oldest PostgreSQL. */
async function testOnPostgres(programs) {
  process.env.CMGEN_TEST_POSTGRES = programs;
  process.env.CMGEN_TEST_DATABASES = "postgresql";
  await test(testedOldestNode, landingOfOldestPostgres);
}

async function test(version, selection) {
  const { exitCode, summary } = await summarize(version, selection);
  if (summary === undefined) throw new StepFailed(`npm test ended with ${exitCode} before it had a result.`, 1);
  const counts = await runFailedAgain(summary, async (path) => {
    console.log(`cmgen: ${path} failed; running it again, alone`);
    return (await summarize(version, [join(root, path)])).summary;
  });
  printSlowest(summary.seconds);
  total.passed += counts.passed;
  total.failed += counts.failed;
  unstable.push(...counts.unstable);
  failing.push(...counts.failing.map((what) => `Node.js ${version}: ${what}`));
  if (exitCode !== 0 && summary.failed === 0) throw new StepFailed(`npm test ended with ${exitCode}.`, 1);
}

async function summarize(version, selection) {
  takeSummary();
  const exitCode = await testWith(version, selection);
  return { exitCode, summary: takeSummary() };
}

function printSlowest(seconds) {
  const slowest = Object.entries(seconds)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, SLOWEST);
  console.log("cmgen: the slowest files:");
  for (const [file, taken] of slowest) console.log(`${taken.toFixed(1).padStart(8)} s  ${file}`);
}

/**
 * Everything has been generated again by now, and must be as it was. What a tool or a crash leaves at the root, or a core dump anywhere, was
 * not generated: it is named, so that somebody looks for its cause, and fails nothing.
 */
function compareTree() {
  const status = execFileSync("git", ["status", "--porcelain", "--untracked-files=all"], {
    cwd: root,
    encoding: "utf8",
  });
  const lines = status.split("\n").filter((line) => line !== "");
  const strays = lines.filter((line) => /^\?\? (?:[^/]+|\.[^/]+\/.*|(?:.*\/)?core(?:\.\d+)?)$/.test(line));
  const differing = lines.filter((line) => !strays.includes(line));
  if (strays.length > 0) console.log(`cmgen: the run has left files behind:\n${strays.slice(0, 20).join("\n")}`);
  if (differing.length > 0) {
    throw new StepFailed(`The tree differs from what is committed after regenerating:\n${differing.join("\n")}`, 1);
  }
}
