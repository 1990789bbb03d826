import { assertMigrated } from "./assert-migrated.js";
import { GuardedStore } from "./guarded-store.js";
import { closePools, fillPools, openPools } from "../postgres/pools.js";
import { PostgresStore } from "../postgres/postgres-store.js";
import { columnsShape } from "../sql/index-shapes.js";
import { postgresDialect } from "../sql/dialect.js";
import type { EngineSettings } from "../store-settings.js";
import type { Store } from "../store.js";

const columns = columnsShape(postgresDialect);

/** Opens the store on a PostgreSQL server. */
export async function openPostgres(url: string, settings: EngineSettings): Promise<Store> {
  const { connections, timeouts } = settings;
  const pools = openPools(url, connections, timeouts);
  try {
    await assertMigrated(async (table) => {
      const { rows } = await pools.objects.query<{ name: string }>(columns.sql, columns.bind({ table }));
      return rows.map(({ name }) => name);
    });
    const store = await PostgresStore.open({ url, pools }, settings);
    await fillPools(pools);
    return new GuardedStore(store);
  } catch (error) {
    await closePools(pools);
    throw error;
  }
}
