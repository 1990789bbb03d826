import type { Command } from "../commands.js";
import { askOwner, type OwnerAnswer } from "./ask-owner.js";
import { FileInUseError, type FileOwner } from "./file-owner.js";
import { HeldFile } from "./held-file.js";

/**
 * Does a command in the process that has a database file, or here, where none has it: `here` is called while this process has the file.
 *
 * @throws {FileInUseError} if another process has the file for as long as this one waits, and answers no commands.
 */
export async function inOwner<Result>(
  file: string,
  command: Command,
  here: (held: HeldFile) => Promise<Result>,
): Promise<{ readonly here: Result } | OwnerAnswer> {
  let last: FileOwner | undefined;
  for await (const { held, owner } of HeldFile.tries(file)) {
    if (held !== undefined) {
      try {
        return { here: await here(held) };
      } finally {
        held.release();
      }
    }
    const answered = owner && (await askOwner(owner, command));
    if (answered !== undefined) return answered;
    last = owner;
  }
  throw new FileInUseError(file, last);
}
