import type { UnconvertedObject } from "@cmgen/runtime/database";

import { exitCode, type ExitCode } from "../exit-code.js";
import type { Terminal } from "../terminal.js";
import { FilesError } from "../usage-error.js";
import { databaseWithModels, type ModelsOptions } from "./database-with-models.js";
import { loadRuntime } from "./runtime.js";
import { withDatabase } from "./with-database.js";

/** Objects that are printed; the others are counted. */
const PRINTED = 1000;

/** Stores objects of older versions as the version that new ones are stored as, and prints those that cannot be converted; see the command. */
export async function rewritePluginObjects(
  options: ModelsOptions & { readonly json: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const { database, models } = await databaseWithModels(options, terminal);
  if (database.isMissing) throw new FilesError(`${database.label} does not exist. Give its URL with --database-url.`);
  const { rewriteObjects } = await loadRuntime();
  const shown: UnconvertedObject[] = [];
  let unconverted = 0;
  const report = (object: UnconvertedObject): void => {
    unconverted += 1;
    if (unconverted > PRINTED) return;
    if (options.json) shown.push(object);
    else terminal.out(`${object.resource}/${object.object} ${object.message}\n`);
  };
  const { objects, rewritten } = await withDatabase(database, () => rewriteObjects(database.url, models, report));
  if (options.json) {
    const status = unconverted === 0 ? "done" : "unconverted";
    terminal.out(`${JSON.stringify({ status, objects, rewritten, unconverted, shown }, null, 2)}\n`);
  } else {
    if (unconverted > PRINTED) terminal.out(`… and ${unconverted - PRINTED} more\n`);
    const left =
      unconverted === 0 ? "" : ` ${unconverted} ${unconverted === 1 ? "stays" : "stay"} as an older version.`;
    terminal.out(`${rewritten} of ${objects} objects in ${database.label} were stored again.${left}\n`);
  }
  return unconverted === 0 ? exitCode.ok : exitCode.refused;
}
