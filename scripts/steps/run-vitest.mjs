import { run } from "./run.mjs";
import { emptyJournal, summaryOf } from "./test-summary.mjs";
import { nodeTool } from "./tools.mjs";

/**
 * Runs the tests that vitest's arguments select, and returns their summary, in which each failed check counts.
 *
 * @param options `node` is the executable of the Node.js to run them with. Default: this one.
 */
export async function runVitest(selection, { env = {}, failedChecks = [], node = process.execPath } = {}) {
  const [, ...args] = nodeTool("vitest/vitest.mjs", ["run", ...selection]);
  const exitCode = await run(node, args, { env: { ...env, CMGEN_TEST_JOURNAL: emptyJournal() } });
  return summaryOf({ exitCode, failedChecks });
}

/** vitest's arguments for some projects. */
export function projectArguments(projects) {
  return projects.flatMap((project) => ["--project", project]);
}
