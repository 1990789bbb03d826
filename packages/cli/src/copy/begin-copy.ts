import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";

import type { CopyState, Store } from "@cmgen/store";

import { databaseCommand } from "../database/database-command.js";
import type { PluginDatabase } from "../database/plugin-database.js";
import { FilesError } from "../usage-error.js";
import type { CopiedKind } from "./copy-entry.js";
import type { CopyFile } from "./copy-file.js";
import { type CopyNote, noteOf } from "./copy-note.js";
import { CopyLostError } from "./copy-run.js";

/** A copy that is to be stored. */
export interface BegunCopy {
  readonly copy: CopyFile;
  readonly kinds: ReadonlyMap<string, CopiedKind>;
  readonly database: PluginDatabase;
}

/**
 * Begins to store a copy, or goes on with it.
 *
 * @returns where it is; it may have ended before.
 * @throws {FilesError} where the database has something else in it
 */
export async function beginCopy(store: Store, begun: BegunCopy): Promise<CopyState> {
  const { copies } = store;
  const { head, size } = begun.copy;
  const known = await copies.state();
  if (known !== undefined && known.copy === head.id) {
    if (!known.isEnded) assertSame(noteOf(known), begun);
    return known;
  }
  if (known?.isEnded === false) throw otherCopy(begun);
  await assertAudited(store, begun.database);
  const isAddition = head.of !== undefined && known?.copy === head.of;
  if (isAddition) await assertUnchanged(store, begun);
  else await assertEmpty(store, begun);
  const note: CopyNote = {
    size,
    release: releaseOf(begun),
    objects: 0,
    versions: 0,
    schedules: 0,
    refused: 0,
    missing: 0,
    refusedBytes: 0,
  };
  // Its first line is read already.
  const to: CopyState = { copy: head.id, isEnded: false, line: 1, note: JSON.stringify(note) };
  const tables = [...begun.kinds.values()].map(({ table }) => ({ table: table.stored.table, steps: table.steps }));
  const beginning = { from: known, to, revision: head.revision, ...(!isAddition && { tables }) };
  if (!(await copies.begin(beginning))) throw new CopyLostError();
  return to;
}

/** What is stored in two parts must be of one file, and indexed by one release. */
function assertSame(note: CopyNote, begun: BegunCopy): void {
  const { copy, database } = begun;
  const isChanged = note.size !== copy.size;
  if (!isChanged && note.release === releaseOf(begun)) return;
  const why = isChanged
    ? `${copy.name} has changed since its import began. Put it back as it was`
    : `The plugins have other indexes or steps since the import of ${copy.name} began. Use the release that began it`;
  const reset = databaseCommand("migrate reset", database);
  throw new FilesError(`${why}, or empty the database with ${reset} and import again.`);
}

function releaseOf({ kinds }: BegunCopy): string {
  const declared = [...kinds].map(([resource, { table }]) => `${resource} ${table.all.declaration}`);
  return createHash("sha256").update(declared.toSorted().join("\n")).digest("hex").slice(0, 32);
}

function otherCopy({ copy, database }: BegunCopy): FilesError {
  return new FilesError(
    `${database.label} holds part of another copy than ${copy.name}: its import has not come to its end. Import that file again, which goes on ` +
      `from there, or empty the database with ${databaseCommand("migrate reset", database)}.`,
  );
}

/** @throws {FilesError} where a service has made steps since the lines were refused, or indexes by another release: these objects would miss them */
async function assertUnchanged(
  { walks, indexes }: Pick<Store, "walks" | "indexes">,
  { copy, kinds, database }: BegunCopy,
): Promise<void> {
  const declared = await indexes.declarations();
  for (const [resource, { table }] of kinds) {
    const { table: name, declaration } = table.all;
    const isSame = isDeepStrictEqual(await walks.steps(name), table.steps);
    if (isSame && (declared.get(name)?.declaration ?? declaration) === declaration) continue;
    throw new FilesError(
      `The objects of ${resource} in ${database.label} have been changed or indexed by another release since ${copy.name} was written. Import the ` +
        "whole copy again, corrected, into an empty database.",
    );
  }
}

/** @throws {FilesError} where the change log, which a copy forgets, has changes that the audit has not written yet */
async function assertAudited(store: Pick<Store, "audit" | "revision">, database: PluginDatabase): Promise<void> {
  const audited = await store.audit.position();
  if (audited === undefined || audited >= (await store.revision())) return;
  throw new FilesError(
    `${database.label} has changes that the audit has not written yet. Start the service once with its audit, or empty the database with ` +
      `${databaseCommand("migrate reset", database)}.`,
  );
}

async function assertEmpty({ copies }: Pick<Store, "copies">, { kinds, copy, database }: BegunCopy): Promise<void> {
  const occupied = await copies.occupied([...kinds.values()].map(({ table }) => table.all));
  if (occupied === undefined) return;
  throw new FilesError(
    `The table ${occupied} in ${database.label} is not empty, and ${copy.name} can be imported as it is into empty tables only. Name a new ` +
      `database with --database-url, or empty this one with ${databaseCommand("migrate reset", database)}.`,
  );
}
