/** Files that may be run again: where more fail, it is no accident. */
const mostFiles = 3;

/**
 * Runs the test files that failed in a run again, each alone, and returns the run's counts with what came of that. What passes alone counts
 * as passed, and is listed in `unstable`. Nothing is run again where anything else failed: a check, a build, vitest itself.
 */
export async function runFailedAgain(summary, runFile) {
  const { failedFiles } = summary;
  let { passed, failed } = summary;
  const unstable = [];
  const inFiles = failedFiles.reduce((sum, file) => sum + file.failed, 0);
  if (failedFiles.length > mostFiles || inFiles !== failed) return { passed, failed, unstable };
  for (const file of failedFiles) {
    const again = await runFile(file.path);
    if (again === undefined || again.failed > 0) continue;
    passed += again.passed - file.passed;
    failed -= file.failed;
    unstable.push(...file.names.map((name) => `${file.path} > ${name}`));
  }
  return { passed, failed, unstable };
}

/** What is printed before the counts, so that nobody overlooks it. */
export function unstableParagraph(unstable) {
  return unstable.map((test) => `UNSTABLE: ${test}: failed, then passed alone`).join("\n");
}
