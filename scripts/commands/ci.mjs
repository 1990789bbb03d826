import { execFileSync } from "node:child_process";
import { join } from "node:path";
import {
  oldestPostgres,
  oldestPostgresFolder,
  sayUntestedPostgres,
  testsOfVersion,
} from "../steps/installed-postgres.mjs";
import { newestNode, oldestNode, othersOfNewest, testWith, usualOfNewest } from "../steps/other-node.mjs";
import { root } from "../steps/root.mjs";
import { runFailedAgain, failureParagraph } from "../steps/run-failed-again.mjs";
import { runStep } from "../steps/run.mjs";
import { StepFailed } from "../steps/step-failed.mjs";
import { takeSummary } from "../steps/test-summary.mjs";
import { npm } from "../steps/tools.mjs";

/** The Node.js that runs this is old enough where it is of the oldest major version. */
const oldest = sameMajor(oldestNode) ? process.versions.node : oldestNode;

/**
 * Seconds from the start after which another round, on a version that was not tested yet, is no longer begun: a slow machine that is stopped
 * by its host says nothing at all, while the whole run on the oldest Node.js says most of it.
 */
const LATEST_ROUND = Number(process.env.CMGEN_CI_LATEST_ROUND ?? 4200);

const total = { passed: 0, failed: 0 };
const unstable = [];
const failing = [];
const leftOut = [];
// What has failed is counted in the last line, which is printed whatever happens.
if (await succeeds("npm ci", () => runStep("npm ci", npm(["ci"])))) {
  await succeeds(`Testing on Node.js ${oldest}`, () => test(oldest));
  for (const project of ["long", "outside", "console"])
    await succeeds(`Testing on Node.js ${oldest}: npm run test:${project}`, () => test(oldest, ["--project", project]));
  await inTime(`Testing on Node.js ${newestNode}`, () => test(newestNode, usualOfNewest));
  await inTime(`Testing on Node.js ${newestNode}: what else depends on it`, () => test(newestNode, othersOfNewest));
  const programs = oldestPostgresFolder();
  if (programs === undefined) sayUntestedPostgres();
  else await inTime(`Testing on PostgreSQL ${oldestPostgres}`, () => testOnPostgres(programs));
}
await succeeds("Comparing the tree with what is committed", compareTree);
if (unstable.length + failing.length > 0) console.log(`\n${failureParagraph({ failing, unstable })}\n`);
for (const name of leftOut) console.log(`NOT RUN, because the machine was too slow: ${name}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** A round that is left out, and named at the end, where the run has taken too long already. */
async function inTime(name, step) {
  if (performance.now() / 1000 < LATEST_ROUND) await succeeds(name, step);
  else leftOut.push(name);
}

async function succeeds(name, step) {
  const begun = performance.now();
  try {
    console.log(`cmgen: ${name}`);
    await step();
    return true;
  } catch (error) {
    // On standard output, beside the counts that it explains: some records of a run keep nothing else.
    console.log(error instanceof StepFailed ? `cmgen: ${error.message}` : error);
    total.failed += 1;
    failing.push(`${name}: ${error.message}`);
    return false;
  } finally {
    // Where the time of a run goes.
    console.log(`cmgen: ${name}: ${Math.round((performance.now() - begun) / 1000)} s`);
  }
}

/** What depends on the version, on the oldest PostgreSQL. */
async function testOnPostgres(programs) {
  process.env.CMGEN_TEST_POSTGRES = programs;
  await test(oldest, testsOfVersion);
}

async function test(version, selection = []) {
  const { exitCode, summary } = await summarize(version, selection);
  if (summary === undefined) throw new StepFailed(`npm test ended with ${exitCode} before it had a result.`, 1);
  const counts = await runFailedAgain(summary, async (path) => {
    console.log(`cmgen: ${path} failed; running it again, alone`);
    return (await summarize(version, [join(root, path)])).summary;
  });
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
  const changed = lines.filter((line) => !strays.includes(line));
  if (strays.length > 0) console.log(`cmgen: the run has left files behind:\n${strays.slice(0, 20).join("\n")}`);
  if (changed.length > 0) {
    throw new StepFailed(`The tree differs from what is committed after regenerating:\n${changed.join("\n")}`, 1);
  }
}

function sameMajor(version) {
  return Number.parseInt(process.versions.node, 10) === Number.parseInt(version, 10);
}
