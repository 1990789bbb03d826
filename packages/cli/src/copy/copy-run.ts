import { randomUUID } from "node:crypto";

import type { CopiedRow, CopyClash, CopyState, CopyStorage } from "@cmgen/store";

import { printable } from "../server/printable.js";
import type { Terminal } from "../terminal.js";
import type { CopyEntry } from "./copy-entry.js";
import { plainLine, type CopyHead } from "./copy-format.js";
import { type CopyNote, noteOf } from "./copy-note.js";
import type { RefusedFile } from "../transfer/refused-file.js";

/** Rows and bytes that are stored at once. */
const MOST_ROWS = 2000;
const MOST_BYTES = 8 * 2 ** 20;

/** How a copy is stored. */
export interface CopyRunOptions {
  readonly copies: CopyStorage;
  /** Whether an error says that the database cannot be reached. */
  readonly isAway: (error: unknown) => boolean;
  readonly head: CopyHead;
  /** What the file is called in messages. */
  readonly file: string;
  readonly refusedFile: RefusedFile;
  readonly terminal: Terminal;
}

/** A line that has a row, or is refused. */
type CopyLine = Exclude<CopyEntry, { readonly end: unknown }>;

/** Stores the lines of a copy, a batch while the next one is read. */
export class CopyRun {
  readonly #options: CopyRunOptions;
  #state: CopyState;
  #next: CopyLine[] = [];
  #bytes = 0;
  #underWay = Promise.resolve();

  /** @param state where the copy is */
  constructor(options: CopyRunOptions, state: CopyState) {
    this.#options = options;
    this.#state = state;
  }

  /** Where the copy is in the database. */
  get state(): CopyState {
    return this.#state;
  }

  async add(line: CopyLine): Promise<void> {
    if (this.#next.length >= MOST_ROWS || this.#bytes + line.text.length > MOST_BYTES) await this.#send();
    this.#next.push(line);
    this.#bytes += line.text.length;
  }

  /** Waits until all lines are stored or refused. */
  async settle(): Promise<void> {
    await this.#send();
    await this.#underWay;
  }

  /** Ends what is under way, whatever becomes of it. */
  async stop(): Promise<void> {
    await this.#underWay.catch(() => {});
  }

  async #send(): Promise<void> {
    const lines = this.#next;
    this.#next = [];
    this.#bytes = 0;
    await this.#underWay;
    this.#underWay = this.#store(lines);
    // It is awaited later.
    this.#underWay.catch(() => {});
  }

  /** Stores lines. Of those that cannot be stored together, halves are, until the one is found that is in the way. */
  async #store(lines: readonly CopyLine[]): Promise<void> {
    const [first, ...others] = lines;
    if (first === undefined) return;
    const mistake = await this.#tryStore(lines);
    if (mistake === undefined) return;
    if (others.length === 0) return this.#store([{ line: first.line, text: first.text, mistake }]);
    const half = Math.ceil(lines.length / 2);
    await this.#store(lines.slice(0, half));
    await this.#store(lines.slice(half));
  }

  /** Returns why it cannot be done; then nothing is. What is refused already is written with the rows that are stored. */
  async #tryStore(lines: readonly CopyLine[]): Promise<string | undefined> {
    const { copies, isAway, refusedFile, terminal } = this.#options;
    const rows = lines.flatMap((line) => ("row" in line ? [line.row] : []));
    const refused = lines.filter((line) => "mistake" in line);
    const before = refusedFile.bytes();
    for (const { text } of refused) this.#writeRefused(text);
    const to = this.#after(lines, rows);
    try {
      const outcome = await copies.store({ rows, from: this.#state, to });
      if (outcome === "lost") throw new CopyLostError();
      if (outcome === "done") {
        this.#state = to;
        for (const line of refused) this.#report(line);
        const { objects, refused: count } = noteOf(to);
        terminal.showProgress?.(`Imported ${objects} objects, refused ${count} lines.`);
        return undefined;
      }
      refusedFile.goBack(before);
      return outcome === "somewhere" ? "another row is in its way" : mistakeOf(outcome, rows);
    } catch (error) {
      refusedFile.goBack(before);
      if (error instanceof CopyLostError || isAway(error) || rows.length === 0 || !(error instanceof Error))
        throw error;
      return `the database does not take it: ${error.message}`;
    }
  }

  #writeRefused(text: string): void {
    const { head, refusedFile } = this.#options;
    if (refusedFile.bytes() === 0) {
      const copy: CopyHead = { ...head, id: randomUUID(), of: head.id };
      refusedFile.writeLine(plainLine({ copy }).trimEnd());
    }
    refusedFile.writeLine(text);
  }

  #after(lines: readonly CopyLine[], rows: readonly CopiedRow[]): CopyState {
    const note = noteOf(this.#state);
    const count = (sort: string): number => rows.filter((row) => sort in row).length;
    const next: CopyNote = {
      ...note,
      objects: note.objects + count("object"),
      versions: note.versions + count("version"),
      schedules: note.schedules + count("schedule"),
      refused: note.refused + lines.length - rows.length,
      refusedBytes: this.#options.refusedFile.bytes(),
    };
    return { ...this.#state, line: lines.at(-1)?.line ?? this.#state.line, note: JSON.stringify(next) };
  }

  #report(line: CopyLine): void {
    if (!("mistake" in line)) return;
    const { file, terminal } = this.#options;
    terminal.error(`${printable(`${file}:${line.line}: ${line.mistake}`).replaceAll("\n", " ")}.\n`);
  }
}

/** Another process has gone on with the copy, or emptied the database. */
export class CopyLostError extends Error {
  override readonly name = "CopyLostError";

  constructor() {
    super("another process changes the database at the same time; stop it, and run the same command again");
  }
}

function mistakeOf(clash: CopyClash, [row]: readonly CopiedRow[]): string {
  if (row === undefined) return "another row is in its way";
  if (!("object" in row)) return "another version in the history has its id";
  const { model, id, record } = row.object;
  const about = `${model.plural}.${model.group} ${record.name}`;
  if (!("taken" in clash)) return `${about}: another object has the ${clash.clash === "id" ? `id ${id}` : "name"}`;
  const { index, value, owner } = clash.taken;
  const printed = typeof value === "bigint" ? String(value) : JSON.stringify(value);
  return `${about}: ${owner} has the value ${printed} of ${index}, which must be unique. Change one of the two in the file`;
}
