/** What the command line does with a service's database, without a service. */
export { examineDatabase, type Examination } from "./doctor/examine-database.js";
export type { Finding, FindingCode } from "./doctor/finding.js";
export type { MigrationEvents } from "./migrate/deploy-migrations.js";
export { MigrationError } from "./migrate/migration-error.js";
export type { MigrationState, MigrationStatus } from "./migrate/migration-history.js";
export { deployMigrationsTo, migrationStatus } from "./migrate/migration-status.js";
export { readMigrations, type Migration } from "./migrate/migration.js";
export type { ModelDescriptor } from "./model/model-descriptor.js";
export type { Plugin } from "./plugin/plugin.js";
export { databaseUrlIn, defaultDatabaseUrl } from "./server/settings.js";
export { parseDatabaseUrl, type DatabaseLocation } from "./store/database-url.js";
