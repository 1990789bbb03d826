import { type DatabaseReads, tableProblems } from "@cmgen/store/inspect";
import { ConfigurationError } from "../error/configuration-error.js";
import type { ServerOptions } from "./server-options.js";

/**
 * Something that must hold of the database for this release to serve it. It is asked before what migrations did is committed, and also
 * where there were none; it writes nothing.
 *
 * @throws {ConfigurationError} where it does not hold: then the database stays as it was, and the service does not start.
 */
export type StartCheck = (database: DatabaseReads, options: ServerOptions) => Promise<void>;

/** In the order in which they are made: each may count on those before it. */
const startChecks: readonly StartCheck[] = [tablesFit];

export async function makeStartChecks(database: DatabaseReads, options: ServerOptions): Promise<void> {
  for (const check of startChecks) await check(database, options);
}

/** A service on tables that are not its own would fail request by request. */
async function tablesFit(database: DatabaseReads, { plugins, tenants }: ServerOptions): Promise<void> {
  const models = plugins.flatMap(({ resources }) => resources.map(({ model }) => model));
  const isSubscribed = plugins.some(({ subscriptions }) => subscriptions !== undefined);
  const problems = await tableProblems(database, models, { isSubscribed, hasTenants: tenants !== undefined });
  if (problems.length === 0) return;
  throw new ConfigurationError(
    [
      "The database's tables are not as this release's models need them, and were not changed:",
      ...problems.map((problem) => `- ${problem}`),
      ...(problems.includes("there is no table cmgen_tenants")
        ? ["`tenants` in the server's options needs `tenants: true` in cmgen.config.ts."]
        : []),
      "If migrations of this release have not been applied, run `cmgen migrate deploy`. If it has none for this, run `cmgen generate` in the plugin's folder, and ship what it writes. If this release is older than the database, start the later one.",
    ].join("\n"),
  );
}
