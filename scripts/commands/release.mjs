import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { main } from "../steps/main.mjs";
import { publishedFolders, repositoryAddress, withPublishedAddresses } from "../steps/published-packages.mjs";
import { readRecord, recordProblem } from "../steps/night-record.mjs";
import { releaseNotes } from "../steps/release-notes.mjs";
import { root } from "../steps/root.mjs";
import { runStep } from "../steps/run.mjs";
import { StepFailed } from "../steps/step-failed.mjs";
import { nodeTool, npm } from "../steps/tools.mjs";

// node scripts/release.mjs <step>: the steps of .github/workflows/release.yml.
const steps = {
  /** Refuses a commit that the night has not tested, or not passed. The folder is what its workflow has kept. */
  async "assert-night"(commit, folder) {
    if (folder === undefined) {
      throw new StepFailed(
        "Usage: node scripts/release.mjs assert-night <commit> <folder of a nightly run's artifact>",
        1,
      );
    }
    const problem = recordProblem(commit, readRecord(folder));
    if (problem !== undefined) throw new StepFailed(problem, 1);
  },

  /** Takes the changesets: the packages get their next version. CHANGELOG.md must say what it changes. */
  async version() {
    repositoryAddress();
    await runStep("changeset version", nodeTool("@changesets/cli/bin.js", ["version"]));
    releaseNotes(version(), readFileSync(join(root, "CHANGELOG.md"), "utf8"));
    await runStep("npm install", npm(["install", "--package-lock-only"]));
    await runStep("format", nodeTool("oxfmt/bin/oxfmt", []));
  },

  /** Packs as `publish` does, and publishes nothing. Needs no address: none is published. Without folders it takes all packages. */
  async rehearse(...folders) {
    // Provenance is proved by the code host, where the workflow runs.
    const options = ["--dry-run", "--provenance=false", "--tag=rehearsal"];
    for (const folder of folders.length > 0 ? folders : publishedFolders()) await publish(folder, options);
  },

  /** Publishes the packages whose version is not published yet, so that a release that broke off can be run again. */
  async publish() {
    await withPublishedAddresses(repositoryAddress(), () => publishMissing([]));
  },

  /** Does the same at another registry, such as one on this machine. Needs no address: nobody else sees it. */
  async "rehearse-at"(registry) {
    if (registry === undefined)
      throw new StepFailed("Usage: node scripts/release.mjs rehearse-at <URL of a registry>", 1);
    await publishMissing(["--provenance=false", `--registry=${registry}`]);
  },

  /** Writes the release's part of CHANGELOG.md into a file. */
  async notes(file) {
    if (file === undefined) throw new StepFailed("Usage: node scripts/release.mjs notes <file>", 1);
    writeFileSync(file, releaseNotes(version(), readFileSync(join(root, "CHANGELOG.md"), "utf8")));
  },

  async tag() {
    console.log(`v${version()}`);
  },
};

async function publish(folder, options) {
  await runStep(`npm publish ${folder}`, npm(["publish", `./${folder}`, ...options]));
}

async function publishMissing(options) {
  for (const folder of publishedFolders()) if (!isPublished(folder, options)) await publish(folder, options);
}

/** Asks the registry. Where it does not answer, publishing fails and says why. */
function isPublished(folder, options) {
  const { name, version: own } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  const [command, ...args] = npm(["view", `${name}@${own}`, "version", ...options]);
  const answer = spawnSync(command, args, { cwd: root, encoding: "utf8" });
  return answer.status === 0 && answer.stdout.trim() === own;
}

function version() {
  return JSON.parse(readFileSync(join(root, "packages", "cli", "package.json"), "utf8")).version;
}

await main(async () => {
  const [name = "", ...args] = process.argv.slice(2);
  if (!Object.hasOwn(steps, name)) {
    throw new StepFailed(`Usage: node scripts/release.mjs <step>; steps: ${Object.keys(steps).join(", ")}`, 1);
  }
  await steps[name](...args);
});
