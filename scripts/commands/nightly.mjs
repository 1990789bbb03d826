import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { ensureInstalled } from "../steps/install.mjs";
import { nightOfOldestPostgres, oldestPostgres, oldestPostgresFolder } from "../steps/installed-postgres.mjs";
import { main } from "../steps/main.mjs";
import { newestNode, nightOfNewestNode, nodeExecutable, testedOldestNode } from "../steps/other-node.mjs";
import { root } from "../steps/root.mjs";
import { failureParagraph, runFailedAgain } from "../steps/run-failed-again.mjs";
import { runVitest } from "../steps/run-vitest.mjs";
import { run } from "../steps/run.mjs";
import { StepFailed } from "../steps/step-failed.mjs";
import { readResults, repairJournal, summarize } from "../steps/test-summary.mjs";
import { timed } from "../steps/timed.mjs";
import { build } from "../steps/build.mjs";
import { parkedFiles } from "../steps/unstable-files.mjs";

const night = { CMGEN_TIER: "night" };
const cache = join(root, "node_modules", ".cache", "cmgen");

// npm run nightly: every test with all of its random cases, on every database and version. Run again on the same commit it goes on with the
// files that have not passed. Its last line is the record, in JSON. npm run nightly -- <tests>: only these, on the oldest Node.js.
await main(async () => {
  const tests = process.argv.slice(2);
  await ensureInstalled();
  // Before it is long at work: a record is one of a commit.
  if (tests.length === 0) assertClean();
  await build();
  const failed = tests.length === 0 ? await runWhole() : (await runVitest(tests, { env: night })).failed;
  process.exitCode = failed === 0 ? 0 : 1;
});

async function runWhole() {
  const begun = performance.now();
  const commit = git("rev-parse", "HEAD");
  const journals = join(cache, `nightly-${commit}`);
  mkdirSync(journals, { recursive: true });
  const counts = { passed: 0, failed: 0, unstable: [], failing: [], resumed: 0 };
  const seconds = {};
  for (const part of await parts()) {
    const journal = join(journals, `${part.name}.jsonl`);
    const summary = await timed(`the night: ${part.name}`, () => runPart(part, journal, counts));
    // The first part runs all files; what another version takes says nothing of a landing.
    for (const [file, taken] of Object.entries(summary.seconds)) seconds[file] ??= taken;
  }
  for (const file of parkedFiles()) counts.failing.push(`${file} is parked: fix it`);
  counts.failed += parkedFiles().length;
  if (counts.unstable.length + counts.failing.length > 0) console.log(`\n${failureParagraph(counts)}\n`);
  writeRecord({ commit, ...counts, seconds: Math.round((performance.now() - begun) / 1000) }, seconds);
  return counts.failed;
}

/** One way to run tests: with which Node.js, on which databases, and which of them. */
async function parts() {
  const node = await nodeExecutable(testedOldestNode);
  const oldest = { name: `Node.js ${testedOldestNode}`, node, env: night, tests: [] };
  const newest = {
    ...oldest,
    name: `Node.js ${newestNode}`,
    node: await nodeExecutable(newestNode),
    tests: nightOfNewestNode,
  };
  const programs = oldestPostgresFolder();
  if (programs === undefined) {
    throw new StepFailed(
      `The night needs PostgreSQL ${oldestPostgres}: install it, or name the folder of its programs in CMGEN_TEST_POSTGRES.`,
      1,
    );
  }
  const env = { ...night, CMGEN_TEST_POSTGRES: programs, CMGEN_TEST_DATABASES: "postgresql" };
  return [oldest, newest, { ...oldest, name: `PostgreSQL ${oldestPostgres}`, env, tests: nightOfOldestPostgres }];
}

/** Runs the files of a part that have not passed yet, and those that failed again, alone. Adds to `counts`; returns the part's summary. */
async function runPart(part, journal, counts) {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const env = { ...part.env, PATH: `${dirname(part.node)}${delimiter}${process.env.PATH}` };
  repairJournal(journal);
  const earlier = resultsOf(journal);
  const files = filesOf(vitest, { ...part, env });
  const left = files.filter((file) => !earlier.some((result) => result.file === file && result.failures.length === 0));
  counts.resumed += files.length - left.length;
  let exitCode = 0;
  if (left.length > 0) {
    const paths = left.map((file) => join(root, file));
    exitCode = await run(part.node, [vitest, "run", ...paths], { env: { ...env, CMGEN_TEST_JOURNAL: journal } });
  }
  const results = resultsOf(journal);
  const unended = files.filter((file) => !results.some((result) => result.file === file));
  const summary = summarize({
    files: results,
    exitCode,
    failedChecks: unended.map((file) => `${file}, which did not end,`),
  });
  const again = await runFailedAgain(summary, (file) => runVitest([join(root, file)], { env, node: part.node }));
  counts.passed += again.passed;
  counts.failed += again.failed;
  counts.unstable.push(...again.unstable);
  counts.failing.push(...again.failing.map((what) => `${part.name}: ${what}`));
  return summary;
}

/** The last result of each file: one that failed is run again by the next call. */
function resultsOf(journal) {
  return [...new Map(readResults(journal).map((result) => [result.file, result])).values()];
}

function filesOf(vitest, { node, env, tests }) {
  const listing = [vitest, "list", "--filesOnly", "--json", ...tests];
  const printed = execFileSync(node, listing, { cwd: root, encoding: "utf8", env: { ...process.env, ...env } });
  const files = JSON.parse(printed.slice(printed.indexOf("["))).map(({ file }) => file);
  return [...new Set(files)].map((file) => file.slice(root.length).replaceAll("\\", "/"));
}

/** Into test/seconds.json, which is committed: the order of files and the runs that a change calls for are made from it. */
function writeRecord({ commit, seconds, passed, failed, unstable, resumed }, files) {
  const record = {
    commit,
    date: new Date().toISOString().slice(0, 10),
    seconds,
    passed,
    failed,
    unstable: unstable.length,
    resumed,
  };
  const sorted = Object.fromEntries(Object.entries(files).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(join(root, "test", "seconds.json"), `${JSON.stringify({ record, files: sorted }, undefined, 2)}\n`);
  writeFileSync(join(cache, "nightly.json"), `${JSON.stringify(record)}\n`);
  console.log(JSON.stringify(record));
}

function assertClean() {
  // What the last night has written is what is to be committed.
  const changed = git("status", "--porcelain")
    .split("\n")
    .filter((line) => line !== "" && !line.endsWith("test/seconds.json"));
  if (changed.length > 0)
    throw new StepFailed(`A record is one of a commit: commit these first.\n${changed.join("\n")}`, 1);
}

function git(...args) {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
}
