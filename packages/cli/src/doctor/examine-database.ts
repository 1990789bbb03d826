import type { ModelDescriptor } from "@cmgen/runtime/database";
import { assertCopied, type DatabaseSnapshot, openSnapshot } from "@cmgen/store/inspect";
import { examineChanges } from "./examine-changes.js";
import { examineLog } from "./examine-log.js";
import { examineObject } from "./examine-object.js";
import { examineReferences } from "./examine-references.js";
import { examineBuilds, examineOrphans, examineUniqueness, examineUnknown } from "./examine-tables.js";
import { examinedTables, type ExaminedTable } from "./examined-table.js";
import type { Finding } from "./finding.js";
import { readObjects } from "./read-objects.js";

export interface Examination {
  /** How many objects were held against what is copied of them. */
  readonly objects: number;
  readonly findings: number;
  /** Objects that are stored as another version than new ones, by resource and version; absent where there are none. */
  readonly older?: readonly OlderObjects[];
  /** Warnings about the database for the operator; absent if there are none. */
  readonly warnings?: readonly string[];
}

/** Objects that are converted whenever they are read, until they are next changed. */
export interface OlderObjects {
  /** `<plural>.<group>`. */
  readonly resource: string;
  readonly apiVersion: string;
  readonly objects: number;
}

/**
 * Proves that a store agrees with itself: every object's index values and labels are what its bytes say, none belong to no object, unique
 * values are, indexes are built from what the models say, what is kept of the change log leads to the objects that are there, and no
 * revision will be given twice. It looks at one moment of a database, which may be in use, changes nothing, and takes memory for a few
 * megabytes of objects however many there are.
 *
 * @param models Every model with objects in the database, in the order of the service's plugins.
 * @param report Is told of each disagreement as it is found.
 * @throws {TypeError} for a URL of another sort; {@link UnfinishedCopyError} for part of a copy of another database; else the driver's error, for tables that are not there too.
 */
export async function examineDatabase(
  url: string,
  models: readonly ModelDescriptor[],
  report: (finding: Finding) => void,
): Promise<Examination> {
  const snapshot = await openSnapshot(url);
  const counts = { objects: 0, findings: 0 };
  const older: OlderObjects[] = [];
  const tell = (finding: Finding): void => {
    counts.findings += 1;
    report(finding);
  };
  try {
    const damage = await snapshot.damage();
    for (const message of damage) tell({ code: "damage", message });
    try {
      await examineContents(snapshot, {
        models,
        tell,
        counted: (objects) => (counts.objects += objects),
        older: (found) => older.push(found),
      });
    } catch (error) {
      // What is damaged need not be readable.
      if (damage.length === 0) throw error;
      tell({ code: "damage", message: `The rest cannot be examined: ${String(error)}` });
    }
    const warnings = await snapshot.warnings();
    return { ...counts, ...(older.length > 0 && { older }), ...(warnings.length > 0 && { warnings }) };
  } finally {
    await snapshot.close();
  }
}

interface ContentExamination {
  readonly models: readonly ModelDescriptor[];
  readonly tell: (finding: Finding) => void;
  /** Told how many objects were looked at. */
  readonly counted: (objects: number) => void;
  readonly older: (found: OlderObjects) => void;
}

async function examineContents(
  snapshot: DatabaseSnapshot,
  { models, tell, counted, older }: ContentExamination,
): Promise<void> {
  await assertCopied(snapshot.rows);
  const log = await examineLog(snapshot);
  for (const finding of log.findings) tell(finding);
  const tables = examinedTables(models);
  for (const finding of await examineUnknown(snapshot, tables)) tell(finding);
  for (const table of tables) {
    const versions = new Map<string, number>();
    const stored = (apiVersion: string): unknown => versions.set(apiVersion, (versions.get(apiVersion) ?? 0) + 1);
    counted(await examineTable(snapshot, table, { models, tell, stored }));
    for (const [apiVersion, objects] of versions) older({ resource: table.indexed.resource, apiVersion, objects });
    for await (const finding of examineChanges({ snapshot, table, isWhole: log.isWhole })) tell(finding);
  }
}

interface TableExamination extends Pick<ContentExamination, "models" | "tell"> {
  readonly stored: (apiVersion: string) => void;
}

async function examineTable(
  snapshot: DatabaseSnapshot,
  table: ExaminedTable,
  { models, tell, stored }: TableExamination,
): Promise<number> {
  const builds = await examineBuilds(snapshot, table);
  for await (const finding of examineOrphans(snapshot, table)) tell(finding);
  for await (const finding of examineUniqueness(snapshot, table)) tell(finding);
  const { built } = builds;
  for await (const finding of examineReferences({ snapshot, table, built, models })) tell(finding);
  const { indexed, versions } = table;
  const examination = { table: indexed, dialect: snapshot.dialect, indexes: built, versions, older: stored };
  let objects = 0;
  for await (const batch of readObjects(snapshot, table.stored)) {
    for (const object of batch) for (const finding of examineObject(examination, object)) tell(finding);
    objects += batch.length;
  }
  // Of no objects every index is built: a database that no service has started on is in order.
  if (objects > 0) for (const finding of builds.findings) tell(finding);
  return objects;
}
