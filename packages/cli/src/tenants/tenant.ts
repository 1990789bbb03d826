import type { StoredTenant, withTenants } from "@cmgen/runtime/database";

import { assertMigrated } from "../database/assert-migrated.js";
import { findDatabase } from "../database/migrate.js";
import type { PluginDatabase } from "../database/plugin-database.js";
import { loadRuntime } from "../database/runtime.js";
import { withDatabase } from "../database/with-database.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import { printRows } from "../print-rows.js";
import type { Terminal } from "../terminal.js";
import { FilesError, UsageError } from "../usage-error.js";

export interface TenantOptions {
  readonly name: string | undefined;
  readonly to: string | undefined;
  readonly force: boolean;
  readonly databaseUrl: string | undefined;
  readonly json: boolean;
}

type Tenants = Parameters<Parameters<typeof withTenants>[1]>[0];

/** What `cmgen tenant` can do. */
export const tenantActions = {
  create: createTenant,
  list: listTenants,
  drop: dropOne,
  migrate: migrateAll,
  move: moveTenant,
} as const;

async function createTenant(options: TenantOptions, terminal: Terminal): Promise<ExitCode> {
  const { makeTenant, tenantUrl } = await loadRuntime();
  const name = await nameOf(options, "create");
  const database = await migratedOf(options, terminal);
  const { url: databaseUrl, migrations } = database;
  const outcome = await onTenants(database, (tenants) =>
    makeTenant({ name, databaseUrl, migrations, tenants, at: Date.now() }),
  );
  if (outcome === undefined) throw new FilesError(`There is a tenant ${name} already: nothing was done.`);
  const made = { name, databaseUrl: shownUrl(tenantUrl(databaseUrl, name)) };
  if (options.json) terminal.out(`${JSON.stringify({ ...made, adopted: outcome === "adopted" }, null, 2)}\n`);
  else {
    terminal.out(`Made the tenant ${name}, in ${made.databaseUrl}\n`);
    if (outcome === "adopted") terminal.out("Its database was there already: what is in it is served.\n");
  }
  return exitCode.ok;
}

async function listTenants(options: TenantOptions, terminal: Terminal): Promise<ExitCode> {
  if (options.name !== undefined) throw new UsageError("tenant list takes no name.");
  const { tenantUrl } = await loadRuntime();
  const database = await databaseOf(options, terminal);
  const all = await onTenants(database, (tenants) => tenants.all());
  const shown = all.map((tenant) => ({
    name: tenant.name,
    state: stateOf(tenant),
    created: new Date(tenant.createdAt).toISOString(),
    ...(tenant.problem !== null && { problem: tenant.problem }),
    databaseUrl: shownUrl(tenantUrl(database.url, tenant.name)),
  }));
  if (options.json) terminal.out(`${JSON.stringify({ tenants: shown }, null, 2)}\n`);
  else if (shown.length === 0) terminal.out("There are no tenants.\n");
  else {
    const rows = shown.map(({ name, state, created, databaseUrl }) => [name, state, created, databaseUrl]);
    terminal.out(printRows([["NAME", "STATE", "CREATED", "DATABASE"], ...rows]));
    for (const { name, problem } of shown)
      if (problem !== undefined) terminal.out(`${name} is not served: ${problem}\n`);
  }
  return exitCode.ok;
}

function stateOf({ state, problem }: StoredTenant): string {
  return state === "ready" && problem !== null ? "failing" : state;
}

async function dropOne(options: TenantOptions, terminal: Terminal): Promise<ExitCode> {
  const { dropTenant, tenantUrl } = await loadRuntime();
  const name = await nameOf(options, "drop");
  const database = await databaseOf(options, terminal);
  const label = shownUrl(tenantUrl(database.url, name));
  if (!options.force && !(await isAgreed(`the tenant ${name} with all of its objects, in ${label}`, terminal)))
    return exitCode.cancelled;
  const isDropped = await onTenants(database, (tenants) => dropTenant(database.url, tenants, name));
  if (!isDropped) throw noTenant(name);
  terminal.out(options.json ? `${JSON.stringify({ dropped: name }, null, 2)}\n` : `Deleted the tenant ${name}.\n`);
  return exitCode.ok;
}

/** @throws {FilesError} without a terminal, where nobody can be asked */
async function isAgreed(what: string, { ask }: Terminal): Promise<boolean> {
  if (ask === undefined)
    throw new FilesError(
      "Nothing was deleted: there is no terminal to ask on. To delete without a question, add --force.",
    );
  return /^y(es)?$/i.test((await ask(`Delete ${what}? [y/N] `)).trim());
}

