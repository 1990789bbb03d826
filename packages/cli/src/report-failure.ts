import { inspect } from "node:util";

import { exitCode, type ExitCode } from "./exit-code.js";
import type { Terminal } from "./terminal.js";
import { FilesError, NotNowError, UsageError } from "./usage-error.js";

/** Says what went wrong in words for the user, and how the process is to end. A stack trace is shown where CMGEN_DEBUG is set. */
export async function reportFailure(error: unknown, terminal: Terminal): Promise<ExitCode> {
  if (error instanceof UsageError) {
    terminal.error(`cmgen: ${error.message}\n`);
    return exitCode.usage;
  }
  if (error instanceof FilesError) {
    terminal.error(`${error.message}\n`);
    return error instanceof NotNowError ? exitCode.notNow : exitCode.refused;
  }
  // Only what could throw its errors has loaded the generator.
  const { ConfigError, MigrationError, OutputError } = await import("@cmgen/generator");
  const { pluginPlace } = await import("./plugin-place.js");
  if (error instanceof ConfigError) {
    const file = pluginPlace(terminal).shown(error.file);
    terminal.error(error.problems.map((problem) => `${file}: ${problem}\n`).join(""));
    return exitCode.usage;
  }
  if (error instanceof OutputError || error instanceof MigrationError) {
    const folder = pluginPlace(terminal).shown("");
    terminal.error(`${folder === "." ? "" : `In ${folder}: `}${error.message}\n`);
    return exitCode.refused;
  }
  terminal.error(bugReport(error));
  return exitCode.bug;
}

function bugReport(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // With the errors that it was caused by.
  const trace = process.env["CMGEN_DEBUG"] === undefined || !(error instanceof Error) ? "" : `${inspect(error)}\n`;
  return (
    `cmgen: This is a bug of cmgen, not of your models: ${message}\n${trace}` +
    "Please report it, with the declaration and what `CMGEN_DEBUG=1 cmgen …` prints, where the package's page says (npm bugs cmgen).\n"
  );
}
