export { type WalkIdentity, decodeContinue, encodeContinue } from "./lists/continue-token.js";
export {
  type AggregatePlan,
  type AggregateResult,
  type AggregateRow,
  type GroupKey,
  type Measure,
  SumRangeError,
} from "./aggregate-plan.js";
export type { Command, CommandHandler, CommandHandlers } from "./commands.js";
export type {
  CopiedObject,
  CopiedRow,
  CopiedSchedule,
  CopiedVersion,
  CopyBeginning,
  CopyClash,
  CopyState,
  CopyStorage,
} from "./copy-storage.js";
export { type DatabaseLocation, parseDatabaseUrl, tenantNameProblem, tenantOf, tenantUrl } from "./database-url.js";
export type {
  AttemptRules,
  ChangedIdentities,
  Hashed,
  IdentityStorage,
  NewSession,
  NewToken,
  PasswordChange,
  StoredCredentials,
  StoredReset,
  StoredSession,
  StoredToken,
  Use,
} from "./identity-storage.js";
export type { IndexState, IndexStorage, IndexValues, ReleaseClaim, TableDeclaration } from "./index-storage.js";
export {
  type IndexValue,
  type IndexValueType,
  exactInteger,
  isInt64,
  parseIndexValue,
  valueDescriptions,
} from "./index-value.js";
export type {
  AllOf,
  AnyOf,
  SelectedValues,
  FieldColumn,
  FieldFilter,
  KeysetPosition,
  LabelFilter,
  ListPlan,
  ListWindow,
  SortKey,
  ObjectColumn,
} from "./list-plan.js";
export { type LogPosition, type Past, parsePosition, printPosition } from "./log-position.js";
export type { MigrationEvents } from "./migrate/deploy-migrations.js";
export { MigrationError } from "./migrate/migration-error.js";
export type { MigrationState, MigrationStatus } from "./migrate/migration-history.js";
export { deployMigrationsTo, migrationStatus } from "./migrate/migration-status.js";
export { distributeSchema, moveSchema } from "./migrate/citus-schemas.js";
export { dropDatabase } from "./migrate/drop-database.js";
export { type Migration, readMigrations } from "./migrate/migration.js";
export { type TableRows, resetDatabase, tablesToReset } from "./migrate/reset-database.js";
export { StreamStalledError } from "./lists/object-stream.js";
export { UnfinishedCopyError } from "./engine/assert-copied.js";
export { NotMigratedError } from "./engine/assert-migrated.js";
export { type Database, commandStore, openDatabase, openStore } from "./open/open-database.js";
export { type DatabaseServer, openServer } from "./open/open-server.js";
export type { Fence, HeldLock, ProcessLocks } from "./process-locks.js";
export { FileInUseError, type FileOwner } from "./sqlite/file-owner.js";
export type { FileWait } from "./sqlite/held-file.js";
export { type StoreSettings, defaultSettings } from "./store-settings.js";
export {
  type AuditStorage,
  type Change,
  type ChangeOrigin,
  type ChangeLimit,
  type ChangeType,
  type HistoryEntry,
  type HistoryPosition,
  type HistoryPurge,
  type HistoryResource,
  type HistoryStorage,
  type HistoryVersion,
  type ListPage,
  type ObjectBatch,
  type ObjectRecord,
  type ObjectStream,
  type PoolUse,
  type ReplicaLag,
  type PreviousState,
  type Removal,
  type ScheduleMove,
  type ScheduleProgress,
  type ScheduleStorage,
  type Store,
  type StoredBytes,
  changeBatch,
  changeBytes,
} from "./store.js";
export { type StoredModel, storedModel } from "./stored-model.js";
export type { Creation, CreatedObject, SubscriptionPosition, SubscriptionStorage } from "./subscription-storage.js";
export type { StoredTenant, TenantState, TenantStorage } from "./tenant-storage.js";
export { creationOrder } from "./sql/keyset.js";
export { UnavailableError, unavailableIn } from "./unavailable-error.js";
export {
  type MarkMove,
  type NumberedObject,
  type RewriteOutcome,
  type RewrittenObject,
  type ShowObject,
  type SteppedObject,
  type StepState,
  type TakenValue,
  type WalkedObject,
  type WalkMark,
  type WalkStorage,
  markAt,
  WalkLostError,
} from "./walk-storage.js";
export {
  type BatchOutcome,
  MOST_JOBS,
  type ReadGuard,
  type Receipt,
  type RefusedJob,
  type WriteBatch,
} from "./write-batch.js";
export {
  COUNTED_REFERRERS,
  guardOf,
  type MissingObject,
  type NeededObjects,
  type ReferenceGuard,
  type Referrers,
  type ReferringIndex,
  type WriteJob,
  type WriteOutcome,
  type WriteRefusal,
} from "./write-job.js";
