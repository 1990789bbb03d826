import { generate, type GenerateResult } from "@cmgen/generator";

import type { Command } from "../command.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import { reportJson } from "../report/report-json.js";
import { reportText } from "../report/report-text.js";

interface GenerateCommandOptions {
  readonly check: boolean;
  readonly force: boolean;
  readonly "accept-data-loss": boolean;
  readonly json: boolean;
}

/** `cmgen generate`: writes what the models of the plugin in the working folder ask for. */
export const generateCommand: Command<GenerateCommandOptions> = {
  usage: "generate",
  summary: "Write everything that the plugin's models ask for.",
  declare: (yargs) =>
    yargs
      .option("check", {
        type: "boolean",
        default: false,
        describe: "Write nothing; print a diff, and end with 1 on drift.",
      })
      .option("force", {
        type: "boolean",
        default: false,
        describe: "Overwrite generated files that were edited by hand.",
      })
      .option("accept-data-loss", { type: "boolean", default: false, describe: "Write migrations that lose data." })
      .option("json", { type: "boolean", default: false, describe: "Print the outcome as JSON." }),
  run: async ({ check, force, acceptDataLoss, json }, terminal) => {
    const time = terminal.now();
    const result = await generate(terminal.workingFolder, { check, force, acceptDataLoss, time });
    if (json) reportJson(result, terminal);
    else await reportText(result, terminal);
    return endings[result.status];
  },
};

const endings = {
  written: exitCode.ok,
  drift: exitCode.drift,
  invalid: exitCode.invalidModels,
  "data-loss": exitCode.files,
  conflict: exitCode.files,
} as const satisfies Record<GenerateResult["status"], ExitCode>;
