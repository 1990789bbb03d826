import { assertMigrated } from "../assert-migrated.js";
import { GuardedStore } from "../guarded-store.js";
import { sqliteDialect } from "../sql/dialect.js";
import { columnsShape } from "../sql/index-shapes.js";
import { serveReads, type SqliteDatabase } from "../sqlite/open-database.js";
import { prepare } from "../sqlite/prepared.js";
import { SqliteStore } from "../sqlite/sqlite-store.js";
import type { EngineSettings } from "../store-settings.js";
import type { Store } from "../store.js";

/** Opens the store in an SQLite database. The connection is the store's from then on. */
export async function openSqlite(database: SqliteDatabase, settings: EngineSettings): Promise<Store> {
  const columns = prepare(database, columnsShape(sqliteDialect));
  await assertMigrated(async (table) => (columns.all({ table }) as { name: string }[]).map(({ name }) => name));
  database.exec("INSERT INTO cmgen_revision (id, revision) VALUES (1, 0) ON CONFLICT DO NOTHING");
  if (!database.memory) serveReads(database);
  return new GuardedStore(new SqliteStore(database, settings));
}
