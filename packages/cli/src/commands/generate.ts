import { generate, type GenerateResult } from "@cmgen/generator";

import type { Command } from "../command.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import { asSeenFrom, pluginPlace, type PluginPlace } from "../plugin-place.js";
import { reportGithub } from "../report/report-github.js";
import { reportJson } from "../report/report-json.js";
import { reportText } from "../report/report-text.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";

interface GenerateCommandOptions {
  readonly check: boolean;
  readonly force: boolean;
  readonly "accept-data-loss": boolean;
  readonly watch: boolean;
  readonly json: boolean;
  readonly github: boolean;
}

/** `cmgen generate`: writes what the models of the plugin that the working folder is in ask for. */
export const generateCommand: Command<GenerateCommandOptions> = {
  usage: "generate",
  summary: "Write everything that the plugin's models ask for.",
  declare: (yargs) =>
    yargs
      .option("check", flag("Write nothing; print a diff, and end with 1 on drift."))
      .option("force", flag("Overwrite generated files that were edited by hand."))
      .option("accept-data-loss", flag("Write migrations that lose data."))
      .option("watch", flag("Go on, and generate again after each change."))
      .option("json", flag("Print the outcome as JSON."))
      .option("github", flag("Print problems as annotations of a GitHub workflow."))
      .check(({ watch, check, json, github }) => {
        if (watch && (check || json)) throw new UsageError("--watch goes with neither --check nor --json.");
        if (json && github) throw new UsageError("--json and --github are two forms: choose one.");
        return true;
      }),
  run: async ({ check, force, acceptDataLoss, watch, json, github }, terminal) => {
    const place = pluginPlace(terminal);
    const run = (): Promise<GenerateResult> =>
      generate(place.root, { check, force, acceptDataLoss, time: terminal.now() });
    if (watch) return generateOnChange(place, run, terminal);
    const result = await run();
    if (json) reportJson(result, place, terminal);
    else await (github ? reportGithub : reportText)(asSeenFrom(place, result), terminal);
    return endings[result.status];
  },
};

/** `cmgen generate` without options. */
export async function generatePlainly(terminal: Terminal): Promise<ExitCode> {
  const place = pluginPlace(terminal);
  const result = await generate(place.root, { time: terminal.now() });
  await reportText(asSeenFrom(place, result), terminal);
  return endings[result.status];
}

const endings = {
  written: exitCode.ok,
  drift: exitCode.drift,
  invalid: exitCode.invalidModels,
  "data-loss": exitCode.files,
  conflict: exitCode.files,
} as const satisfies Record<GenerateResult["status"], ExitCode>;

function flag(describe: string) {
  return { type: "boolean", default: false, describe } as const;
}

/** Generates now and after every change, until interrupted. Problems are reported and do not end it. */
async function generateOnChange(
  place: PluginPlace,
  run: () => Promise<GenerateResult>,
  terminal: Terminal,
): Promise<ExitCode> {
  const { generateAgain } = await import("../watch/generate-again.js");
  const { runOnChange } = await import("../watch/run-on-change.js");
  const step = generateAgain(place, run, terminal);
  await runOnChange(place.root, async () => (await step())?.folders ?? [], terminal.interrupted());
  return exitCode.ok;
}
