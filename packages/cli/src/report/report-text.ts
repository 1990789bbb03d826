import type { BrokenModel, FileChange, GenerateResult } from "@cmgen/generator";

import { type Call, ownCommand } from "../own-command.js";
import type { Terminal } from "../terminal.js";
import { changeLine, conflictReasons, count, summary } from "./outcome-text.js";
import { namesText } from "./names-text.js";

/** What of a run is printed, and what it was to do. */
export interface ReportForm {
  /** Whether nothing was to be written, but a line printed for each file. */
  readonly dryRun?: boolean;
  /** Whether the lines are diffs. */
  readonly diff?: boolean;
  /** Whether files that were written have a line, too. */
  readonly verbose?: boolean;
  /** Whether problems alone are printed. */
  readonly quiet?: boolean;
}

/** Says how a run ended to a reader: what was asked for on standard output, problems on standard error. */
export async function reportText(result: GenerateResult, terminal: Terminal, form: ReportForm = {}): Promise<void> {
  if (result.diagnostics.length > 0) await reportDiagnostics(result, terminal);
  await endings[result.status](result, terminal, form);
}

// The generator's index is loaded where something is to be printed: a run that finds nothing changed ends without it.
async function reportDiagnostics({ diagnostics, sources }: GenerateResult, terminal: Terminal): Promise<void> {
  const { printDiagnostic } = await import("@cmgen/generator");
  const { color, columns } = terminal;
  for (const diagnostic of diagnostics) {
    terminal.error(`${printDiagnostic(diagnostic, { sources, color, columns })}\n`);
  }
}

async function driftOf(changes: readonly FileChange[]): Promise<string> {
  const { printDrift } = await import("@cmgen/generator");
  return printDrift(changes);
}

type Ending = (result: GenerateResult, terminal: Terminal, form: ReportForm) => void | Promise<void>;

const endings: Readonly<Record<GenerateResult["status"], Ending>> = {
  written: async ({ changes, unchanged, named }, { out }, { dryRun = false, diff, verbose, quiet }) => {
    if (quiet === true) return;
    if (diff === true) out(await driftOf(changes));
    else if (dryRun || verbose === true) out(changes.map(changeLine).join(""));
    out(`${summary(changes, unchanged, dryRun)}\n${namesText(named)}`);
  },
  invalid: ({ diagnostics }, { error }) => {
    const errors = diagnostics.filter(({ severity }) => severity === "error").length;
    error(`${count(errors, "error")}; nothing was written.\n`);
  },
  drift: async ({ changes }, { out, error, ...call }, { quiet }) => {
    if (quiet !== true) out(await driftOf(changes));
    const files = count(changes.length, "file");
    error(`${files} out of date. Run \`${ownCommand("generate", call)}\` and commit what it writes.\n`);
  },
  "data-loss": ({ losses }, { error, ...call }) => {
    for (const loss of losses) error(`A new migration ${loss}.\n`);
    const accept = ownCommand("generate --accept-data-loss", call);
    error(`Nothing was written. If that is meant, run \`${accept}\`.\n`);
  },
  breaking: ({ broken }, { error, ...call }) => {
    for (const model of broken) error(brokenText(model, call));
    const accept = ownCommand("generate --accept-breaking-changes", call);
    error(`Nothing was written. If nothing is stored yet, or broken objects are fine, run \`${accept}\`.\n`);
  },
  conflict: ({ conflicts }, { error, ...call }) => {
    for (const { path, reason } of conflicts) error(`${path}: ${conflictReasons[reason]}\n`);
    const force = ownCommand("generate --force", call);
    error(`Nothing was written. Back up your edits, then run \`${force}\`.\n`);
  },
};

function brokenText(model: BrokenModel, call: Call): string {
  const { kind, apiVersion, breaks, renames, removed, answer, hostedFrom } = model;
  const lines = breaks.map(({ message, span }) => `${span.file}:${span.start.line}:${span.start.column} ${message}`);
  const hints = renames.map(
    ({ from, to }) =>
      `If ${from} was renamed to ${to}, do not add the step below, which removes it: run ` +
      `\`${ownCommand(`generate --rename ${shellWord(`${from}=${to}`)}`, call)}\` for the one that keeps its value.`,
  );
  const paste =
    answer === undefined
      ? hostedAdvice(hostedFrom)
      : [
          "Give new fields a default, or add a step to the model that changes what is stored:",
          "",
          indented(answer),
          "",
          ...(removed.length === 0
            ? []
            : [
                `This step deletes the values of ${removed.join(", ")}. Let it write them to other fields, if they are there now.`,
                "",
              ]),
        ];
  return `${[`Stored objects of ${kind} (${apiVersion}) would break:`, ...lines, "", ...hints, ...paste].join("\n")}\n`;
}

/** The models of a hosted plugin are its author's. */
function hostedAdvice(hostedFrom: string | undefined): readonly string[] {
  if (hostedFrom === undefined) return [];
  return [
    `The model is of ${hostedFrom}: install a release of it that migrates stored objects, or keep the current release.`,
  ];
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, "  ");
}

/** Some shells take brackets for a pattern of files. */
function shellWord(text: string): string {
  return /[[\]*?]/.test(text) ? `"${text}"` : text;
}
