import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../steps/root.mjs";

/** Minutes of the night that a change may call for before it lands. */
const MOST_MINUTES = 30;

/** Seconds of building and starting, and of a file that was never measured. */
const START_SECONDS = 40;
const UNMEASURED_SECONDS = 30;

/**
 * What of the night goes with which folder: run these before a change there lands. Each test is a file, or a folder with a
 * `/` at its end. The most telling come first, since a change of many folders calls for half an hour of them. CONTRIBUTING.md has the same
 * table.
 */
export const nightRuns = [
  {
    folders: ["packages/store"],
    tests: ["test/crash/", "test/store/", "test/server/one-process.test.ts", "test/postgres/"],
  },
  { folders: ["packages/store/src/backup", "packages/cli/src/backup"], tests: ["test/backup/"] },
  { folders: ["packages/cli/src/copy", "packages/runtime/src/copy"], tests: ["test/cli/as-is/"] },
  {
    folders: ["packages/runtime/src/evolve", "packages/runtime/src/server", "packages/store/src/migrate"],
    tests: [
      "test/releases/rolling-updates.test.ts",
      "test/server/evolved-once.test.ts",
      "test/server/reads-while-evolving.test.ts",
      "test/server/build-start.test.ts",
      "test/crash/killed-evolution.test.ts",
    ],
  },
  {
    folders: ["packages/runtime/src/controller", "packages/runtime/src/schedule", "packages/runtime/src/manifest"],
    tests: [
      "test/server/leadership.test.ts",
      "test/server/killed-finalizer.test.ts",
      "test/server/killed-manifests.test.ts",
    ],
  },
  { folders: ["packages/runtime/src/subscription"], tests: ["test/subscriptions/"] },
  { folders: ["packages/runtime/src/host", "packages/cli/src/tenants"], tests: ["test/tenants/"] },
  { folders: ["packages/runtime/src/sign-in", "packages/runtime/src/identity"], tests: ["test/sign-in/"] },
  {
    folders: ["packages/runtime/src/http", "packages/runtime/src/watch", "packages/runtime/src/batch"],
    tests: ["test/server/fuzz/", "test/server/slow-readers.test.ts", "test/deploying/"],
  },
  {
    folders: ["packages/runtime/src/access"],
    tests: ["test/server/access-property.test.ts", "test/server/access-writes.test.ts", "test/tenants/"],
  },
  { folders: ["packages/runtime/src/version"], tests: ["test/versions/"] },
  { folders: ["packages/generator"], tests: ["test/golden/", "test/agreement/", "test/lint/", "test/types/"] },
  {
    folders: ["packages/client"],
    tests: ["test/browser/", "test/client-package/", "test/react/", "packages/client/src/"],
  },
  { folders: ["packages/console"], tests: ["test/console/"] },
  {
    folders: ["packages/cli", "packages/create-cmgen", "templates/scaffold"],
    tests: ["test/scaffold/", "test/install/"],
  },
  { folders: ["docs", "site"], tests: ["test/site/", "test/deploying/"] },
  { folders: ["test/bench", "scripts/runs/benches.mjs"], tests: ["test/bench/"] },
];

/**
 * The runs that changed files call for, those of the most changed files first, together at most half an hour: `tests` to run, and those
 * that are `leftOut`. `undefined` where it is not known what has changed.
 */
export function nightRunsOf(changed, seconds = measuredSeconds()) {
  if (changed === undefined) return undefined;
  const isBelow = (file, folder) => file === folder || file.startsWith(`${folder}/`);
  const wanted = nightRuns.flatMap(({ folders, tests }) => {
    const files = changed.filter((file) => folders.some((folder) => isBelow(file, folder)));
    return files.length === 0 ? [] : [{ files: files.length, tests }];
  });
  const ordered = wanted.toSorted((one, other) => other.files - one.files).flatMap(({ tests }) => tests);
  let left = MOST_MINUTES * 60 - START_SECONDS;
  const chosen = { tests: [], leftOut: [] };
  for (const test of new Set(ordered)) {
    const taken = secondsOf(test, seconds);
    const fits = taken <= left;
    if (fits) left -= taken;
    chosen[fits ? "tests" : "leftOut"].push(test);
  }
  return chosen;
}

/** What `.ci/run` says of them. */
export function printedNightRuns(runs) {
  if (runs === undefined) return "cmgen: no run of the night is on record: run npm run nightly";
  if (runs.tests.length === 0) return "cmgen: this change calls for no run of the night";
  const leftOut = runs.leftOut.length === 0 ? "" : `\nLeft to the night: ${runs.leftOut.join(" ")}`;
  return `cmgen: this change calls for these runs of the night:\nnpm run nightly -- ${runs.tests.join(" ")}${leftOut}`;
}

/** Two files run at a time. */
function secondsOf(test, seconds) {
  const files = Object.entries(seconds).filter(([file]) => file.startsWith(test));
  return files.length === 0 ? UNMEASURED_SECONDS : files.reduce((sum, [, taken]) => sum + taken, 0) / 2;
}

function measuredSeconds() {
  return JSON.parse(readFileSync(join(root, "test", "seconds.json"), "utf8")).files;
}
