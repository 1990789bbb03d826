import { generate, printDrift, type GenerateResult } from "@cmgen/generator";

import type { Command } from "../command.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import type { Terminal } from "../terminal.js";

interface GenerateOptions {
  readonly check: boolean;
  readonly force: boolean;
}

/** `cmgen generate`: writes what the models of the plugin in the working folder ask for. */
export const generateCommand: Command<GenerateOptions> = {
  usage: "generate",
  summary: "Write everything that the plugin's models ask for.",
  declare: (yargs) =>
    yargs
      .option("check", { type: "boolean", default: false, describe: "Write nothing; print a diff and end with 1 on drift." })
      .option("force", { type: "boolean", default: false, describe: "Overwrite generated files that were edited by hand." }),
  run: async ({ check, force }, terminal) => report(await generate(terminal.workingFolder, { check, force }), terminal),
};

const endings = {
  written: exitCode.ok,
  drift: exitCode.drift,
  invalid: exitCode.invalidModels,
  conflict: exitCode.files,
} as const satisfies Record<GenerateResult["status"], ExitCode>;

function report(result: GenerateResult, terminal: Terminal): ExitCode {
  if (result.status === "drift") terminal.out(printDrift(result.changes));
  for (const { path, reason } of result.conflicts) terminal.error(`${path}: ${reason}\n`);
  return endings[result.status];
}
