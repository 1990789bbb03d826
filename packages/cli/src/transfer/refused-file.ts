import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";

import { FilesError } from "../usage-error.js";

/** The objects that were refused, as JSON Lines. */
export interface RefusedFile {
  write(object: object): void;
  /** How long it is. */
  bytes(): number;
  close(): void;
}

/**
 * Opens the file of an import; without one, nothing is written.
 *
 * @param known How many bytes an import that goes on has written there. What follows is written again.
 * @throws {FilesError} if it cannot be written
 */
export function openRefused(path: string | undefined, known: number): RefusedFile {
  if (path === undefined) return { write: () => {}, bytes: () => 0, close: () => {} };
  const file = opened(path, known);
  let bytes = known;
  return {
    write: (object) => {
      bytes += writeSync(file, `${JSON.stringify(object)}\n`, bytes);
    },
    bytes: () => bytes,
    close: () => closeSync(file),
  };
}

function opened(path: string, known: number): number {
  try {
    const file = openSync(path, known === 0 ? "w" : "r+");
    ftruncateSync(file, known);
    return file;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new FilesError(`${path} cannot be written (${code}).`, { cause: error });
  }
}
