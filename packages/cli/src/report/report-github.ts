import { join } from "node:path";
import { relativePath } from "@cmgen/generator/paths";

import type { Diagnostic, GenerateResult } from "@cmgen/generator";

import type { Terminal } from "../terminal.js";
import { type ReportForm, reportText } from "./report-text.js";

/**
 * Says how a run ended in a GitHub workflow: problems and conflicts as annotations at their lines ("Workflow commands for GitHub
 * Actions"), and everything as to any reader of the log.
 */
export async function reportGithub(result: GenerateResult, terminal: Terminal, form: ReportForm = {}): Promise<void> {
  for (const diagnostic of result.diagnostics) terminal.out(annotationOf(diagnostic, terminal));
  for (const { path } of result.conflicts) {
    terminal.out(
      annotation("error", { file: pathOf(path, terminal) }, "This generated file was edited, or is in the way."),
    );
  }
  await reportText(result, terminal, form);
}

function annotationOf({ code, severity, message, fix, span }: Diagnostic, terminal: Terminal): string {
  if (span === undefined) return annotation(severity, { title: code }, `${message}\n${fix}`);
  const { file, start, end } = span;
  const place = { line: start.line, col: start.column, endLine: end.line, endColumn: end.column };
  return annotation(severity, { file: pathOf(file, terminal), ...place, title: code }, `${message}\n${fix}`);
}

function annotation(
  severity: Diagnostic["severity"],
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${severity} ${list.join(",")}::${escapeData(message)}\n`;
}

/** Annotations name files as the repository does, whichever folder of it the plugin is in. */
function pathOf(file: string, { workingFolder, repository }: Terminal): string {
  return relativePath(repository ?? workingFolder, join(workingFolder, file));
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
