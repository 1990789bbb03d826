import { DocumentError, parseJson } from "@cmgen/runtime/document";

/** A cell as it is written. */
export interface CsvCell {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** What spreadsheets take for the beginning of a formula, and what was made harmless before. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** What other programs may take for the end of a cell, or cut off. */
const QUOTED = /^$|[",;\t\r\n]|^\s|\s$/;

/**
 * A value as a cell: text as it is, everything else as JSON, and nothing for `undefined`. Text in a field that takes other values, too, is
 * quoted as JSON where it would be read as one of those. An apostrophe before what a spreadsheet would take for a formula makes it text.
 *
 * @param isText whether the field takes texts only
 */
export function printCell(value: unknown, isText: boolean): string {
  if (value === undefined) return "";
  const isPlain = typeof value === "string" && (isText || jsonIn(value) === undefined);
  const text = isPlain ? value : JSON.stringify(value);
  const safe = typeof value !== "number" && FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The value of a cell that {@link printCell} or a person has written; undefined for an empty one without quotes. */
export function readCell({ text, isQuoted }: CsvCell, isText: boolean): unknown {
  if (text === "" && !isQuoted) return undefined;
  const plain = text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
  if (isText) return plain;
  const json = jsonIn(plain);
  return json === undefined ? plain : json.value;
}

function jsonIn(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseJson(text) };
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}
