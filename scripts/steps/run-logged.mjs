import { closeSync, mkdtempSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failureCause } from "./failure-cause.mjs";
import { run } from "./run.mjs";
import { StepFailed } from "./step-failed.mjs";
import { timed } from "./timed.mjs";

/** How much of a command's output is shown where it is not known why it failed. */
const SHOWN_LINES = 40;

let folder;

/**
 * Runs a command that must succeed. Its output goes to a file: most of it is warnings of other people's packages, which a newcomer takes for
 * failures. Says how long it has taken.
 *
 * @param name what is done, such as "installing packages".
 * @throws {StepFailed} which says why, where the output shows it, and names the file.
 */
export async function runLogged(name, [command, ...args], { env } = {}) {
  folder ??= mkdtempSync(join(tmpdir(), "cmgen-output-"));
  const path = join(folder, `${name.replaceAll(/[^a-z]+/gi, "-")}.log`);
  const file = openSync(path, "w");
  try {
    const exitCode = await timed(name, () => run(command, args, { env, stdio: ["ignore", file, file] }), {
      counts: true,
    });
    if (exitCode !== 0)
      throw new StepFailed(`${explain(name, readFileSync(path, "utf8"))}\nAll output: ${path}`, exitCode);
  } finally {
    closeSync(file);
  }
}

function explain(name, output) {
  const cause = failureCause(output);
  return (
    cause ?? `${name} failed. The end of its output:\n${output.trimEnd().split("\n").slice(-SHOWN_LINES).join("\n")}\n`
  );
}
