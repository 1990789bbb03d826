import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";

import { FilesError } from "../usage-error.js";

/** The objects that were refused, as JSON Lines. */
export interface RefusedFile {
  write(object: object): void;
  /** Writes a line as it was. */
  writeLine(text: string): void;
  /** Forgets what was written behind so many bytes. */
  goBack(bytes: number): void;
  /** How long it is. */
  bytes(): number;
  close(): void;
}

/**
 * Opens the file of an import; without one, nothing is written.
 *
 * @param known How many bytes an import that goes on has written there. What follows is written again.
 * @param mode who may read it, if it is new; default: as the system has it
 * @throws {FilesError} if it cannot be written
 */
export function openRefused(path: string | undefined, known: number, mode?: number): RefusedFile {
  if (path === undefined)
    return { write: () => {}, writeLine: () => {}, goBack: () => {}, bytes: () => 0, close: () => {} };
  const file = opened(path, known, mode);
  let bytes = known;
  const writeLine = (text: string): void => {
    bytes += writeSync(file, `${text}\n`, bytes);
  };
  return {
    write: (object) => writeLine(JSON.stringify(object)),
    writeLine,
    goBack: (before) => {
      ftruncateSync(file, before);
      bytes = before;
    },
    bytes: () => bytes,
    close: () => closeSync(file),
  };
}

function opened(path: string, known: number, mode?: number): number {
  try {
    const file = openSync(path, known === 0 ? "w" : "r+", mode);
    ftruncateSync(file, known);
    return file;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new FilesError(`${path} cannot be written (${code}).`, { cause: error });
  }
}
