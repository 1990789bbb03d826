/** For `cmgen doctor`, which examines a database from outside a service. */
export { openSnapshot } from "./open/open-snapshot.js";
export type { DatabaseSnapshot } from "./sql/database-snapshot.js";
export type { SqlDialect } from "./sql/dialect.js";
export { indexStatesShape } from "./sql/index-shapes.js";
export {
  type ResourceInput,
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
