/** Files that may be run again: where more fail, it is no accident. */
const mostFiles = 3;

/**
 * Runs the test files that failed in a run again, each alone, and returns the run's counts with what came of that. What passes alone counts
 * as passed, and is listed in `unstable`; what failed for good is listed in `failing`. Nothing is run again where anything else failed: a check, a build, vitest itself.
 */
export async function runFailedAgain(summary, runFile) {
  const { failedFiles, otherFailures } = summary;
  let { passed, failed } = summary;
  const unstable = [];
  const failing = [...otherFailures];
  const maybeAccidents = otherFailures.length === 0 && failedFiles.length <= mostFiles;
  for (const file of failedFiles) {
    const again = maybeAccidents ? await runFile(file.path) : undefined;
    const stable = again === undefined || again.failed > 0;
    (stable ? failing : unstable).push(...file.names.map((name) => `${file.path} > ${name}`));
    if (stable) continue;
    passed += again.passed - file.passed;
    failed -= file.failed;
  }
  return { passed, failed, unstable, failing };
}

/** What is printed before the counts: what failed for good, and what is unstable, so that nobody overlooks it. */
export function failureParagraph({ failing, unstable }) {
  const lines = [
    ...unstable.map((test) => `UNSTABLE: ${test}: failed, then passed alone`),
    ...failing.map((what) => `FAILED: ${what}`),
  ];
  return lines.join("\n");
}
