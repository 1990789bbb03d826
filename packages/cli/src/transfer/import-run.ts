import { printable } from "../server/printable.js";
import type { Terminal } from "../terminal.js";
import { sendBatch, type BatchOptions, type BatchOutcome } from "./import-batch.js";
import { AwaitedNames } from "./awaited-names.js";
import type { ImportEntry, ReadObject } from "./import-entry.js";
import type { ImportJournal } from "./import-journal.js";
import { type ImportRefusal, isForReferences, mayPassLater, refusalLines } from "./import-refusal.js";
import { withoutReferences } from "./without-references.js";
import type { RefusedFile } from "./refused-file.js";

/** Objects and bytes of JSON that are sent at once. */
const MOST_OBJECTS = 500;
const MOST_BYTES = 8 * 2 ** 20;

/** Lines about what was refused that are shown. */
const MOST_REPORTED = 1000;

/** Batches that are under way at a time. */
const IN_FLIGHT = 3;

/** How an import runs. */
export interface RunOptions extends BatchOptions {
  readonly journal: ImportJournal;
  /** What the file is called in messages. */
  readonly file: string;
  readonly refusedFile: RefusedFile;
  readonly terminal: Terminal;
}

/** Lines that are sent together, and what becomes of them. */
interface Batch {
  readonly entries: ImportEntry[];
  readonly keys: Set<string>;
  bytes: number;
  /** Whether it has the first objects of a kind, which may refer to all before them. */
  hasNewKind: boolean;
  outcome: Promise<BatchOutcome>;
}

/**
 * What becomes of objects that refer to those that are not there: they are tried again in the next pass; they are written without these references,
 * and tried again; or they are refused.
 */
export type ImportStage = "wait" | "cut" | "refuse";

/** Sends the objects of a file, once through it. */
export class ImportRun {
  readonly #options: RunOptions;
  readonly #stage: ImportStage;
  readonly #kinds = new Set<string>();
  readonly #underWay: Batch[] = [];
  readonly #awaited = new AwaitedNames();
  #reported = 0;
  #next = emptyBatch();

  constructor(options: RunOptions, stage: ImportStage) {
    this.#options = options;
    this.#stage = stage;
  }

  async run(entries: AsyncIterable<ImportEntry>): Promise<void> {
    try {
      for await (const entry of entries) await this.#add(entry);
      await this.#send();
      await this.#settle(0);
      if (this.#options.dryRun) this.#reportMissing();
    } catch (error) {
      // What is under way ends before anybody hears of it.
      await Promise.allSettled(this.#underWay.map(({ outcome }) => outcome));
      throw error;
    }
  }

  async #add(entry: ImportEntry): Promise<void> {
    const bytes = "object" in entry ? JSON.stringify(entry.object).length : 0;
    if (this.#next.entries.length >= MOST_OBJECTS || this.#next.bytes + bytes > MOST_BYTES) await this.#send();
    const batch = this.#next;
    batch.entries.push(entry);
    if ("mistake" in entry) return;
    const kind = `${entry.object.apiVersion} ${entry.object.kind}`;
    batch.hasNewKind ||= !this.#kinds.has(kind);
    this.#kinds.add(kind);
    batch.keys.add(`${kind} ${entry.object.metadata.name}`);
    if (this.#options.dryRun) this.#awaited.add(entry.object.metadata.name);
    batch.bytes += bytes;
  }

  async #send(): Promise<void> {
    const batch = this.#next;
    if (batch.entries.length === 0) return;
    this.#next = emptyBatch();
    // Of an object that is there twice, the last one counts.
    const isTwice = [...batch.keys].some((key) => this.#underWay.some(({ keys }) => keys.has(key)));
    await this.#settle(isTwice || batch.hasNewKind ? 0 : IN_FLIGHT - 1);
    const objects = batch.entries.flatMap((entry) => ("object" in entry ? [entry.object] : []));
    batch.outcome = this.#outcomeOf(objects);
    // It is awaited later.
    batch.outcome.catch(() => {});
    this.#underWay.push(batch);
    if (batch.hasNewKind) await this.#settle(0);
  }

  async #outcomeOf(objects: readonly object[]): Promise<BatchOutcome> {
    const outcome = await sendBatch(objects, this.#options);
    if (this.#stage !== "cut") return outcome;
    const cut = objects.flatMap((object, at) => {
      const refusal = outcome[at];
      return refusal !== undefined && mayPassLater(refusal) ? [withoutReferences(object, refusal)] : [];
    });
    await sendBatch(cut, this.#options);
    return outcome;
  }

  /** Waits until at most so many batches are under way, the oldest first. */
  async #settle(most: number): Promise<void> {
    for (let [batch] = this.#underWay; batch !== undefined && this.#underWay.length > most; [batch] = this.#underWay) {
      this.#take(batch, await batch.outcome);
      this.#underWay.shift();
    }
  }

  #take({ entries }: Batch, outcome: BatchOutcome): void {
    const { journal, terminal, refusedFile, dryRun } = this.#options;
    const later: number[] = [];
    let { imported, refused, unchecked } = journal.state;
    const outcomes = outcome.values();
    for (const entry of entries) {
      const refusal = "object" in entry ? outcomes.next().value : undefined;
      if (refusal !== undefined && this.#stage !== "refuse" && mayPassLater(refusal)) later.push(entry.line);
      else if (refusal !== undefined && "object" in entry && dryRun && isForReferences(refusal)) {
        unchecked += 1;
        this.#awaited.await({ line: entry.line, entry, refusal });
      } else if ("mistake" in entry) {
        refused += 1;
        this.#report(entry.line, entry.mistake);
        if (entry.text !== undefined) refusedFile.writeLine(entry.text);
      } else if (refusal !== undefined) {
        refused += 1;
        this.#reportObject(entry.line, entry, refusal);
        refusedFile.write(entry.object);
      } else imported += 1;
    }
    const line = entries.at(-1)?.line ?? 0;
    journal.note({ line, imported, refused, unchecked, later, refusedBytes: refusedFile.bytes() });
    const done = dryRun ? "Checked" : "Imported";
    terminal.showProgress?.(`${done} ${imported + unchecked} objects, refused ${refused}, at line ${line}.`);
  }

  /** At the end of a dry run: objects that refer to others which are neither in the service nor in the file. */
  #reportMissing(): void {
    const { journal, refusedFile } = this.#options;
    const missing = this.#awaited.missing();
    const { line: last, imported, ...state } = journal.state;
    for (const { line, entry, refusal } of missing) {
      this.#reportObject(line, entry, refusal);
      refusedFile.write(entry.object);
    }
    const refused = state.refused + missing.length;
    const unchecked = state.unchecked - missing.length;
    journal.note({ line: last, imported, refused, unchecked, later: [], refusedBytes: refusedFile.bytes() });
  }

  #reportObject(line: number, { resource, object }: ReadObject, refusal: ImportRefusal): void {
    const whom = `${resource.singular} ${object.metadata.name}`;
    for (const why of refusalLines(refusal)) this.#report(line, `${whom}: ${why}`);
  }

  #report(line: number, why: string): void {
    const { terminal, file } = this.#options;
    this.#reported += 1;
    if (this.#reported <= MOST_REPORTED) terminal.error(`${printable(`${file}:${line}: ${why}`)}\n`);
    else if (this.#reported === MOST_REPORTED + 1)
      terminal.error("What is refused behind that is counted, and not shown.\n");
  }
}

function emptyBatch(): Batch {
  return { entries: [], keys: new Set(), bytes: 0, hasNewKind: false, outcome: Promise.resolve([]) };
}
