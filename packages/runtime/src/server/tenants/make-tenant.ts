import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import {
  deployMigrationsTo,
  distributeSchema,
  type Migration,
  parseDatabaseUrl,
  type TenantStorage,
  tenantUrl,
} from "@cmgen/store";

export interface NewTenant {
  readonly name: string;
  /** The database of the service. */
  readonly databaseUrl: string;
  readonly migrations: readonly Migration[];
  readonly tenants: TenantStorage;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** No tenant is made where there are so many. Default: as many as you like. */
  readonly most?: number | undefined;
}

/**
 * Makes a tenant: its schema, on a node of a Citus cluster where the database is one, or its file, with all tables. One that was begun and not finished, because the process ended, is finished.
 *
 * @returns `adopted` where its schema or file was there already, with tables of a service; undefined where there is a tenant of the name, or there are
 * too many.
 * @throws {TypeError} for a name that no tenant can have; {@link MigrationError} when a migration fails.
 */
export async function makeTenant({
  name,
  databaseUrl,
  migrations,
  tenants,
  at,
  most,
}: NewTenant): Promise<"made" | "adopted" | undefined> {
  const url = tenantUrl(databaseUrl, name);
  // Never undefined: the call may be sent as JSON to the process that has the file.
  const isNew = await tenants.add(name, at, most ?? Number.MAX_SAFE_INTEGER);
  if (!isNew && (await tenants.find(name))?.state !== "creating") return undefined;
  const location = parseDatabaseUrl(url);
  if (location.engine === "sqlite") mkdirSync(dirname(location.file), { recursive: true });
  // Those that another process has applied meanwhile are not applied again.
  const applied = await deployMigrationsTo(url, migrations);
  await distributeSchema(url);
  if (!(await tenants.move(name, ["creating"], "ready"))) return undefined;
  return isNew && applied.length < migrations.length ? "adopted" : "made";
}
