import { createReadStream } from "node:fs";
import { resolve } from "node:path";

import { textLines } from "@cmgen/runtime/document";
import type { CopyState, CopyStorage, Store } from "@cmgen/store";

import { assertMigrated } from "../database/assert-migrated.js";
import { databaseCommand } from "../database/database-command.js";
import { databaseWithModels, type DatabaseWithModels, type ModelsOptions } from "../database/database-with-models.js";
import { loadRuntime } from "../database/runtime.js";
import { withDatabase } from "../database/with-database.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { beginCopy, type BegunCopy } from "./begin-copy.js";
import { CopyReader, type CopiedKind } from "./copy-entry.js";
import { MAX_COPY_LINE, readCopyFile } from "./copy-file.js";
import { plainLine, type CopyCounts, type CopyHead } from "./copy-format.js";
import { type CopyNote, noteOf } from "./copy-note.js";
import { CopyLostError, CopyRun } from "./copy-run.js";
import { openRefused, type RefusedFile } from "../transfer/refused-file.js";
import { isSameFile } from "../transfer/same-file.js";
import { withLoneStore } from "./with-lone-store.js";

export interface ImportCopyOptions extends ModelsOptions {
  readonly file: string;
  readonly refused: string | undefined;
}

/** The same as for the copy: it has what nobody else may read. */
const OWNER_ONLY = 0o600;

/** Stores a copy of another database as it is; see the command. */
export async function importCopy(options: ImportCopyOptions, terminal: Terminal): Promise<ExitCode> {
  const { database, models } = await databaseWithModels(options, terminal);
  const copy = await readCopyFile(options.file, terminal);
  await assertMigrated(database);
  return withDatabase(database, async () => {
    const kinds = await kindsOf(copy.head, models);
    const begun = { copy, kinds, database };
    return withLoneStore({ database, models }, async (store) => {
      const state = await beginCopy(store, begun);
      if (state.isEnded) {
        terminal.out(`${copy.name} was imported before, and nothing is done.\n`);
        const { refused } = noteOf(state);
        if (refused > 0)
          terminal.error(
            `${refused} of its lines ${refused === 1 ? "was" : "were"} refused then. Import the file that --refused wrote, corrected; without one, begin again with ` +
              `${databaseCommand("migrate reset", database)}.\n`,
          );
        return outcomeOf(state);
      }
      if (state.line > 1) terminal.error(`Going on after line ${state.line} of ${copy.name}.\n`);
      const path = options.refused && resolve(terminal.workingFolder, options.refused);
      if (path !== undefined && isSameFile(path, copy.path))
        throw new UsageError(
          "--refused must be another file than the one that is imported: that would be overwritten.",
        );
      const refusedFile = openRefused(path, noteOf(state).refusedBytes, OWNER_ONLY);
      try {
        return ended(await storeCopy(store, begun, { state, refusedFile, terminal }), begun, terminal);
      } finally {
        terminal.showProgress?.("");
        refusedFile.close();
      }
    });
  });
}

/** The kinds that both the copy and the plugins have, by `<plural>.<group>`. */
async function kindsOf(
  { resources }: CopyHead,
  models: DatabaseWithModels["models"],
): Promise<ReadonlyMap<string, CopiedKind>> {
  const { CopiedTable, indexedTables } = await loadRuntime();
  const copied = new Map(resources.map(({ resource, steps }) => [resource, steps]));
  return new Map(
    indexedTables(models).flatMap((table) => {
      const { group, plural } = table.model;
      const steps = copied.get(table.resource);
      return steps === undefined ? [] : [[table.resource, { group, plural, table: new CopiedTable(table, steps) }]];
    }),
  );
}

interface Storing {
  readonly state: CopyState;
  readonly refusedFile: RefusedFile;
  readonly terminal: Terminal;
}

/** Stores the lines that are left, and returns the state at the end. */
async function storeCopy(store: Store, begun: BegunCopy, storing: Storing): Promise<CopyState> {
  const { copies } = store;
  const { state, refusedFile, terminal } = storing;
  const { path, head, name: file } = begun.copy;
  const isAway = (error: unknown): boolean => store.isAway(error);
  const run = new CopyRun({ copies, isAway, head, file, refusedFile, terminal }, state);
  const reader = new CopyReader(begun.kinds);
  let end = NONE;
  try {
    for await (const line of textLines(createReadStream(path), MAX_COPY_LINE)) {
      if (line.number <= state.line || (line.text === "" && line.problem === undefined)) continue;
      const entry = reader.read(line);
      if ("end" in entry) ({ end } = entry);
      else await run.add(entry);
    }
    await run.settle();
  } catch (error) {
    await run.stop();
    terminal.error(`Stopped after line ${run.state.line} of ${file}. The same command goes on from there.\n`);
    throw error;
  }
  return endCopy(copies, begun, { ...storing, state: run.state, end });
}

const NONE: CopyCounts = { objects: 0, versions: 0, schedules: 0 };

/** Fills in what is known of the indexes, and lets services start. */
async function endCopy(
  copies: CopyStorage,
  { kinds }: BegunCopy,
  { state, refusedFile, end }: Storing & { readonly end: CopyCounts },
): Promise<CopyState> {
  const note = noteOf(state);
  if (note.refused > 0) refusedFile.writeLine(plainLine({ end: { ...NONE, objects: note.refused } }).trimEnd());
  const missing = Math.max(0, linesOf(end) - linesOf(note) - note.refused);
  const to = { ...state, isEnded: true, note: JSON.stringify({ ...note, missing } satisfies CopyNote) };
  const copied = [...kinds.values()].map(({ table }) => table);
  const tables = copied.map(({ all }) => all.table);
  const filled = copied
    .filter(({ isEvolved }) => isEvolved)
    .map((table) => ({ model: table.all, indexes: table.built }));
  if (!(await copies.end({ from: state, to, tables, filled }))) throw new CopyLostError();
  return to;
}

function linesOf({ objects, versions, schedules }: CopyCounts): number {
  return objects + versions + schedules;
}

function ended(state: CopyState, { kinds, copy, database }: BegunCopy, terminal: Terminal): ExitCode {
  const { objects, versions, refused, missing } = noteOf(state);
  terminal.out(`Imported ${objects} objects and ${versions} versions of histories.\n`);
  const evolved = [...kinds].filter(([, { table }]) => !table.isEvolved).map(([resource]) => resource);
  if (evolved.length > 0)
    terminal.error(
      `Of an earlier release are the objects of ${evolved.join(", ")}: the service changes and indexes them when it starts.\n`,
    );
  if (missing > 0)
    terminal.error(
      `${missing} ${missing === 1 ? "line is" : "lines are"} missing that ${copy.name} had when it was written.\n`,
    );
  if (refused > 0) terminal.error(`${refused} ${refused === 1 ? "line was" : "lines were"} refused.\n`);
  const look = databaseCommand("doctor", database);
  if (missing + refused > 0) terminal.error(`${look} finds objects that refer to those that are not there.\n`);
  return outcomeOf(state);
}

function outcomeOf(state: CopyState): ExitCode {
  const { refused, missing } = noteOf(state);
  return missing + refused === 0 ? exitCode.ok : exitCode.refused;
}
