import { createReadStream, mkdtempSync, rmSync, type Stats, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { exitCode, type ExitCode } from "../exit-code.js";
import { readOpenApi } from "../objects/read-open-api.js";
import { withService, type ConnectOptions } from "../server/connect.js";
import type { Terminal } from "../terminal.js";
import { FilesError, UsageError } from "../usage-error.js";
import type { ImportMode } from "./import-mode.js";
import { EntryReader, type ImportEntry } from "./import-entry.js";
import { openJournal, type ImportJournal } from "./import-journal.js";
import { ImportRun, type ImportStage, type RunOptions } from "./import-run.js";
import { openRefused } from "./refused-file.js";
import { isSameFile } from "./same-file.js";
import { textRecords } from "./text-records.js";
import { formatOf, type TransferFormat } from "./transfer-format.js";

export interface ImportOptions extends ConnectOptions {
  readonly file: string;
  readonly format?: TransferFormat | undefined;
  readonly kind?: string | undefined;
  readonly mode: ImportMode;
  readonly dryRun: boolean;
  readonly refused?: string | undefined;
  readonly resume?: string | undefined;
}

/** A file that is imported. It is read again where objects refer to later ones. */
interface Source {
  readonly path: string;
  /** What it is called in messages. */
  readonly name: string;
  readonly format: TransferFormat;
}

/** Sends the objects of a file to a service; see the command. */
export async function importObjects(options: ImportOptions, terminal: Terminal): Promise<ExitCode> {
  const { file } = options;
  const format = options.format ?? formatOf(file);
  if (format === undefined) throw new UsageError("Give the form of the file: --format jsonl, yaml or csv.");
  const path = resolve(terminal.workingFolder, file);
  if (file !== "-") return importFile({ path, name: file, format }, options, terminal);
  if (options.resume !== undefined) throw new UsageError("--resume needs a file: standard input cannot be read again.");
  const folder = mkdtempSync(join(tmpdir(), "cmgen-import-"));
  try {
    const copy = join(folder, "input");
    await writeFile(copy, terminal.inputBytes?.() ?? "");
    return await importFile({ path: copy, name: "standard input", format }, options, terminal);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function importFile(source: Source, options: ImportOptions, terminal: Terminal): Promise<ExitCode> {
  const { format } = source;
  const { mode, kind, dryRun } = options;
  if (dryRun && options.resume !== undefined)
    throw new UsageError("--resume is not for a dry run, which writes nothing.");
  const { size, mtimeMs } = statOf(source);
  return withService(options, terminal, async (connection) => {
    const document = await readOpenApi(connection.transport);
    const entries = (choice: Choice): AsyncIterable<ImportEntry> =>
      entriesOf(source, new EntryReader({ format, kind, document }), choice);
    const pathOf = (file: string | undefined) => file && resolve(terminal.workingFolder, file);
    assertApart(source, { "--refused": pathOf(options.refused), "--resume": pathOf(options.resume) });
    const about = { file: source.path, size, modified: mtimeMs, format, mode, kind };
    const journal = openJournal(pathOf(options.resume), about);
    const refusedFile = openRefused(pathOf(options.refused), journal.state.refusedBytes);
    try {
      const run = { connection, mode, dryRun, id: journal.state.id, journal, file: source.name, refusedFile, terminal };
      await runPasses(run, entries);
    } catch (error) {
      const next = options.resume === undefined ? "" : " The same command goes on from there.";
      if (journal.state.line > 0)
        terminal.error(`Stopped after line ${journal.state.line} of ${source.name}.${next}\n`);
      throw error;
    } finally {
      terminal.showProgress?.("");
      refusedFile.close();
    }
    return ended(journal, dryRun, terminal);
  });
}

function statOf({ path, name }: Source): Stats {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === true) return found;
  throw new FilesError(found === undefined ? `${name} does not exist.` : `${name} is not a file.`);
}

/** @throws {UsageError} for a file that would be written over by another. */
function assertApart({ path }: Source, written: Readonly<Record<string, string | undefined>>): void {
  const files = Object.entries(written).flatMap(([option, file]) => (file === undefined ? [] : [{ option, file }]));
  for (const { option, file } of files) {
    if (isSameFile(file, path))
      throw new UsageError(`${option} must be another file than the one that is imported: that would be overwritten.`);
    if (files.some((other) => other.option !== option && isSameFile(other.file, file)))
      throw new UsageError(`${files.map((each) => each.option).join(" and ")} must be two files.`);
  }
}

/** Goes through the file until no object is left that waits for others. */
async function runPasses(options: RunOptions, entries: (choice: Choice) => AsyncIterable<ImportEntry>): Promise<void> {
  const { journal, mode, dryRun } = options;
  const { state } = journal;
  if (dryRun) return new ImportRun(options, "refuse").run(entries({ after: 0, chosen: undefined }));
  // What is to be created is written once, and so only whole.
  const stages: ImportStage[] = mode === "create" ? ["refuse"] : ["cut", "refuse"];
  for (let stage: ImportStage = "wait"; ;) {
    const { line: after, chosen } = state;
    await new ImportRun(options, stage).run(entries({ after, chosen }));
    if (state.later.size === 0) return;
    const isStuck: boolean = stage === "wait" && state.later.size === chosen?.size;
    stage = (isStuck ? stages.shift() : undefined) ?? "wait";
    journal.nextPass();
  }
}

function ended(journal: ImportJournal, dryRun: boolean, terminal: Terminal): ExitCode {
  const { imported, refused, unchecked } = journal.state;
  journal.end();
  const written = imported + unchecked;
  terminal.out(`${dryRun ? "" : "Imported "}${counted(written)}${dryRun ? " would be imported" : ""}.\n`);
  if (unchecked > 0) terminal.out(`${unchecked} of them refer to others of the file.\n`);
  if (refused === 0) return exitCode.ok;
  const verb = dryRun ? "would be" : refused === 1 ? "was" : "were";
  terminal.error(`${refused} of ${counted(written + refused)} ${verb} refused.\n`);
  return exitCode.refused;
}

function counted(count: number): string {
  return count === 1 ? "1 object" : `${count} objects`;
}

/** Which lines are read. */
interface Choice {
  readonly after: number;
  /** All, if it is undefined. */
  readonly chosen: ReadonlySet<number> | undefined;
}

async function* entriesOf(
  { path, format }: Source,
  reader: EntryReader,
  { after, chosen }: Choice,
): AsyncGenerator<ImportEntry, void> {
  let isHead = format === "csv";
  for await (const record of textRecords(createReadStream(path), format)) {
    if (isHead) reader.readHead(record);
    else if (record.line > after && (chosen?.has(record.line) ?? true)) yield* reader.read(record);
    isHead = false;
  }
}
