import process from "node:process";
import { setFlagsFromString } from "node:v8";

import type { GenerateOptions, GenerateResult, Rename } from "@cmgen/generator";
import { generate, RunMemory, SelectionError } from "@cmgen/generator/run";

import { exitCode, type ExitCode } from "../exit-code.js";
import { asSeenFrom, pluginPlace, type PluginPlace } from "../plugin-place.js";
import { reportText } from "../report/report-text.js";
import { reportWork, stageClock } from "../report/stage-clock.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";

/** What `cmgen generate` was called with. */
export interface GenerateCall {
  readonly check: boolean;
  readonly dryRun: boolean;
  readonly diff: boolean;
  readonly only: readonly string[] | undefined;
  readonly force: boolean;
  readonly acceptDataLoss: boolean;
  readonly acceptBreakingChanges: boolean;
  readonly rename: readonly string[] | undefined;
  readonly watch: boolean;
  readonly verbose: boolean;
  readonly quiet: boolean;
  readonly json: boolean;
  readonly github: boolean;
}

/** Runs `cmgen generate` with options. */
export async function runGenerateCommand(options: GenerateCall, terminal: Terminal): Promise<ExitCode> {
  const place = pluginPlace(terminal);
  const named = (options.rename ?? []).map(readRename);
  assertDistinct(named);
  const { check, force, acceptDataLoss, acceptBreakingChanges, only, json, github } = options;
  const dryRun = options.dryRun || options.diff;
  const memory = options.watch ? { memory: new RunMemory() } : {};
  const given = { check, dryRun, force, acceptDataLoss, acceptBreakingChanges, ...(only && { only }), ...memory };
  const stages = stageClock(options.quiet || json ? {} : terminal);
  const run = (renames: readonly Rename[]): Promise<GenerateResult> =>
    stages.during(({ onStage }) => runGenerate(place, { ...given, onStage, renames, time: terminal.now() }));
  if (options.watch) return generateOnChange(place, () => run(named), terminal);
  const result = json || github ? await run(named) : await runAsking(run, terminal, named);
  assertRenamed(named, result);
  if (json) {
    const { reportJson } = await import("../report/report-json.js");
    reportJson(result, place, terminal);
  } else {
    const form = { dryRun, diff: options.diff, verbose: options.verbose, quiet: options.quiet };
    const report = github ? (await import("../report/report-github.js")).reportGithub : reportText;
    await report(asSeenFrom(place, result), terminal, form);
    if (options.verbose) {
      reportWork(stages.times(), terminal);
    }
  }
  return endings[result.status];
}

/** `cmgen generate` without options. */
export async function generatePlainly(terminal: Terminal): Promise<ExitCode> {
  const place = pluginPlace(terminal);
  const stages = stageClock(terminal);
  const run = (renames: readonly Rename[]): Promise<GenerateResult> =>
    stages.during(({ onStage }) => runGenerate(place, { onStage, renames, time: terminal.now() }));
  const result = await runAsking(run, terminal);
  await reportText(asSeenFrom(place, result), terminal);
  return endings[result.status];
}

/**
 * Asks V8 to optimize only what runs for longer. On Node.js 20 half of a long run's processor time was spent on optimizing code, and the run
 * ended before that paid. Newer releases optimize in more steps, and their flags differ.
 */
function optimizeLater(): void {
  if (process.versions.node.startsWith("20.")) setFlagsFromString("--interrupt-budget=500000");
}

/** @throws {UsageError} where `only` names nothing. */
async function runGenerate({ root, configFile }: PluginPlace, options: GenerateOptions): Promise<GenerateResult> {
  optimizeLater();
  try {
    return await generate(root, { ...options, config: configFile });
  } catch (error) {
    if (error instanceof SelectionError) throw new UsageError(`--only: ${error.message}`, { cause: error });
    throw error;
  }
}

const endings = {
  written: exitCode.ok,
  drift: exitCode.found,
  invalid: exitCode.invalidModels,
  "data-loss": exitCode.refused,
  breaking: exitCode.refused,
  conflict: exitCode.refused,
} as const satisfies Record<GenerateResult["status"], ExitCode>;

/** @throws {UsageError} for another form. */
function readRename(text: string): Rename {
  const [from = "", to = "", ...more] = text.split("=");
  const isPath = (path: string): boolean => /^(?:spec|status)(?:\.[^.=]+)+$/.test(path);
  if (more.length === 0 && isPath(from) && isPath(to)) return { from, to };
  throw new UsageError(`--rename ${text} does not name two fields: write it as --rename spec.old=spec.new.`);
}

/** @throws {UsageError} where a field is renamed to two, or two to one. */
function assertDistinct(named: readonly Rename[]): void {
  for (const side of ["from", "to"] as const) {
    const twice = named.find((rename, at) => named.slice(0, at).some((other) => other[side] === rename[side]));
    if (twice !== undefined) throw new UsageError(`--rename names ${twice[side]} twice.`);
  }
}

/** @throws {UsageError} where stored objects break, and a rename answers nothing of that. */
function assertRenamed(named: readonly Rename[], { broken }: GenerateResult): void {
  const renamed = new Set(broken.flatMap((model) => model.renamed.map(({ from, to }) => `${from}=${to}`)));
  const unknown = named.find(({ from, to }) => !renamed.has(`${from}=${to}`));
  if (broken.length === 0 || unknown === undefined) return;
  const { from, to } = unknown;
  const possible = broken.flatMap(({ renames }) => renames.map((rename) => `${rename.from}=${rename.to}`));
  const hint = possible.length === 0 ? "" : ` Possible is: ${possible.join(", ")}.`;
  throw new UsageError(`--rename ${from}=${to}: no model has lost the field ${from} and has a new field ${to}.${hint}`);
}

/** Runs once, and a second time where somebody at the terminal says that fields were renamed. */
async function runAsking(
  run: (renames: readonly Rename[]) => Promise<GenerateResult>,
  terminal: Terminal,
  named: readonly Rename[] = [],
): Promise<GenerateResult> {
  const first = await run(named);
  const told = await askForRenames(first, terminal);
  return told.length === 0 ? first : run([...named, ...told]);
}

/** Asks which fields were renamed, where someone is there to answer. */
async function askForRenames({ broken }: GenerateResult, { ask }: Terminal): Promise<readonly Rename[]> {
  const renamed: Rename[] = [];
  for (const { kind, renames } of broken) {
    const told: Rename[] = [];
    for (const rename of renames) {
      // A field has one new name, and a name one field.
      if (told.some(({ from, to }) => from === rename.from || to === rename.to)) continue;
      const answer = await ask?.(`${kind}: was ${rename.from} renamed to ${rename.to}? [y/N] `);
      if (answer?.trim().toLowerCase().startsWith("y") === true) told.push(rename);
    }
    renamed.push(...told);
  }
  return renamed;
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
