import { deployMigrations } from "../../migrate/deploy-migrations.js";
import { postgresMigrations } from "../../migrate/postgres-migrations.js";
import type { OpenStoreOptions } from "../open-store-options.js";
import { defaultSettings } from "../store-settings.js";
import type { Store } from "../store.js";
import { closePools, openPools } from "./pools.js";
import { PostgresStore } from "./postgres-store.js";

const DEFAULT_CONNECTIONS = 15;

/** Opens the store on a PostgreSQL server. */
export async function openPostgres(url: string, options: OpenStoreOptions): Promise<Store> {
  const { migrations, migrationEvents, connections = DEFAULT_CONNECTIONS } = options;
  const pools = openPools(url, connections);
  try {
    if (migrations !== undefined)
      await deployMigrations(postgresMigrations(pools.objects), migrations, migrationEvents);
    return await PostgresStore.open({ url, pools }, { ...defaultSettings, ...options });
  } catch (error) {
    await closePools(pools);
    throw error;
  }
}
