import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { long, night, ofConsole, outside, sharing } from "./scripts/runs/tiers.mjs";
import { parkedFiles } from "./scripts/steps/unstable-files.mjs";
import { LongestFirst } from "./test/longest-first.js";
import { NameUnendedFiles } from "./test/name-unended-files.js";
import { RecordFiles } from "./test/record-files.js";
import { isNight } from "./test/tier.js";

/** Where `npm test` reads what has passed and failed, and how long it took. */
const journal = process.env["CMGEN_TEST_JOURNAL"];
const records = journal === undefined ? [] : [new RecordFiles(journal)];

/** What every project has: a generous limit for tests that compile or start a server on a busy machine. */
const shared = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // What a test waits for comes within milliseconds on an idle machine; a busy one may stand still for a second.
  expect: { poll: { timeout: 20_000 } },
  exclude: ["**/node_modules/**", "**/dist/**"],
  // Compiled packages are loaded by Node.js itself, as their users load them. Vite would transform each module again for each file.
  server: { deps: { external: [/\/dist\//] } },
};

/** Random tests take their cases and their seed from the tier. */
const randomTests = "test/random-tests.ts";
const withDatabases = {
  setupFiles: [randomTests, "test/postgres/drops-databases.ts"],
  globalSetup: ["test/postgres/global-setup.ts"],
};

/** What `npm test` does not run, and what a landing does not. */
const selected = [...long, ...outside, ...ofConsole, ...night];
const excluded = [...shared.exclude, ...(isNight ? [] : parkedFiles())];

export default defineConfig({
  test: {
    // Most tests wait for processes and databases. With three workers on two processors those take 0.8 times as long as with two.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongestFirst },
    // Minutes: more than the longest limit of a test.
    reporters: ["default", new NameUnendedFiles(12), ...records],
    projects: [
      // Modules of packages keep no state but caches: their tests share a few processes.
      {
        test: {
          ...shared,
          name: "packages",
          isolate: false,
          include: ["packages/*/src/**/*.test.ts"],
          exclude: [...excluded, ...selected],
          setupFiles: [randomTests],
        },
      },
      {
        test: {
          ...shared,
          name: "sharing",
          isolate: false,
          include: sharing,
          exclude: [...excluded, ...selected],
          ...withDatabases,
          setupFiles: ["test/leaves-nothing-behind.ts", ...withDatabases.setupFiles],
          restoreMocks: true,
        },
      },
      {
        test: {
          ...shared,
          name: "system",
          include: ["test/**/*.test.ts"],
          exclude: [...excluded, ...sharing, ...selected],
          ...withDatabases,
        },
      },
      { test: { ...shared, name: "long", include: long, exclude: excluded, ...withDatabases } },
      { test: { ...shared, name: "outside", include: outside, exclude: excluded, ...withDatabases } },
      {
        test: {
          ...shared,
          name: "console",
          include: ofConsole,
          exclude: [...excluded, ...night],
          setupFiles: [randomTests],
        },
      },
      { test: { ...shared, name: "night", include: night, exclude: excluded, ...withDatabases } },
    ],
  },
});
