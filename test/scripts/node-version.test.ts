import { expect, it } from "vitest";
import { nodeVersionProblem } from "../../scripts/steps/node-version.mjs";

it.each(["20.19.0", "20.20.2", "22.12.0", "24.1.0", "21.0.0"])("runs on Node %s", (version) => {
  expect(nodeVersionProblem(version)).toBeUndefined();
});

it.each(["20.18.3", "18.20.4", "12.22.12", "0.10.48"])("refuses Node %s in one line", (version) => {
  const problem = nodeVersionProblem(version);
  expect(problem).toContain(version);
  expect(problem).not.toContain("\n");
});
