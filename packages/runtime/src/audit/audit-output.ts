import { write } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { AuditOptions } from "./audit-options.js";

/** Where lines of the audit go. Calls do not overlap: see {@link inTurn}. */
export interface AuditOutput {
  /** Writes whole lines. They survive the end of the process once this resolves, and in a file a power cut, too. */
  write(lines: string): Promise<void>;
  /** Opens a file again, because it may have been moved. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/** Opens an output, so that it is known at once if that does not work. */
export async function openAuditOutput(to: AuditOptions["to"]): Promise<AuditOutput> {
  if (to === "stdout") return inTurn(standardOutput);
  const file = new AuditFile(to.file);
  await file.reopen();
  return inTurn(file);
}

/** An output of another's lines, each of which names a tenant. Whose it is reopens and closes it. */
export function outputOfTenant(output: AuditOutput, tenant: string): AuditOutput {
  const named = `{"tenant":${JSON.stringify(tenant)},`;
  return {
    write: (lines) => output.write(lines.replace(/^\{/gm, () => named)),
    reopen: async () => undefined,
    close: async () => undefined,
  };
}

/** The same output for several callers at a time. */
function inTurn(output: AuditOutput): AuditOutput {
  let last: Promise<unknown> = Promise.resolve();
  const next = (run: () => Promise<void>): Promise<void> => {
    const turn = last.then(run);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    write: (lines) => next(() => output.write(lines)),
    reopen: () => next(() => output.reopen()),
    close: () => next(() => output.close()),
  };
}

const STANDARD_OUTPUT = 1;

/** The pause before a full pipe is tried again. */
const PIPE_PAUSE_MS = 20;

const writeTo = promisify(write);

/** The log writes there too, whole lines at a time, and so does this: a line in one call. */
const standardOutput: AuditOutput = {
  write: async (lines) => {
    for (const line of lines.split("\n").slice(0, -1)) await writeWhole(Buffer.from(`${line}\n`));
  },
  reopen: async () => undefined,
  close: async () => undefined,
};

async function writeWhole(bytes: Buffer): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += (await writeTo(STANDARD_OUTPUT, bytes, written)).bytesWritten;
    } catch (error) {
      if (!(error instanceof Error) || !("code" in error) || error.code !== "EAGAIN") throw error;
      await delay(PIPE_PAUSE_MS);
    }
  }
}

const LINE_BREAK = 0x0a;

/** A file that lines are appended to. Where it was moved, as programs do that rotate logs, a new one is begun. */
class AuditFile implements AuditOutput {
  readonly #path: string;
  #file: FileHandle | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  async write(lines: string): Promise<void> {
    if (this.#file !== undefined && (await this.#wasMoved(this.#file))) await this.close();
    const file = (this.#file ??= await openAtLineStart(this.#path));
    try {
      await file.appendFile(lines);
      await file.datasync();
    } catch (error) {
      // A line may be written in part: the file is looked at again.
      await this.close().catch(() => undefined);
      throw error;
    }
  }

  async reopen(): Promise<void> {
    await this.close();
    this.#file = await openAtLineStart(this.#path);
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  async #wasMoved(file: FileHandle): Promise<boolean> {
    const [opened, there] = await Promise.all([file.stat(), stat(this.#path).catch(() => undefined)]);
    return opened.ino !== there?.ino || opened.dev !== there.dev;
  }
}

/** Opens a file to append lines. A last line without its end is that of a process which was killed: it is ended. Only the owner can read a new file. */
async function openAtLineStart(path: string): Promise<FileHandle> {
  const file = await open(path, "a+", 0o600);
  try {
    const { size } = await file.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    if (size > 0 && last[0] !== LINE_BREAK) await file.appendFile("\n");
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
