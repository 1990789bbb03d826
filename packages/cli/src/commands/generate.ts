import { generate, type GenerateResult, type Rename } from "@cmgen/generator";

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
  readonly "accept-breaking-changes": boolean;
  readonly rename: readonly string[] | undefined;
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
      .option("accept-breaking-changes", flag("Leave stored objects that a change breaks as they are."))
      .option("rename", {
        type: "string",
        array: true,
        requiresArg: true,
        describe: "A field that was renamed, as spec.old=spec.new: what it breaks is answered so.",
      })
      .option("watch", flag("Go on, and generate again after each change."))
      .option("json", flag("Print the outcome as JSON."))
      .option("github", flag("Print problems as annotations of a GitHub workflow."))
      .check(({ watch, check, json, github }) => {
        if (watch && (check || json)) throw new UsageError("--watch goes with neither --check nor --json.");
        if (json && github) throw new UsageError("--json and --github are two forms: choose one.");
        return true;
      }),
  run: async ({ check, force, acceptDataLoss, acceptBreakingChanges, rename, watch, json, github }, terminal) => {
    const place = pluginPlace(terminal);
    const named = (rename ?? []).map(readRename);
    const run = (renames: readonly Rename[] = named): Promise<GenerateResult> =>
      generate(place.root, { check, force, acceptDataLoss, acceptBreakingChanges, renames, time: terminal.now() });
    if (watch) return generateOnChange(place, () => run(), terminal);
    const first = await run();
    const told = json || github ? [] : await askForRenames(first, terminal);
    const result = told.length === 0 ? first : await run([...named, ...told]);
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
  breaking: exitCode.files,
  conflict: exitCode.files,
} as const satisfies Record<GenerateResult["status"], ExitCode>;

/** @throws {UsageError} for another form. */
function readRename(text: string): Rename {
  const [from = "", to = "", ...more] = text.split("=");
  const isPath = (path: string): boolean => /^(?:spec|status)(?:\.[^.=]+)+$/.test(path);
  if (more.length === 0 && isPath(from) && isPath(to)) return { from, to };
  throw new UsageError(`--rename ${text} does not name two fields: write it as --rename spec.old=spec.new.`);
}

/** Asks which fields were renamed, where someone is there to answer. */
async function askForRenames({ broken }: GenerateResult, { ask }: Terminal): Promise<readonly Rename[]> {
  const renamed: Rename[] = [];
  for (const { kind, renames } of broken) {
    for (const rename of renames) {
      const answer = await ask?.(`${kind}: was ${rename.from} renamed to ${rename.to}? [y/N] `);
      if (answer?.trim().toLowerCase().startsWith("y") === true) renamed.push(rename);
    }
  }
  return renamed;
}

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
