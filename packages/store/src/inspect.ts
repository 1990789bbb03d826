/** For `cmgen doctor`, which examines a database from outside a service. */
export { openSnapshot } from "./open/open-database.js";
export type { DatabaseReads, DatabaseSnapshot } from "./sql/database-snapshot.js";
export type { SqlDialect } from "./sql/dialect.js";
export { WalkRecords } from "./engine/walk-records.js";
export { assertCopied, UnfinishedCopyError } from "./engine/assert-copied.js";
export { CopyReads, type RawObject } from "./engine/copy-reads.js";
export { indexStates } from "./engine/index-records.js";
export {
  danglingNames,
  duplicatesInColumn,
  duplicateValues,
  indexedTables,
  inspectLabels,
  inspectObjects,
  inspectValues,
  loggedChanges,
  newestRevision,
  orphans,
  revisions,
  unloggedObjects,
} from "./sql/inspect-statements.js";
export { tableProblems } from "./sql/table-problems.js";
