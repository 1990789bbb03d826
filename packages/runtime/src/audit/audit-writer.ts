import { setTimeout as delay } from "node:timers/promises";
import type { Change, HeldLock, Store } from "@cmgen/store";
import type { Log } from "../log/log.js";
import type { AuditOutput } from "./audit-output.js";
import { changeLine, type LineOptions, printLine } from "./change-line.js";

export interface AuditWriterOptions {
  readonly store: Store;
  readonly output: AuditOutput;
  readonly log: Log;
  readonly lines: LineOptions;
}

/** Changes that are written within this time share a batch, and with it a move of the position. */
const GATHER_MS = 50;

/** How often the change log is looked at, whether a change was reported or not. */
const LOOK_MS = 5000;

/**
 * Writes a line for each committed change, in the order of revisions, and then saves the position: a process that is killed in between writes lines
 * again, and none is lost. Changes that were trimmed before are counted in a line.
 */
export class AuditWriter {
  readonly #options: AuditWriterOptions;
  #position: number | undefined;

  constructor(options: AuditWriterOptions) {
    this.#options = options;
  }

  /** Writes until the signal is aborted, and then what is left, if the lock is still held. */
  async lead(signal: AbortSignal, lock: Pick<HeldLock, "isHeld">): Promise<void> {
    const { store } = this.#options;
    // Where the position is gone, this process goes on from its own.
    this.#position = await store.audit.begin(this.#position);
    for (;;) {
      const isLast = signal.aborted;
      const changed = this.#nextChange(signal);
      while (lock.isHeld() && (await this.#writeBatch())) continue;
      if (isLast) return;
      await changed;
    }
  }

  /** Returns whether there may be more. */
  async #writeBatch(): Promise<boolean> {
    const { store, output } = this.#options;
    const position = this.#position ?? 0;
    const changes = await store.changesAfter(position);
    // Read after the changes, so that trimming in between is noticed.
    const oldest = changes.length === 0 ? await store.oldestRevision() : position;
    const until = changes.at(-1)?.revision ?? Math.max(position, oldest);
    if (until === position) return false;
    await output.write(this.#linesOf(changes, { position, until }));
    if (!(await store.audit.move(position, until)))
      throw new Error("The position of the audit was moved by another process");
    this.#position = until;
    return true;
  }

  #linesOf(
    changes: readonly Change[],
    { position, until }: { readonly position: number; readonly until: number },
  ): string {
    const { lines } = this.#options;
    let text = "";
    let last = position;
    for (const change of changes) {
      text += this.#lostLine(last, change.revision) + changeLine(change, lines);
      last = change.revision;
    }
    return text + this.#lostLine(last, until + 1);
  }

  /** Revisions have no gaps, so what is missing between two was trimmed. */
  #lostLine(last: number, next: number): string {
    const lost = next - last - 1;
    if (lost === 0) return "";
    const range = { from: last + 1, to: next - 1 };
    this.#options.log.error({ lost, ...range }, "changes were trimmed before the audit wrote them");
    return printLine({ time: new Date().toISOString(), lost, ...range });
  }

  /** Resolves some time after the next change, or at the end. */
  async #nextChange(signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    const stop = this.#options.store.onChange(() => woken.abort());
    const wake = (): void => woken.abort();
    signal.addEventListener("abort", wake, { once: true });
    if (signal.aborted) wake();
    await pause(LOOK_MS, woken.signal);
    stop();
    signal.removeEventListener("abort", wake);
    await pause(GATHER_MS, signal);
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  // The caller checks what ended it.
  await delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}
