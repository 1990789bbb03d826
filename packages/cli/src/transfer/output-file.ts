import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { resolve } from "node:path";

import type { Terminal } from "../terminal.js";
import { FilesError } from "../usage-error.js";

/** Where an export is written. */
export interface Output {
  write(text: string): Promise<void>;
  /** Called once after everything is written. */
  finish(): Promise<void>;
  /** Leaves nothing behind of what is not whole. */
  discard(): Promise<void>;
}

/**
 * A file, which is there once it is whole, or else standard output.
 *
 * @param mode who may read the file; default: as the system has it
 * @throws {FilesError} if the file cannot be written
 */
export async function openOutput(file: string | undefined, terminal: Terminal, mode?: number): Promise<Output> {
  if (file === undefined) {
    const write = async (text: string): Promise<void> => {
      terminal.out(text);
      await terminal.drained?.();
    };
    return { write, finish: async () => {}, discard: async () => {} };
  }
  const path = resolve(terminal.workingFolder, file);
  const unfinished = `${path}.${process.pid}.part`;
  const handle = await opened(unfinished, file, mode);
  return {
    write: (text) => handle.appendFile(text),
    finish: async () => {
      await handle.datasync();
      await handle.close();
      await rename(unfinished, path);
    },
    discard: async () => {
      await handle.close();
      await rm(unfinished, { force: true });
    },
  };
}

async function opened(path: string, file: string, mode?: number): Promise<FileHandle> {
  try {
    return await open(path, "w", mode);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new FilesError(`${file} cannot be written (${code}).`, { cause: error });
  }
}
