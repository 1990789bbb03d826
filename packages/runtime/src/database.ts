/** For the command line, which works on a service's database without the service. */
export { CopiedObjectError, CopiedTable } from "./copy/copied-table.js";
export { causeOf } from "./error/cause-of.js";
export { areShownAlike } from "./evolve/shown-alike.js";
export { checkObjects, type BreakingObject } from "./evolve/check-objects.js";
export { rewriteObjects, type UnconvertedObject } from "./evolve/rewrite-objects.js";
export { purgeHistory, type PurgeCount } from "./host/purge-history.js";
export { endProviderSessions, listProviderSessions } from "./identity/session-commands.js";
export { type IssuedToken, issueToken, listTokens, revokeToken, type TokenRequest } from "./identity/token-commands.js";
export { findMissingRole, type MissingRole } from "./server/role-check.js";
export { makeTenant } from "./server/tenants/make-tenant.js";
export { dropTenant, migrateTenants, type MigratedTenant, withTenants } from "./server/tenants/tenant-commands.js";
export { doForUsers } from "./server/users-database.js";
export { hashNewPassword } from "./sign-in/password-rules.js";
export type { ShownSession, ShownUser } from "./sign-in/user-commands.js";
export { holdTables } from "./indexes/claim-table.js";
export { indexedTables, type IndexedTable } from "./indexes/indexed-table.js";
export { valuesOfIndex } from "./indexes/index-values.js";
export type { Conversion, ExtensionObject, ModelDescriptor } from "./model/model-descriptor.js";
export type { Plugin } from "./plugin/plugin.js";
export { brokenRules } from "./resource/broken-rules.js";
export type { BrokenRule } from "./resource/invalid.js";
export type { StoredObject } from "./resource/stored-object.js";
export { VersionView } from "./version/version-view.js";
export { databaseUrlIn, defaultDatabaseUrl } from "./server/settings.js";
export {
  type DatabaseLocation,
  type Migration,
  MigrationError,
  type MigrationEvents,
  type MigrationState,
  type MigrationStatus,
  deployMigrationsTo,
  migrationStatus,
  moveSchema,
  parseDatabaseUrl,
  readMigrations,
  resetDatabase,
  type StoredTenant,
  type StoredToken,
  type TableRows,
  tablesToReset,
  tenantNameProblem,
  tenantOf,
  tenantUrl,
} from "@cmgen/store";
