import { existsSync } from "node:fs";
import { parseDatabaseUrl } from "@cmgen/store";
import { newestRevision, openSnapshot } from "@cmgen/store/inspect";
import { ConfigurationError } from "../error/configuration-error.js";
import { checkObjects, type BreakingObject } from "../evolve/check-objects.js";
import { EvolutionError } from "../evolve/evolution-error.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";

/** Objects that are named; the others are counted. */
const NAMED = 20;

/** The revision of a database, or 0 for one that has none yet. What is written after it was read has a greater one. */
export async function revisionOf(databaseUrl: string): Promise<number> {
  if (isMissing(databaseUrl)) return 0;
  const snapshot = await openSnapshot(databaseUrl);
  try {
    if (!(await snapshot.tables()).includes("cmgen_revision")) return 0;
    const [row] = await snapshot.rows<{ revision: number | bigint }>(newestRevision());
    return Number(row?.revision ?? 0);
  } finally {
    await snapshot.close();
  }
}

/** Looking at a file that is not there yet would make it. */
function isMissing(databaseUrl: string): boolean {
  const location = parseDatabaseUrl(databaseUrl);
  return location.engine === "sqlite" && !existsSync(location.file);
}

/**
 * Makes sure, before anything is written, that the evolve steps that are due can change all objects that are stored, that these can be
 * converted where indexes are to be built, and that no two then have one unique value.
 *
 * @throws {ConfigurationError} naming the first objects for which that does not hold.
 */
export async function assertEvolvable(databaseUrl: string, models: readonly ModelDescriptor[]): Promise<void> {
  if (isMissing(databaseUrl)) return;
  const named: BreakingObject[] = [];
  let count = 0;
  const report = (object: BreakingObject): void => {
    count += 1;
    if (named.length < NAMED) named.push(object);
  };
  try {
    await checkObjects(databaseUrl, models, { report });
  } catch (error) {
    throw error instanceof EvolutionError ? new ConfigurationError(error.message, { cause: error }) : error;
  }
  if (count === 0) return;
  throw new ConfigurationError(
    [
      `${count} stored ${count === 1 ? "object breaks" : "objects break"} in this release. Nothing was changed. \`cmgen migrate check\` lists them.`,
      ...named.map(describe),
      ...(count > NAMED ? [`… and ${count - NAMED} more`] : []),
    ].join("\n"),
  );
}

function describe({ resource, object, broken }: BreakingObject): string {
  const problems = broken.slice(0, 5).map(({ path, message }) => `${path === "" ? "it" : path} ${message}`);
  return `  ${object}.${resource}: ${problems.join("; ")}`;
}
