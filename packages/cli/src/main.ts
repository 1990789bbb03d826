import type { ExitCode } from "./exit-code.js";
import { parse } from "./parse.js";
import type { Terminal } from "./terminal.js";

/**
 * Runs a command line.
 *
 * @param args What follows `cmgen`.
 * @returns How the process is to end. Nothing is thrown: what went wrong is on the terminal.
 */
export async function main(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await parse(args, terminal);
  } catch (error) {
    // It knows the errors of everything, so it loads everything.
    const { reportFailure } = await import("./report-failure.js");
    return reportFailure(error, terminal);
  }
}
