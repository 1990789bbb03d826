import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { faults } from "../../test/faults/faults.mjs";
import { landingProjects } from "../runs/tiers.mjs";
import { ensureInstalled } from "../steps/install.mjs";
import { main } from "../steps/main.mjs";
import { root } from "../steps/root.mjs";
import { projectArguments, runVitest } from "../steps/run-vitest.mjs";
import { StepFailed } from "../steps/step-failed.mjs";
import { build } from "../steps/build.mjs";

// npm run faults [-- words]: makes the faults of test/faults, or those whose names have the words, and tells which of them a landing finds.
await main(async () => {
  const words = process.argv.slice(2).join(" ");
  const chosen = faults.filter(({ fault }) => fault.includes(words));
  if (git("status", "--porcelain") !== "")
    throw new StepFailed(
      "There are changes that are not committed: commit them first, since files are changed and put back.",
      1,
    );
  await ensureInstalled();
  const results = [];
  try {
    for (const fault of chosen) results.push([fault.fault, await isFound(fault)]);
  } finally {
    await build();
  }
  for (const [fault, found] of results) console.log(`${found ? "found    " : "NOT FOUND"}  ${fault}`);
  const missed = results.filter(([, found]) => !found).length;
  console.log(`${results.length - missed} found, ${missed} not found`);
  process.exitCode = missed === 0 ? 0 : 1;
});

/** Whether tests fail while the fault is there. A fault that does not compile ends the run. */
async function isFound({ fault, file, find, replace, tests }) {
  console.log(`cmgen: making a fault: ${fault}`);
  const path = join(root, file);
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace(find, () => replace),
  );
  try {
    await build();
    return (await runVitest([...projectArguments(landingProjects), ...tests])).failed > 0;
  } finally {
    // What was generated with the fault is put back, too.
    git("restore", ".");
  }
}

function git(...args) {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
}