async function migrateAll(options: TenantOptions, terminal: Terminal): Promise<ExitCode> {
  const { migrateTenants } = await loadRuntime();
  const database = await migratedOf(options, terminal);
  const { url, migrations } = database;
  const done = await onTenants(database, async (tenants) => {
    const names = options.name === undefined ? (await tenants.all()).map(({ name }) => name) : [options.name];
    if (options.name !== undefined && (await tenants.find(options.name)) === undefined) throw noTenant(options.name);
    const outcomes = [];
    for await (const outcome of migrateTenants(url, { tenants, migrations, names })) {
      const { name, applied, problem } = outcome;
      outcomes.push(outcome);
      if (options.json) continue;
      if (problem === undefined) terminal.out(`${name}: ${applied.length === 0 ? "up to date" : applied.join(", ")}\n`);
      else terminal.error(`${name}: ${problem}\n`);
    }
    return outcomes;
  });
  const failed = done.filter(({ problem }) => problem !== undefined).map(({ name }) => name);
  if (options.json) terminal.out(`${JSON.stringify({ tenants: done }, null, 2)}\n`);
  else if (failed.length > 0)
    terminal.error(`${failed.length} of ${done.length} failed: ${failed.join(", ")}. All others are up to date.\n`);
  return failed.length === 0 ? exitCode.ok : exitCode.refused;
}

async function moveTenant(options: TenantOptions, terminal: Terminal): Promise<ExitCode> {
  const { moveSchema, tenantUrl } = await loadRuntime();
  const name = await nameOf(options, "move");
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(options.to ?? "") ?? [];
  if (host === undefined || port === undefined)
    throw new UsageError("tenant move needs --to <host>:<port>, a node of the cluster.");
  const database = await databaseOf(options, terminal);
  await onTenants(database, async (tenants) => {
    if ((await tenants.find(name)) === undefined) throw noTenant(name);
    await moveSchema(tenantUrl(database.url, name), { host, port: Number(port) });
  });
  const moved = { name, to: options.to };
  terminal.out(options.json ? `${JSON.stringify(moved, null, 2)}\n` : `Moved the tenant ${name} to ${options.to}.\n`);
  return exitCode.ok;
}

async function nameOf({ name }: TenantOptions, action: string): Promise<string> {
  if (name === undefined) throw new UsageError(`tenant ${action} needs the name of a tenant.`);
  const { tenantNameProblem } = await loadRuntime();
  const problem = tenantNameProblem(name);
  if (problem !== undefined) throw new UsageError(`The name of a tenant ${problem}, not ${JSON.stringify(name)}.`);
  return name;
}

function noTenant(name: string): FilesError {
  return new FilesError(`There is no tenant ${name}: nothing was done. \`cmgen tenant list\` shows all.`);
}

/** @throws {UsageError} for the database of a tenant */
async function databaseOf(options: TenantOptions, terminal: Terminal): Promise<PluginDatabase> {
  const { tenantOf } = await loadRuntime();
  const database = await findDatabase(options, terminal);
  const tenant = tenantOf(database.url);
  if (tenant === undefined) return database;
  throw new UsageError(`${database.label} is the database of the tenant ${tenant}: name the database of its service.`);
}

/** The database, with all tables of this release: tenants are made and migrated after the service's own database. */
async function migratedOf(options: TenantOptions, terminal: Terminal): Promise<PluginDatabase> {
  const database = await databaseOf(options, terminal);
  await assertMigrated(database);
  return database;
}

/** @throws {FilesError} where the service has no tenants, and for whatever the database refuses. */
async function onTenants<Result>(
  database: PluginDatabase,
  use: (tenants: Tenants) => Promise<Result>,
): Promise<Result> {
  const runtime = await loadRuntime();
  return withDatabase(database, () =>
    runtime.withTenants(database.url, async (tenants) => {
      if (await tenants.isThere()) return use(tenants);
      const generate = database.place.command("generate");
      throw new FilesError(
        `${database.label} has no table of tenants. Set \`tenants: true\` in cmgen.config.ts, run \`${generate}\`, and migrate the database.`,
      );
    }),
  );
}

/** Without a password: what is printed may be kept in a log. */
function shownUrl(url: string): string {
  return url.replace(/^([a-z]+:\/\/[^:@/]*):[^@/]*@/i, "$1@").replace(/([?&]password=)[^&]*/i, "$1…");
}
