import type { BreakingObject } from "@cmgen/runtime/database";

import { exitCode, type ExitCode } from "../exit-code.js";
import type { Terminal } from "../terminal.js";
import { FilesError } from "../usage-error.js";
import { databaseWithModels, type ModelsOptions } from "./database-with-models.js";
import { loadRuntime } from "./runtime.js";
import { withDatabase } from "./with-database.js";

export interface CheckOptions extends ModelsOptions {
  readonly json: boolean;
}

/** Objects that are printed; the others are counted. */
const PRINTED = 1000;

/** Things that one object breaks that are printed. */
const PRINTED_EACH = 20;

/** Tries on what is stored what the next start would do to it, and prints which objects would break; see the command. */
export async function checkPluginDatabase(options: CheckOptions, terminal: Terminal): Promise<ExitCode> {
  const { database, models } = await databaseWithModels(options, terminal);
  if (database.isMissing) throw new FilesError(`${database.label} does not exist. Give its URL with --database-url.`);
  const { checkObjects } = await loadRuntime();
  const shown: BreakingObject[] = [];
  let breaking = 0;
  const report = (object: BreakingObject): void => {
    breaking += 1;
    if (breaking > PRINTED) return;
    if (options.json) shown.push(object);
    else terminal.out(linesOf(object));
  };
  const objects = await withDatabase(database, () => checkObjects(database.url, models, { report, all: true }));
  if (options.json) {
    const status = breaking === 0 ? "clean" : "breaking";
    terminal.out(`${JSON.stringify({ status, objects, breaking, shown: shown.map(plain) }, null, 2)}\n`);
  } else {
    if (breaking > PRINTED) terminal.out(`… and ${breaking - PRINTED} more\n`);
    const size = `${objects} object${objects === 1 ? "" : "s"}`;
    terminal.out(`${breaking === 0 ? "None" : breaking} of ${size} in ${database.label} would break.\n`);
  }
  return breaking === 0 ? exitCode.ok : exitCode.found;
}

function linesOf({ resource, object, broken }: BreakingObject): string {
  const lines = broken
    .slice(0, PRINTED_EACH)
    .map(({ path, message }) => `${resource}/${object} ${path === "" ? "" : `${path} `}${message}\n`);
  const more = broken.length - lines.length;
  return `${lines.join("")}${more > 0 ? `${resource}/${object} … and ${more} more\n` : ""}`;
}

function plain({ resource, object, broken }: BreakingObject): object {
  return { resource, object, broken: broken.map(({ path, message }) => ({ pointer: path, message })) };
}
