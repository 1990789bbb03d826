/** For `cmgen backup` and `cmgen restore`, which work on a service's database without the service. */
export type { DatabaseContents } from "./backup/database-contents.js";
export { findRestoreTarget, type SchemaSnapshot, withSchemaSnapshot } from "./backup/postgres-backup.js";
export { BackupFileError, copyDatabaseFile, examineFile, removeFile, syncFolderOf } from "./backup/sqlite-backup.js";
export { type FileRestore, restoreFile } from "./backup/sqlite-restore.js";
export { compareHistory, type MigrationRecord } from "./migrate/migration-history.js";
