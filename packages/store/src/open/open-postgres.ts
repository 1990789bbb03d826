import { deployMigrations } from "../migrate/deploy-migrations.js";
import { withPostgres } from "../migrate/with-postgres.js";
import { assertChangeLog } from "../assert-change-log.js";
import { GuardedStore } from "../guarded-store.js";
import type { OpenStoreOptions } from "./open-store-options.js";
import { previousColumnShape } from "../sql/change-shapes.js";
import { postgresDialect } from "../sql/dialect.js";
import { defaultSettings } from "../store-settings.js";
import type { Store } from "../store.js";
import { closePools, openPools } from "../postgres/pools.js";
import { PostgresStore } from "../postgres/postgres-store.js";

const DEFAULT_CONNECTIONS = 15;

/** Opens the store on a PostgreSQL server. */
export async function openPostgres(url: string, options: OpenStoreOptions): Promise<Store> {
  const { migrations, migrationEvents, connections = DEFAULT_CONNECTIONS } = options;
  // On a connection of their own: a migration may take any time.
  if (migrations !== undefined)
    await withPostgres(url, (target) => deployMigrations(target, migrations, migrationEvents));
  const settings = { ...defaultSettings, ...options };
  const pools = openPools(url, connections, settings.timeouts);
  try {
    await assertChangeLog(() => pools.objects.query(previousColumnShape(postgresDialect).sql));
    return new GuardedStore(await PostgresStore.open({ url, pools }, settings));
  } catch (error) {
    await closePools(pools);
    throw error;
  }
}
