import { durationMs } from "@cmgen/model/internal";

import { databaseWithModels, type ModelsOptions } from "../database/database-with-models.js";
import { loadRuntime } from "../database/runtime.js";
import { withDatabase } from "../database/with-database.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import { findTargets } from "../objects/find-targets.js";
import { fullName } from "../objects/served-resource.js";
import type { Terminal } from "../terminal.js";
import { FilesError, UsageError } from "../usage-error.js";

export interface PurgeOptions extends ModelsOptions {
  /** The resource, and perhaps the name of an object. */
  readonly words: readonly string[];
  /** How long ago what is erased was written, at least. */
  readonly before: string | undefined;
  readonly json: boolean;
}

/** Erases versions of objects for good; see the command. */
export async function purgePluginHistory(options: PurgeOptions, terminal: Terminal): Promise<ExitCode> {
  const { words, before, json } = options;
  const age = before === undefined ? undefined : durationMs(before);
  if (before !== undefined && age === undefined) throw new UsageError("--before must be a time, such as 30d or 12h.");
  if (words.length === 0) throw new UsageError("Say what to erase, as person/ann, or people with --before.");
  const { database, models } = await databaseWithModels(options, terminal);
  const targets = findTargets(models, words);
  if (age === undefined && targets.some(({ name }) => name === undefined))
    throw new UsageError("Name the objects, as person/ann, or say with --before what to erase of all of them.");
  if (database.isMissing) throw new FilesError(`${database.label} does not exist. Give its URL with --database-url.`);
  const { purgeHistory } = await loadRuntime();
  const until = age === undefined ? {} : { before: terminal.now().getTime() - age };
  let erased = 0;
  const unknown: string[] = [];
  for (const { resource, name } of targets) {
    const { group, plural } = resource;
    const purge = { group, plural, ...(name !== undefined && { name }), ...until };
    const purged = await withDatabase(database, () => purgeHistory(database.url, purge));
    erased += purged.erased;
    if (!purged.isKnown && name !== undefined) unknown.push(fullName(resource, name));
  }
  if (unknown.length > 0 && erased === 0) throw noHistory(unknown, database.label);
  if (json) terminal.out(`${JSON.stringify({ erased })}\n`);
  else terminal.out(`${erased} version${erased === 1 ? "" : "s"} erased in ${database.label}.\n`);
  if (unknown.length > 0) throw noHistory(unknown, database.label);
  return exitCode.ok;
}

function noHistory(objects: readonly string[], database: string): FilesError {
  return new FilesError(
    `There is no history of ${objects.join(", ")} in ${database}: nothing is kept under that name. ` +
      "What an object is now is in the object itself, and stays.",
  );
}
