import { createReadStream } from "node:fs";
import { resolve } from "node:path";

import { FileInUseError, openDatabase, type CopyState, type Store } from "@cmgen/store";

import { assertMigrated } from "../database/assert-migrated.js";
import { databaseCommand } from "../database/database-command.js";
import { databaseWithModels, type DatabaseWithModels, type ModelsOptions } from "../database/database-with-models.js";
import type { PluginDatabase } from "../database/plugin-database.js";
import { loadRuntime } from "../database/runtime.js";
import { withDatabase } from "../database/with-database.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import type { Terminal } from "../terminal.js";
import { FilesError } from "../usage-error.js";
import { beginCopy, type BegunCopy } from "./begin-copy.js";
import { CopyReader, type CopiedKind } from "./copy-entry.js";
import { readCopyFile } from "./copy-file.js";
import { plainLine, type CopyCounts, type CopyHead } from "./copy-format.js";
import { CopyLostError, CopyRun, noteOf } from "./copy-run.js";
import { openRefused, type RefusedFile } from "./refused-file.js";
import { textLines } from "./text-lines.js";

export interface ImportCopyOptions extends ModelsOptions {
  readonly file: string;
  readonly refused: string | undefined;
}

/** The same as for the copy: it has what nobody else may read. */
const OWNER_ONLY = 0o600;

/** Stores a copy of another database as it is; see the command. */
export async function importCopy(options: ImportCopyOptions, terminal: Terminal): Promise<ExitCode> {
  const copy = await readCopyFile(options.file, terminal);
  const { database, models } = await databaseWithModels(options, terminal);
  await assertMigrated(database);
  return withDatabase(database, async () => {
    const kinds = await kindsOf(copy.head, models);
    const begun = { copy, kinds, database };
    return withStore(begun, models, async (store) => {
      const state = await beginCopy(store, begun);
      if (state.isEnded) {
        terminal.error(`${copy.name} was imported before; nothing is done.\n`);
        return ended(state, begun, terminal);
      }
      if (state.line > 1) terminal.error(`Going on after line ${state.line} of ${copy.name}.\n`);
      const path = options.refused && resolve(terminal.workingFolder, options.refused);
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

/** Opens the database for this process alone. */
async function withStore<Result>(
  { database: { url, label } }: BegunCopy,
  models: DatabaseWithModels["models"],
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(url);
  try {
    // A service that is about to stop is not waited for: whoever moves a database knows when it has.
    await database.own({
      waiting: (owner) => {
        throw new FileInUseError(url, owner);
      },
    });
    const store = await database.openStore({ isCopying: true });
    try {
      return await withTables(store, { models, label }, () => use(store));
    } finally {
      await store.close();
    }
  } finally {
    await database.close();
  }
}

interface Held extends Pick<DatabaseWithModels, "models">, Pick<PluginDatabase, "label"> {}

/** @throws {FilesError} where a service runs, or another import */
async function withTables<Result>(store: Store, { models, label }: Held, use: () => Promise<Result>): Promise<Result> {
  const { holdTables, indexedTables } = await loadRuntime();
  const alone = await store.locks.tryHold("copies");
  if (alone === undefined) throw new FilesError(`Another import is storing a copy in ${label}.`);
  try {
    const held = await holdTables(store, indexedTables(models));
    if ("resource" in held)
      throw new FilesError(
        `A service runs on ${label} and has ${held.resource}. Stop it first; no other may start before the import has ended.`,
      );
    try {
      return await use();
    } finally {
      await held.release();
    }
  } finally {
    await alone.release();
  }
}

interface Storing {
  readonly state: CopyState;
  readonly refusedFile: RefusedFile;
  readonly terminal: Terminal;
}

/** Stores the lines that are left, and returns the state at the end. */
async function storeCopy(
  store: Store,
  { copy, kinds }: BegunCopy,
  { state, refusedFile, terminal }: Storing,
): Promise<CopyState> {
  const { copies } = store;
  const { head, name: file } = copy;
  const isAway = (error: unknown): boolean => store.isAway(error);
  const run = new CopyRun({ copies, isAway, head, file, refusedFile, terminal }, state);
  const reader = new CopyReader(kinds);
  let end: CopyCounts | undefined;
  try {
    for await (const line of textLines(createReadStream(copy.path))) {
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
  const note = noteOf(run.state);
  if (note.refused > 0) refusedFile.writeLine(plainLine({ end: { ...NONE, objects: note.refused } }).trimEnd());
  if (end !== undefined && linesOf(end) > linesOf(note) + note.refused)
    terminal.error(
      `${file} has ${linesOf(note) + note.refused} lines, and its end says ${linesOf(end)}: some are missing.\n`,
    );
  const to = { ...run.state, isEnded: true };
  const filled = [...kinds.values()].filter(({ table }) => table.isEvolved);
  const tables = filled.map(({ table }) => ({ model: table.stored, indexes: table.built }));
  if (!(await copies.end({ from: run.state, to, tables }))) throw new CopyLostError();
  return to;
}

const NONE: CopyCounts = { objects: 0, versions: 0, schedules: 0 };

function linesOf({ objects, versions, schedules }: CopyCounts): number {
  return objects + versions + schedules;
}

function ended(state: CopyState, { kinds, database }: BegunCopy, terminal: Terminal): ExitCode {
  const { objects, versions, refused } = noteOf(state);
  terminal.out(`Imported ${objects} objects and ${versions} versions of histories.\n`);
  for (const [resource, { table }] of kinds)
    if (!table.isEvolved)
      terminal.error(
        `The objects of ${resource} are of an earlier release: the service changes and indexes them when it starts.\n`,
      );
  if (refused === 0) return exitCode.ok;
  const look = databaseCommand("doctor", database);
  terminal.error(`${refused} lines were refused. ${look} finds objects that refer to those that are missing.\n`);
  return exitCode.refused;
}
