import { relative, resolve } from "node:path";

import { exitCode, type ExitCode } from "../exit-code.js";
import { addContainers, ignoresEnv, isPlugin } from "./add-containers.js";
import { assertAnswers, defaultAnswers, type GivenAnswers, type PluginAnswers } from "./plugin-answers.js";
import { manifestIn, pluginFiles, withRecord, yarnFiles } from "./plugin-files.js";
import { reportOutcome } from "./report-outcome.js";
import { filesInside, workspaceNote } from "./workspace-note.js";
import { initCommand } from "../own-command.js";
import { type Manifest, readManifest } from "../scaffold/missing-entries.js";
import { printContainerSteps, printNextSteps } from "../scaffold/next-steps.js";
import { outerWorkspace } from "../scaffold/outer-workspace.js";
import type { ScaffoldFile } from "../scaffold/scaffold-files.js";
import { type ScaffoldOutcome, writeScaffold } from "../scaffold/write-scaffold.js";
import type { Terminal } from "../terminal.js";

export interface InitOptions extends GivenAnswers {
  readonly folder: string | undefined;
  /** Ask nothing. */
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly force: boolean;
}

/** Writes a plugin into a folder, after asking what was not given where somebody can answer. */
export async function initPlugin(options: InitOptions, terminal: Terminal): Promise<ExitCode> {
  const streams = options.yes ? undefined : terminal.prompts;
  const asking = streams && (await import("./ask-answers.js"));
  const folder = options.folder ?? (streams ? await asking?.askFolder(terminal.workingFolder, streams) : ".");
  if (folder === undefined) return cancelled(terminal);
  const target = resolve(terminal.workingFolder, folder);
  const kept = readManifest(target);
  // Adding containers to a plugin must not bring back the sample model.
  if (options.docker === true && isPlugin(target, kept)) return addContainers(target, options, terminal);
  const answers = streams ? await asking?.askAnswers(target, options, streams) : defaultAnswers(target, options);
  if (answers === undefined) return cancelled(terminal);
  assertAnswers(answers);
  const files = pluginFiles(target, answers);
  const workspace = outerWorkspace(target);
  const all = filesInside(workspace, [...withRecord(files, answers), ...yarnFiles(answers)]);
  const outcome = writeScaffold(target, all, options);
  reportOutcome({ target, outcome, dryRun: options.dryRun }, terminal);
  if (workspace !== undefined) terminal.out(`\n${workspaceNote(workspace, answers, terminal.workingFolder)}`);
  if (options.dryRun) return exitCode.ok;
  const { finishPlugin } = await import("./finish-plugin.js");
  finishPlugin(target, answers, terminal);
  const steps = [settingsStep(files, outcome), nextSteps(files, { target, answers, kept, terminal })];
  if (answers.docker) {
    steps.push(printContainerSteps({ place: "", manifest: kept ?? manifestIn(files), ignoresEnv: ignoresEnv(target) }));
  }
  if (streams !== undefined) {
    const { equivalentCommand } = await import("./equivalent-command.js");
    steps.push(
      `The same without questions:\n\n  ${initCommand(equivalentCommand(folder, target, answers), terminal)}\n`,
    );
  }
  terminal.out(steps.flatMap((step) => (step === "" ? [] : `\n${step}`)).join(""));
  return exitCode.ok;
}

function cancelled(terminal: Terminal): ExitCode {
  terminal.error("Cancelled. Nothing was written.\n");
  return exitCode.cancelled;
}

/** The compiler's settings, where the plugin keeps its own. */
function settingsStep(files: readonly ScaffoldFile[], { kept }: ScaffoldOutcome): string {
  const settings = kept.includes("tsconfig.json") && files.find(({ path }) => path === "tsconfig.json");
  return settings
    ? `tsconfig.json stays as it is. A plugin is compiled from src to dist, with these settings:\n\n${settings.contents}`
    : "";
}

interface Written {
  readonly target: string;
  readonly answers: PluginAnswers;
  readonly kept: Manifest | undefined;
  readonly terminal: Terminal;
}

function nextSteps(files: readonly ScaffoldFile[], { target, answers, kept, terminal }: Written): string {
  const { packageManager: manager, install: installed } = answers;
  // What is pasted is run where the shell is.
  const place = relative(terminal.shellFolder ?? terminal.workingFolder, target);
  const hasModels = answers.start !== "empty";
  return printNextSteps({ place, manager, installed, hasModels, wanted: manifestIn(files), kept });
}
