import type { GeneratedFile } from "../emitter/emitter.js";
import type { RecentValues } from "../memory/recent-values.js";
import { FormatError } from "./format-error.js";

/** The form of generated code, whatever the plugin's own taste: so that output depends on nothing but the models. */
const style = { printWidth: 120, quoteProps: "consistent" } as const;

/**
 * Files formatted at a time. Measured for a thousand models: four keep the formatter's threads busy; all at once take twice as long,
 * and 1.8 GB.
 */
const concurrency = 4;

type Format = (path: string, text: string, options: typeof style) => Promise<Formatted>;

/** A module as the formatter leaves it. */
export interface Formatted {
  readonly code: string;
  readonly errors: readonly { readonly message: string; readonly codeframe: string | null }[];
}

/** What earlier runs of this process formatted, by its text. */
export type FormattedTexts = RecentValues<Promise<Formatted>>;

/**
 * Formats TypeScript; the rest is left as it is.
 *
 * @throws {FormatError} where a file is not TypeScript: whoever emitted it has a bug.
 */
export async function formatFiles(
  files: readonly GeneratedFile[],
  known?: FormattedTexts,
): Promise<readonly GeneratedFile[]> {
  const oxfmt = await import("oxfmt");
  const format: Format = (path, text, options) => {
    const make = (): Promise<Formatted> => oxfmt.format(path, text, options);
    return known === undefined ? make() : known.get(text, make);
  };
  const formatted = [...files];
  const waiting = formatted.entries();
  const work = async (): Promise<void> => {
    for (const [position, file] of waiting) formatted[position] = await formatFile(file, format);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return formatted;
}

async function formatFile(file: GeneratedFile, format: Format): Promise<GeneratedFile> {
  if (file.verbatim === true || !file.path.endsWith(".ts")) return file;
  const { code, errors } = await format(file.path, file.contents, style);
  const [error] = errors;
  if (error === undefined) return { ...file, contents: code };
  throw new FormatError(file.path, `${error.message} ${error.codeframe ?? ""}`);
}
