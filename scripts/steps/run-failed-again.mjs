import { loadavg } from "node:os";

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
    const [load] = loadavg();
    const again = maybeAccidents ? await runFile(file.file) : undefined;
    if (again === undefined || again.failed > 0) {
      failing.push(...file.failures.map((failure) => `${file.file} > ${failure.test}${causeOf(failure)}`));
      continue;
    }
    unstable.push(...file.failures.map((failure) => unstableLine(file.file, failure, load)));
    passed += again.passed - file.passed;
    failed -= file.failures.length;
  }
  return { passed, failed, unstable, failing };
}

/**
 * What is printed before the counts: what failed for good, and what is unstable, so that nobody overlooks it. A line of an unstable test is
 * added to test/unstable.jsonl by whoever lands the change.
 */
export function failureParagraph({ failing, unstable }) {
  const lines = [
    ...unstable.map((line) => `UNSTABLE: ${JSON.stringify(line)}`),
    ...failing.map((what) => `FAILED: ${what}`),
  ];
  if (unstable.length > 0)
    lines.push("Each failed, then passed alone. Add what follows UNSTABLE: to test/unstable.jsonl.");
  return lines.join("\n");
}

function unstableLine(file, failure, load) {
  // As fast-check reports it.
  const seed = /\bseed: (-?\d+)/.exec(failure.message)?.[1];
  return {
    file,
    test: failure.test,
    cause: firstLine(failure.message),
    seed: seed === undefined ? null : Number(seed),
    load: Math.round(load * 10) / 10,
    date: new Date().toISOString().slice(0, 10),
  };
}

/** `: expected 1 to be 2`: the first line of a failure, which some records of a run keep of all that it printed. */
function causeOf({ message }) {
  const cause = firstLine(message);
  return cause === "" ? "" : `: ${cause}`;
}

const firstLine = (message) => message.split("\n", 1)[0].slice(0, 300);
