import type { Authenticator } from "../access/authenticator.js";
import type { Plugin } from "./plugin.js";

/**
 * The plugin without its `src/access.ts`, for tests that are not about access: everybody who can reach the service may do everything. Such a service
 * listens on loopback only, as any without access does.
 */
export function withoutAccess(plugin: Plugin): Plugin {
  return { ...plugin, access: undefined };
}

/**
 * The plugin with its own roles and rules and other ways to know who calls, for tests that are about access: `withCallers(plugin, ({ headers }) => …)`.
 *
 * @throws {TypeError} for a plugin without `src/access.ts`.
 */
export function withCallers(plugin: Plugin, ...authenticate: readonly Authenticator[]): Plugin {
  const { access } = plugin;
  if (access === undefined)
    throw new TypeError(`The plugin ${plugin.name} has no src/access.ts: everybody may do everything`);
  return { ...plugin, access: { ...access, definition: { ...access.definition, authenticate } } };
}
