import { isFormula } from "@cmgen/model/internal";
import { DocumentError, parseJson } from "@cmgen/runtime/document";

/** A cell as it is written. */
export interface CsvCell {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** The value of a cell that `printCsvCell` or a person has written; undefined for an empty one without quotes. */
export function readCell({ text, isQuoted }: CsvCell, isText: boolean): unknown {
  if (text === "" && !isQuoted) return undefined;
  const plain = text.startsWith("'") && isFormula(text) ? text.slice(1) : text;
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
