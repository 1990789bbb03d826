import { randomUUID } from "node:crypto";

import {
  assertCopied,
  CopyReads,
  type DatabaseSnapshot,
  indexedTables as tablesWithIndexes,
  openSnapshot,
} from "@cmgen/store/inspect";
import { apiVersionOf } from "@cmgen/model";
import type { IndexedTable } from "@cmgen/runtime/database";

import { assertMigrated } from "../database/assert-migrated.js";
import { databaseWithModels, type DatabaseWithModels, type ModelsOptions } from "../database/database-with-models.js";
import { loadRuntime } from "../database/runtime.js";
import { withDatabase } from "../database/with-database.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import type { Terminal } from "../terminal.js";
import { ownVersion } from "../version.js";
import { COPY_FORMAT, type CopyCounts, type CopyHead, objectLine, plainLine, versionLine } from "./copy-format.js";
import { openOutput, type Output } from "../transfer/output-file.js";

export interface ExportCopyOptions extends ModelsOptions {
  readonly output: string | undefined;
}

/** Only who may read the database may read its copy. */
const OWNER_ONLY = 0o600;

/** Writes all objects of a database as they are; see the command. What cannot be read whole leaves no file. */
export async function exportCopy(options: ExportCopyOptions, terminal: Terminal): Promise<ExitCode> {
  const { database, models } = await databaseWithModels(options, terminal);
  await assertMigrated(database);
  const output = await openOutput(options.output, terminal, OWNER_ONLY);
  try {
    const counts = await withDatabase(database, () => writeCopy({ url: database.url, models }, output, terminal));
    await output.finish();
    if (options.output !== undefined)
      terminal.out(`Exported ${counts.objects} objects and ${counts.versions} versions of histories.\n`);
    return exitCode.ok;
  } catch (error) {
    await output.discard();
    throw error;
  } finally {
    terminal.showProgress?.("");
  }
}

/** Which database, and whose objects. */
interface CopySource extends Pick<DatabaseWithModels, "models"> {
  readonly url: string;
}

async function writeCopy({ url, models }: CopySource, output: Output, terminal: Terminal): Promise<CopyCounts> {
  const { indexedTables } = await loadRuntime();
  const tables = indexedTables(models);
  const snapshot = await openSnapshot(url);
  try {
    await assertCopied(snapshot.rows);
    for (const table of await tablesOfOthers(snapshot, tables))
      terminal.error(`The table ${table} is left out: its plugin was not given. Name all plugins with --plugin.\n`);
    const reads = new CopyReads(snapshot);
    const counts = await writeRows(reads, tables, { output, terminal });
    await tellLeftOut(reads, terminal);
    return counts;
  } finally {
    await snapshot.close();
  }
}

/** What its users would miss on the other database. */
async function tellLeftOut(reads: CopyReads, terminal: Terminal): Promise<void> {
  const { tokens, passwords } = await reads.credentials();
  if (tokens + passwords === 0) return;
  terminal.error(
    `Not in the copy: ${tokens} ${tokens === 1 ? "token" : "tokens"} and ${passwords} ${passwords === 1 ? "password" : "passwords"}. Make them again on the ` +
      "other database, with `cmgen token create` and `cmgen user reset`.\n",
  );
}

/** Of what is in the tables of other plugins nothing is known. */
async function tablesOfOthers(snapshot: DatabaseSnapshot, tables: readonly IndexedTable[]): Promise<readonly string[]> {
  const there = new Set(await snapshot.tables());
  const known = new Set(tables.map(({ name }) => name));
  const rows = await snapshot.rows<{ readonly name: string }>(tablesWithIndexes());
  return rows.map(({ name }) => name).filter((name) => there.has(name) && !known.has(name));
}

interface Writing {
  readonly output: Output;
  readonly terminal: Terminal;
}

async function writeRows(
  reads: CopyReads,
  tables: readonly IndexedTable[],
  { output, terminal }: Writing,
): Promise<CopyCounts> {
  const counts = { objects: 0, versions: 0, schedules: 0 };
  await output.write(plainLine({ copy: await headOf(reads, tables) }));
  for (const { name, resource } of tables) {
    for await (const objects of reads.objects(name)) {
      await output.write(objects.map((object) => objectLine(resource, object)).join(""));
      counts.objects += objects.length;
      terminal.showProgress?.(`Exported ${counts.objects} objects, now ${resource}.`);
    }
  }
  const known = new Set(tables.map(({ resource }) => resource));
  for await (const read of reads.history()) {
    const versions = read.filter(({ group, plural }) => known.has(`${plural}.${group}`));
    await output.write(versions.map(versionLine).join(""));
    counts.versions += versions.length;
    terminal.showProgress?.(`Exported ${counts.objects} objects and ${counts.versions} versions of histories.`);
  }
  for (const schedule of await reads.schedules()) {
    await output.write(plainLine({ schedule }));
    counts.schedules += 1;
  }
  await output.write(plainLine({ end: counts }));
  return counts;
}

async function headOf(reads: CopyReads, tables: readonly IndexedTable[]): Promise<CopyHead> {
  const resources = [];
  for (const { name, resource, model, models } of tables) {
    const versions = models.map(({ version }) => version);
    resources.push({
      resource,
      kind: model.kind,
      storage: apiVersionOf(model),
      versions,
      steps: await reads.steps(name),
    });
  }
  const by = `cmgen ${ownVersion()}`;
  return { format: COPY_FORMAT, id: randomUUID(), by, revision: await reads.revision(), resources };
}
