import { type AccessControl, createAccess } from "../access/access-control.js";
import { endpointsOf } from "../endpoint/endpoints-of.js";
import { sessions } from "../identity/sessions.js";
import { tokens } from "../identity/tokens.js";
import type { PluginRegistry } from "../plugin/plugin-registry.js";
import { ownedHooks, type ServiceOptions } from "./create-service.js";

/** What the service needs of the plugins. */
export function logicOf(
  registry: PluginRegistry,
): Pick<ServiceOptions, "access" | "models" | "hooks" | "mappings" | "notReady" | "pluginOf" | "users"> {
  const { plugins, models, users } = registry;
  return {
    access: accessOf(registry),
    models,
    users,
    hooks: plugins.flatMap(({ name, hooks = [] }) => hooks.map((each) => ownedHooks({ plugin: name }, each))),
    mappings: plugins.flatMap(({ controllers }) => controllers.flatMap(({ watches }) => watches ?? [])),
    notReady: registry.notReadyModel.bind(registry),
    pluginOf: (model) => registry.ownerOf(model).name,
  };
}

/** @throws {ConfigurationError} as {@link createAccess} does. */
function accessOf({ plugins, models, users }: PluginRegistry): AccessControl | undefined {
  const guarded = plugins.map(({ name, access, endpoints }) => {
    const ownEndpoints = endpoints
      .flatMap(endpointsOf)
      .flatMap(({ base, routes }) => routes.map(({ method, path }) => `${method} ${base}${path}`));
    return { name, access, ownEndpoints };
  });
  return createAccess({ plugins: guarded, models, users: users?.model, authenticators: [tokens(), sessions()] });
}
