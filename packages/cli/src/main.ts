import { placed, runIn } from "./command-place.js";
import type { ExitCode } from "./exit-code.js";
import { reportFailure } from "./report-failure.js";
import type { Terminal } from "./terminal.js";

/**
 * Runs a command line.
 *
 * @param args What follows `cmgen`.
 * @returns How the process is to end. Nothing is thrown: what went wrong is on the terminal.
 */
export async function main(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await run(args, terminal);
  } catch (error) {
    return reportFailure(error, terminal);
  }
}

async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  // The parser takes longer to load than a run takes that finds nothing changed, so the most frequent call does without it.
  if (args.length === 1 && args[0] === "generate") {
    const { generatePlainly } = await import("./generate/run-generate-command.js");
    return runIn(placed(terminal, {}), generatePlainly);
  }
  const { parse } = await import("./parse.js");
  return parse(args, terminal);
}
