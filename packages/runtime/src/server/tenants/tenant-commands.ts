import {
  type CommandHandlers,
  commandStore,
  deployMigrationsTo,
  dropDatabase,
  type Migration,
  openStore,
  parseDatabaseUrl,
  type Store,
  type TenantStorage,
  tenantUrl,
} from "@cmgen/store";

const TENANTS = "tenants";

type Method = keyof TenantStorage;

interface Call {
  readonly method: Method;
  readonly args: readonly unknown[];
}

/** Reads and changes the records of tenants for commands, in the process that has the SQLite file. */
export function tenantCommands({ tenants }: Pick<Store, "tenants">): CommandHandlers {
  return {
    // Commands come from this module in processes of this user.
    [TENANTS]: async (input) => (await call(tenants, input as Call)) ?? null,
  };
}

/** Runs `use` with the records of the tenants of a service, which may run. */
export async function withTenants<Result>(
  url: string,
  use: (tenants: TenantStorage) => Promise<Result>,
): Promise<Result> {
  if (parseDatabaseUrl(url).engine === "sqlite") return use(tenantsOfFile(url));
  const store = await openStore(url, { connections: 10 });
  try {
    return await use(store.tenants);
  } finally {
    await store.close();
  }
}

/** Each call is done by the process that has the file, or here. */
function tenantsOfFile(url: string): TenantStorage {
  const ask =
    <Name extends Method>(method: Name) =>
    (...args: Parameters<TenantStorage[Name]>): ReturnType<TenantStorage[Name]> => {
      const answer = commandStore(url, { name: TENANTS, input: { method, args } }, (store) =>
        call(store.tenants, { method, args }),
      );
      // The same method gives the same answer in either process, as JSON.
      return answer.then((value) => value ?? undefined) as ReturnType<TenantStorage[Name]>;
    };
  return {
    isThere: ask("isThere"),
    all: ask("all"),
    find: ask("find"),
    add: ask("add"),
    move: ask("move"),
    prepared: ask("prepared"),
    failed: ask("failed"),
    failing: ask("failing"),
    forget: ask("forget"),
    due: ask("due"),
    hold: ask("hold"),
    settle: ask("settle"),
  };
}

/** TypeScript does not relate the arguments of one method to it. */
function call(tenants: TenantStorage, { method, args }: Call): Promise<unknown> {
  const run = tenants[method] as (...args: readonly unknown[]) => Promise<unknown>;
  return run(...args);
}

/**
 * Deletes a tenant, with all of its objects. Processes that have it open close it first.
 *
 * @returns false where there is none of the name.
 * @throws {Error} if a process does not close it in time: then it is deleted by the next call, and served by nobody until then.
 */
export async function dropTenant(url: string, tenants: TenantStorage, name: string): Promise<boolean> {
  if (!(await tenants.move(name, ["creating", "ready", "dropping"], "dropping"))) return false;
  await dropDatabase(tenantUrl(url, name));
  await tenants.forget(name);
  return true;
}

/** What became of the migrations of one tenant. */
export interface MigratedTenant {
  readonly name: string;
  /** Names of those that were applied. */
  readonly applied: readonly string[];
  /** Why one failed. */
  readonly problem?: string;
}

/** Applies the migrations that are due to one tenant after another. Where one fails, that is recorded with the tenant, and the others go on. */
export async function* migrateTenants(
  url: string,
  {
    tenants,
    migrations,
    names,
  }: { readonly tenants: TenantStorage; readonly migrations: readonly Migration[]; readonly names: readonly string[] },
): AsyncGenerator<MigratedTenant> {
  for (const name of names) {
    try {
      const applied = await deployMigrationsTo(tenantUrl(url, name), migrations);
      // What was in the way of these is over. Other problems are those of evolve steps, which the service tries again.
      if (applied.length > 0) await tenants.failed(name, null);
      yield { name, applied };
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      await tenants.failed(name, problem);
      yield { name, applied: [], problem };
    }
  }
}
