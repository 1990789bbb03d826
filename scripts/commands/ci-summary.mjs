import { execFileSync } from "node:child_process";
import { root } from "../steps/root.mjs";
import { takeSummary } from "../steps/test-summary.mjs";

// The end of .ci/run: the tree must be as it was committed after everything has been generated anew. Prints the run's last line.
// Arguments: the exit codes of `npm ci` and `npm test`.
const [installExit, testExit] = process.argv.slice(2).map(Number);
const summary = (installExit === 0 ? takeSummary() : undefined) ?? { passed: 0, failed: 1 };
const changed = execFileSync("git", ["status", "--porcelain", "--untracked-files=all"], {
  cwd: root,
  encoding: "utf8",
});
if (changed !== "") console.error(`The tree differs from what is committed after regenerating:\n${changed}`);

const bare = summary.failed === 0 && (installExit !== 0 || testExit !== 0) ? 1 : 0;
const failed = summary.failed + bare + (changed === "" ? 0 : 1);
console.log(`${summary.passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
