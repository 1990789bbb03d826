import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newestNode, oldestNode } from "../../scripts/steps/other-node.mjs";
import { nodeVersionProblem } from "../../scripts/steps/node-version.mjs";
import { repositoryRoot } from "../boundaries/repository.js";

it("tests on the oldest Node.js that is supported", () => {
  const [major, minor] = oldestNode.split(".").map(Number);
  expect(nodeVersionProblem(oldestNode)).toBeUndefined();
  expect(nodeVersionProblem(`${major}.${(minor ?? 0) - 1}.0`)).toBeDefined();
});

it("tests on the versions that CONTRIBUTING.md names", () => {
  const page = readFileSync(join(repositoryRoot, "CONTRIBUTING.md"), "utf8").replaceAll(/\s+/g, " ");
  expect(page).toContain(
    `The oldest Node.js is the Node.js 20 that runs it, or ${oldestNode}; the newest is ${newestNode}.`,
  );
});
