import { DocumentError } from "@cmgen/runtime/document";

import type { CsvCell } from "./csv-cell.js";

/** Whether a quoted cell goes on behind the end of a line. */
export function endsInQuotes(line: string, startsInQuotes: boolean): boolean {
  let inQuotes = startsInQuotes;
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) {
    if (!inQuotes) inQuotes = at === 0 || line[at - 1] === ",";
    else if (line[at + 1] === '"') at += 1;
    else inQuotes = false;
  }
  return inQuotes;
}

/**
 * The cells of a record (RFC 4180), without its line end.
 *
 * @throws {DocumentError} for quotes that are not closed, or stand where none may
 */
export function readCsvRecord(record: string): readonly CsvCell[] {
  const cells: CsvCell[] = [];
  for (let at = 0; ;) {
    const isQuoted = record[at] === '"';
    const end = isQuoted ? closingQuote(record, at) : endOfPlain(record, at);
    const text = record.slice(isQuoted ? at + 1 : at, end);
    cells.push({ text: isQuoted ? text.replaceAll('""', '"') : text, isQuoted });
    at = isQuoted ? end + 1 : end;
    if (at === record.length) return cells;
    if (record[at] !== ",") throw new DocumentError(`Cell ${cells.length} goes on behind its closing quote.`);
    at += 1;
  }
}

function closingQuote(record: string, start: number): number {
  for (let at = start + 1; ;) {
    const end = record.indexOf('"', at);
    if (end < 0) throw new DocumentError("A quoted cell has no closing quote.");
    if (record[end + 1] !== '"') return end;
    at = end + 2;
  }
}

function endOfPlain(record: string, start: number): number {
  const comma = record.indexOf(",", start);
  const end = comma < 0 ? record.length : comma;
  if (!record.slice(start, end).includes('"')) return end;
  throw new DocumentError('A cell with a quote in it must be quoted, and the quote doubled: "say ""hello""".');
}
