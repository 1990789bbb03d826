import { textLines, type TextLine } from "@cmgen/runtime/document";

import { endsInQuotes } from "./csv-record.js";
import type { TransferFormat } from "./transfer-format.js";

/** A record with more bytes is refused: nothing that a service takes is as large. */
const MAX_RECORD = 64 * 2 ** 20;

/** The text of one object: a line, a YAML document, or a record of a table. */
export interface TextRecord {
  /** Its first line, from 1. */
  readonly line: number;
  readonly text: string;
  /** Why it cannot be read. */
  readonly problem?: string;
}

/** The records of a file, one in memory at a time. Empty ones are left out. */
export async function* textRecords(
  chunks: AsyncIterable<Uint8Array>,
  format: TransferFormat,
): AsyncGenerator<TextRecord, void> {
  let lines: TextLine[] = [];
  let size = 0;
  let inQuotes = false;
  for await (const line of textLines(chunks, MAX_RECORD)) {
    // In YAML, `---` at the beginning of a line cannot be part of a text.
    const isNext = format === "yaml" ? /^---(\s|$)/.test(line.text) : !inQuotes;
    if (isNext) {
      yield* recordOf(lines, size);
      lines = [];
      size = 0;
    }
    size += line.text.length + 1;
    // Of a record that is too large, the place is enough.
    if (lines.length === 0 || size <= MAX_RECORD) lines.push(line);
    if (format === "csv") inQuotes = endsInQuotes(line.text, inQuotes);
  }
  yield* recordOf(lines, size);
}

function recordOf(lines: readonly TextLine[], size: number): readonly TextRecord[] {
  const [first] = lines;
  if (first === undefined) return [];
  const line = first.number;
  const problem = lines.find((each) => each.problem !== undefined)?.problem;
  if (problem !== undefined) return [{ line, text: "", problem }];
  if (size > MAX_RECORD) return [{ line, text: "", problem: `It is larger than ${MAX_RECORD} bytes.` }];
  const text = lines.map((each) => each.text).join("\n");
  return text.trim() === "" ? [] : [{ line, text }];
}
