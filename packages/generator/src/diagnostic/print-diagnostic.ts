import type { SourceSpan } from "../model/source-span.js";
import type { Diagnostic, Severity } from "./diagnostic.js";
import { displayWidth, printable } from "./display-width.js";
import { excerptOf } from "./excerpt.js";

export interface PrintOptions {
  /** Texts of the files that spans point into; without its file's text a diagnostic is printed without an excerpt. */
  readonly sources: ReadonlyMap<string, string>;
  /** Colours for a terminal. Default `false`. */
  readonly color?: boolean;
  /** Columns of the terminal; longer lines of an excerpt are cut. Default 120. */
  readonly columns?: number;
}

/**
 * A diagnostic for a reader: where it is and what is wrong, the line with a caret under it, and how to fix it.
 *
 *     src/models/person.ts:5:8 error CM3005: `any` does not restrict its values, so there is no schema for it.
 *
 *       5 |   age: any;
 *         |        ^^^
 *
 *       Name a type.
 */
export function printDiagnostic(diagnostic: Diagnostic, options: PrintOptions): string {
  const { code, severity, message, fix, span } = diagnostic;
  const paint = painter(options.color === true);
  const place = span === undefined ? "" : `${span.file}:${span.start.line}:${span.start.column} `;
  const title = `${place}${paint(`${severity} ${code}:`, colors[severity])} ${printable(message)}`;
  const excerpt = span && printExcerpt(span, options, (text) => paint(text, colors[severity]));
  return [title, ...(excerpt === undefined ? [] : ["", excerpt]), "", ...fix.split("\n").map(indented), ""].join("\n");
}

/** A line of the text that says how to fix something; it may show code. */
function indented(line: string): string {
  return line === "" ? "" : `  ${printable(line)}`;
}

const colors: Readonly<Record<Severity, number>> = { error: 31, warning: 33 };

/** Wraps text in ANSI's sequence for a colour, where colours are on. */
function painter(isOn: boolean): (text: string, color: number) => string {
  return (text, color) => (isOn ? `\u001b[${color}m${text}\u001b[0m` : text);
}

function printExcerpt(span: SourceSpan, options: PrintOptions, paint: (text: string) => string): string | undefined {
  const gutter = String(span.start.line);
  const width = (options.columns ?? 120) - gutter.length - "   | ".length;
  const excerpt = excerptOf(span, options.sources.get(span.file), width);
  if (excerpt === undefined) return undefined;
  const { before, marked, after } = excerpt;
  const indent = " ".repeat(displayWidth(before));
  const carets = "^".repeat(Math.max(1, displayWidth(marked)));
  const blank = " ".repeat(gutter.length);
  return `  ${gutter} | ${before}${marked}${after}\n  ${blank} | ${indent}${paint(carets)}`;
}
