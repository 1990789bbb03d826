import type { PluginAccess } from "./define-access.js";
import { readRule } from "./read-roles.js";
import { fault, type ResourceKey, resourceKey, type Role, type Rule, SUBRESOURCES } from "./role.js";

/** A plugin's access, and the endpoints that it has, as roles name them. */
export interface OwnedAccess extends PluginAccess {
  readonly ownEndpoints: readonly string[];
}

/** What the host allows the roles of its plugins to do at most, by resource. */
export function readLimits(
  { definition: { narrow = {} }, resources }: OwnedAccess,
  hosted: readonly OwnedAccess[],
): ReadonlyMap<ResourceKey, Rule> {
  const keys = new Set(hosted.flatMap((plugin) => Object.values(plugin.resources).map((each) => resourceKey(each))));
  return new Map(
    Object.entries(narrow).flatMap(([name, rule]): [ResourceKey, Rule][] => {
      if (rule === undefined) return [];
      const [resource = "", subresource] = name.split("/");
      const found = Object.hasOwn(resources, resource) ? resources[resource] : undefined;
      if (found === undefined || !keys.has(resourceKey(found)))
        throw fault(`narrow names ${name}, which is no resource of a hosted plugin with roles`, "correct its name");
      return [[resourceKey(found, subresource), readRule("narrow", name, rule)]];
    }),
  );
}

/**
 * A role of a hosted plugin: it is about that plugin's resources and endpoints, whatever the roles that it includes are about, and the service's
 * pages and its operation are the host's to give.
 */
export function imported(role: Role, plugin: OwnedAccess, limits: ReadonlyMap<ResourceKey, Rule>): Role {
  const own = Object.values(plugin.resources).flatMap((each) => [
    resourceKey(each),
    ...SUBRESOURCES.map((subresource) => resourceKey(each, subresource)),
  ]);
  const rules = own.flatMap((key): [ResourceKey, readonly Rule[]][] => {
    const limit = limits.get(key);
    const given = role.rules.get(key) ?? [];
    return [[key, limit === undefined ? given : given.map((rule) => narrowed(rule, limit))]];
  });
  const endpoints = plugin.ownEndpoints.filter((endpoint) => role.endpoints.has(endpoint));
  return { ...role, rules: new Map(rules), endpoints: new Set(endpoints), pages: new Set(), operator: new Set() };
}

function narrowed(rule: Rule, within: Rule): Rule {
  return {
    ...rule,
    verbs: new Set([...rule.verbs].filter((verb) => within.verbs.has(verb))),
    hidden: [...rule.hidden, ...within.hidden],
    readOnly: [...rule.readOnly, ...within.readOnly],
    within,
  };
}
