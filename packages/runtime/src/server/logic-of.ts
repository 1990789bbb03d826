import { type AccessControl, type AccessSources, createAccess } from "../access/access-control.js";
import type { Authenticator } from "../access/authenticator.js";
import { endpointsOf } from "../endpoint/endpoints-of.js";
import { isSessions, sessions } from "../identity/sessions.js";
import { tokens } from "../identity/tokens.js";
import type { PluginRegistry } from "../plugin/plugin-registry.js";
import { ConfigurationError } from "../error/configuration-error.js";
import { AddressPolicy } from "../subscription/address-policy.js";
import { SubscriptionKeeper } from "../subscription/subscription-keeper.js";
import { ownedHooks, type ServiceOptions } from "./create-service.js";
import type { ServerSettings } from "./settings.js";

/** What the service needs of the plugins. */
export function logicOf(
  registry: PluginRegistry,
  {
    receivers = new AddressPolicy([]),
    belongs,
  }: Partial<Pick<ServerSettings, "receivers">> & Pick<AccessSources, "belongs"> = {},
): Pick<ServiceOptions, "access" | "models" | "hooks" | "mappings" | "notReady" | "pluginOf" | "users" | "keeperOf"> {
  const { plugins, models, users } = registry;
  const access = accessOf(registry, belongs);
  return {
    access,
    keeperOf: keepersOf(registry, { receivers, isOpen: access === undefined }),
    models,
    users,
    hooks: plugins.flatMap(({ name, hooks = [] }) => hooks.map((each) => ownedHooks({ plugin: name }, each))),
    mappings: plugins.flatMap(({ controllers }) => controllers.flatMap(({ watches }) => watches ?? [])),
    notReady: registry.notReadyModel.bind(registry),
    pluginOf: (model) => registry.ownerOf(model).name,
  };
}

function keepersOf(
  { subscriptions, models }: PluginRegistry,
  { receivers: policy, isOpen }: Pick<ServerSettings, "receivers"> & { readonly isOpen: boolean },
): ServiceOptions["keeperOf"] {
  if (subscriptions === undefined) return undefined;
  const keeper = new SubscriptionKeeper({ ...subscriptions, models, policy, isOpen });
  return ({ table }) => (table === subscriptions.model.table ? keeper : undefined);
}

/** @throws {ConfigurationError} as {@link createAccess} does. */
function accessOf(
  { plugins, models, users }: PluginRegistry,
  belongs: AccessSources["belongs"],
): AccessControl | undefined {
  const guarded = plugins.map(({ name, access, endpoints }) => {
    const ownEndpoints = endpoints
      .flatMap(endpointsOf)
      .flatMap(({ base, routes }) => routes.map(({ method, path }) => `${method} ${base}${path}`));
    return { name, access, ownEndpoints };
  });
  const access = createAccess({
    plugins: guarded,
    models,
    users: users?.model,
    authenticators: [tokens(), sessions()],
    belongs,
  });
  assertSignIns(access?.signIns ?? [], {
    authenticators: guarded[0]?.access?.definition.authenticate ?? [],
    hasUsers: users !== undefined,
  });
  return access;
}

/** @throws {ConfigurationError} where two providers have one path, or a session that somebody gets would be refused. */
function assertSignIns(
  signIns: AccessControl["signIns"],
  { authenticators, hasUsers }: { readonly authenticators: readonly Authenticator[]; readonly hasUsers: boolean },
): void {
  const twice = signIns.find(({ name }, at) => signIns.findIndex((other) => other.name === name) !== at);
  if (twice !== undefined)
    throw new ConfigurationError(
      `Two identity providers in src/access.ts sign people in as ${JSON.stringify(twice.name)}. Give one of them another signIn.name.`,
    );
  const prefixes = [...(hasUsers ? [""] : []), ...signIns.map(({ namePrefix }) => namePrefix)];
  if (new Set(prefixes).size < prefixes.length)
    throw new ConfigurationError(
      `Identity providers in src/access.ts that sign people in${hasUsers ? ", beside the users of the service," : ""} may give one name to two people. ` +
        'Give each a namePrefix of its own, such as "example:".',
    );
  if (signIns.length > 0 && !authenticators.some(isSessions))
    throw new ConfigurationError(
      "oidc({ signIn }) in src/access.ts gives people sessions, and `authenticate` has no sessions(). Add it to the list.",
    );
}
