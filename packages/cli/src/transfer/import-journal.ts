import { appendFileSync, closeSync, openSync, readFileSync, rmSync, truncateSync } from "node:fs";

import { asRecord } from "../objects/served-object.js";
import { UsageError } from "../usage-error.js";

/** How far an import is. */
export interface ImportState {
  /** Tells this import from all others. */
  readonly id: string;
  /** How many times the file was read through. */
  pass: number;
  /** The last line of the pass that was dealt with. */
  line: number;
  /** Lines that are tried in this pass; undefined for all. */
  chosen: ReadonlySet<number> | undefined;
  /** Lines that are tried again in the next pass. */
  later: Set<number>;
  imported: number;
  refused: number;
  /** Objects of a dry run that refer to others which are not there yet. */
  unchecked: number;
  /** Bytes of the file of refused objects. */
  refusedBytes: number;
}

/** What is noted once some lines are dealt with. */
export type ImportStep = Pick<ImportState, "line" | "imported" | "refused" | "unchecked" | "refusedBytes"> & {
  readonly later: readonly number[];
};

/** A state file: a line of JSON for each step, so that a process may be killed at any time. */
export interface ImportJournal {
  readonly state: ImportState;
  /** Notes what became of some lines. */
  note(step: ImportStep): void;
  /** Begins the next pass, over the lines that are to be tried again. */
  nextPass(): void;
  /** The import is done: nothing is left to be resumed. */
  end(): void;
}

/**
 * Opens the journal in a file, which goes on where it ends, or one that is not kept.
 *
 * @param about what the import is of; a journal of something else is not gone on with
 * @throws {UsageError} if the file is not the state of this import, or cannot be read or written
 */
export function openJournal(file: string | undefined, about: object): ImportJournal {
  const text = file === undefined ? "" : readState(file);
  const head = JSON.stringify(about);
  const lines = text.split("\n").slice(0, -1);
  const [first] = lines;
  const { import: known, id = crypto.randomUUID() } = first === undefined ? {} : asRecord(JSON.parse(first));
  if (first !== undefined && JSON.stringify(known) !== head)
    throw new UsageError(
      `${file} is the state of another import: ${differences(asRecord(known), about)}. Repeat that one, or remove the file to begin again.`,
    );
  const state = emptyState(String(id));
  for (const line of lines.slice(1)) take(state, JSON.parse(line) as ImportStep | NextPass);
  const write = (entry: object): void => {
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(entry)}\n`);
  };
  if (first === undefined) write({ import: about, id: state.id });
  const add = (entry: ImportStep | NextPass): void => {
    take(state, entry);
    write(entry);
  };
  return {
    state,
    note: add,
    nextPass: () => add({ pass: state.pass + 1 }),
    end: () => {
      if (file !== undefined) rmSync(file, { force: true });
    },
  };
}

/** What is otherwise: `mode was "apply" and is "create"`. */
function differences(known: Readonly<Record<string, unknown>>, about: object): string {
  const told = Object.entries(about).filter(([name, value]) => JSON.stringify(known[name]) !== JSON.stringify(value));
  if (told.length === 0) return "it was made by another release";
  return told
    .map(([name, value]) => `${name} was ${JSON.stringify(known[name])} and is ${JSON.stringify(value)}`)
    .join("; ");
}

interface NextPass {
  readonly pass: number;
}

/** How a state file starts, or would if all of it had been written. */
const START = '{"import":';

/** The text of a state file up to its last whole line, behind which it is cut: a process was killed there. */
function readState(file: string): string {
  try {
    closeSync(openSync(file, "a", 0o600));
    const text = readFileSync(file, "utf8");
    if (!START.startsWith(text.slice(0, START.length)))
      throw new UsageError(`${file} is not the state of an import: name another file with --resume.`);
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    if (whole !== text) truncateSync(file, Buffer.byteLength(whole));
    return whole;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new UsageError(`The state file ${file} cannot be used (${code}).`, { cause: error });
  }
}

function emptyState(id: string): ImportState {
  const counts = { imported: 0, refused: 0, unchecked: 0, refusedBytes: 0 };
  return { id, pass: 1, line: 0, chosen: undefined, later: new Set(), ...counts };
}

function take(state: ImportState, entry: ImportStep | NextPass): void {
  if ("pass" in entry) {
    Object.assign(state, { pass: entry.pass, line: 0, chosen: state.later, later: new Set() });
    return;
  }
  const { later, ...counts } = entry;
  Object.assign(state, counts);
  for (const line of later) state.later.add(line);
}
