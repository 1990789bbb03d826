import type { MigrationEvents } from "../migrate/deploy-migrations.js";
import type { Migration } from "../migrate/migration.js";
import type { SqliteStoreOptions } from "../sqlite/sqlite-store.js";
import type { StoreSettings } from "../store-settings.js";

/** What of a store may be otherwise than by default. */
export interface OpenStoreOptions extends Partial<StoreSettings>, Pick<SqliteStoreOptions, "readers"> {
  /** Applied first, those that have not been. Without them the tables must be there already. */
  readonly migrations?: readonly Migration[];
  readonly migrationEvents?: MigrationEvents;
  /** About how many connections to a PostgreSQL server, beside one that listens and one that holds locks: ten at least. Default 15. */
  readonly connections?: number;
  /** Lists that take long, at a time, on a PostgreSQL server. Default: one less than this machine can run at once, at least 1, at most 4. */
  readonly longLists?: number;
}
