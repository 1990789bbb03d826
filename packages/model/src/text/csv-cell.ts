/** What spreadsheets take for the beginning of a formula, and what was made harmless before. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** What other programs may take for the end of a cell, or cut off. */
const QUOTED = /^$|[",;\t\r\n]|^\s|\s$/;

/** Whether a spreadsheet would run a text, or would if an apostrophe were not before it. */
export function isFormula(text: string): boolean {
  return FORMULA.test(text);
}

/**
 * A value as a cell of a table (RFC 4180): text as it is, everything else as JSON, and nothing for `undefined`. Text in a field that takes other
 * values, too, is quoted as JSON where it would be read as one of those. An apostrophe before what a spreadsheet would take for a formula makes it
 * text.
 *
 * @param isText whether the field takes texts only
 */
export function printCsvCell(value: unknown, isText: boolean): string {
  if (value === undefined) return "";
  const isPlain = typeof value === "string" && (isText || !isJson(value));
  const text = isPlain ? value : JSON.stringify(value);
  const safe = typeof value !== "number" && isFormula(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
