import { commandStore, type Store } from "@cmgen/store";
import { silentLog } from "../log/log.js";
import { ConfigurationError } from "../error/configuration-error.js";
import { PluginRegistry } from "../plugin/plugin-registry.js";
import type { Plugin } from "../plugin/plugin.js";
import { Accounts } from "../sign-in/accounts.js";
import { explained, type UserAct, userActs } from "../sign-in/user-commands.js";
import { createService } from "./create-service.js";
import { logicOf } from "./logic-of.js";

/** What the act of a command takes. */
type Input<Act extends UserAct> = Parameters<(typeof userActs)[Act]>[1];

type Output<Act extends UserAct> = Awaited<ReturnType<(typeof userActs)[Act]>>;

/**
 * Does something with the users of a database, here or in the process that has the SQLite file. Objects of users are written as the service would:
 * with its checks and hooks.
 *
 * @throws {ConfigurationError} if none of the plugins has users.
 */
export async function doForUsers<Act extends UserAct>(
  { url, plugins }: { readonly url: string; readonly plugins: readonly Plugin[] },
  act: Act,
  input: Input<Act>,
): Promise<Output<Act>> {
  const registry = new PluginRegistry(plugins);
  const { users } = registry;
  if (users === undefined)
    throw new ConfigurationError(
      "The service has no users. Set `users: true` in cmgen.config.ts, and run `cmgen generate`.",
    );
  // TypeScript does not relate the type of one act to that of its input.
  const run = userActs[act] as unknown as (accounts: Accounts, input: Input<Act>) => Promise<Output<Act>>;
  return commandStore<Output<Act>>(url, { name: act, input }, (store: Store) => {
    const service = createService({ ...logicOf(registry), notReady: () => undefined, store, log: silentLog });
    return explained<Output<Act>>(() => run(new Accounts(service, users), input));
  });
}
