/** For `cmgen doctor`, which examines a database from outside a service. */
export { openSnapshot } from "./open/open-database.js";
export type { DatabaseReads, DatabaseSnapshot } from "./sql/database-snapshot.js";
export type { SqlDialect } from "./sql/dialect.js";
export { EvolutionRecords } from "./engine/evolution-records.js";
export { indexStatesShape } from "./sql/index-shapes.js";
export {
  type ResourceInput,
  danglingNamesShape,
  duplicateColumnShape,
  duplicateValueShape,
  indexedTablesShape,
  inspectLabelsShape,
  inspectObjectsShape,
  inspectValuesShape,
  loggedChangesShape,
  orphansShape,
  revisionsShape,
  unloggedObjectsShape,
} from "./sql/inspect-shapes.js";
export { tableProblems } from "./sql/table-problems.js";
