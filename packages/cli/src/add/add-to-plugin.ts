import { existsSync } from "node:fs";
import { join } from "node:path";

import { EditError, editPlugin, type EditPlan, type EditRequest, printDrift } from "@cmgen/generator";

import { exitCode, type ExitCode } from "../exit-code.js";
import { asSeenFrom, assertPlugin, pluginPlace, type PluginPlace } from "../plugin-place.js";
import { reportFile } from "../report/report-file.js";
import { reportText } from "../report/report-text.js";
import { replaceFile, writeNew } from "../scaffold/write-scaffold.js";
import type { Terminal } from "../terminal.js";
import { FilesError } from "../usage-error.js";

/** What comes next: a command of cmgen, or what is left to the author as a sentence. */
export type NextStep = { readonly command: string } | { readonly sentence: string };

/** What follows nearly every edit. */
export const generateNext: NextStep = { command: "generate" };

export interface Adding {
  readonly dryRun: boolean;
  /** How to go on. */
  readonly next: (plan: EditPlan) => readonly NextStep[];
  /** What keeps a plan that breaks stored objects from being written, as a sentence; `undefined` where it may. */
  readonly refuses?: (plan: EditPlan) => string | undefined;
}

/** Makes an edit of the plugin's sources, if they can be generated from afterwards, or shows it. */
export async function addToPlugin(request: EditRequest, adding: Adding, terminal: Terminal): Promise<ExitCode> {
  const place = pluginPlace(terminal);
  // A package becomes a plugin with its first model.
  if (!existsSync(join(place.root, "package.json"))) assertPlugin(place);
  const plan = await planned(place, request);
  if (plan.diagnostics.some(({ severity }) => severity === "error")) {
    const nothing = { changes: [], conflicts: [], losses: [], named: [], unchanged: 0, folders: [] };
    await reportText(asSeenFrom(place, { ...nothing, ...plan, changes: [], status: "invalid" }), terminal);
    return exitCode.invalidModels;
  }
  const refusal = adding.refuses?.(plan);
  if (refusal !== undefined) throw new FilesError(`${refusal} Nothing was written.`);
  if (adding.dryRun) terminal.out(await printDrift(plan.changes));
  else write(place, plan, terminal);
  const next = adding.next(plan).map((step) => ("command" in step ? place.command(step.command) : step.sentence));
  const steps = [...(plan.notes ?? []), ...next].map((step) => `  ${step}\n`);
  if (!adding.dryRun && steps.length > 0) terminal.out(`\nContinue with:\n\n${steps.join("")}`);
  return exitCode.ok;
}

/** @throws {FilesError} where the sources cannot be edited like that, with the place. */
async function planned(place: PluginPlace, request: EditRequest): Promise<EditPlan> {
  try {
    return await editPlugin(place.root, request, place.configFile);
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    const at = error.place && `${place.shown(error.place.file)}:${error.place.line}:${error.place.column}: `;
    throw new FilesError(`${at ?? ""}${error.message}`, { cause: error });
  }
}

function write({ root, shown }: PluginPlace, { changes }: EditPlan, terminal: Terminal): void {
  for (const { path, before, after = "" } of changes) {
    const target = join(root, path);
    if (before === undefined && !writeNew(target, after)) throw new FilesError(`${shown(path)} is there already.`);
    if (before !== undefined) replaceFile(target, after);
    reportFile({ fate: before === undefined ? "create" : "update", path: shown(path) }, terminal);
  }
}
