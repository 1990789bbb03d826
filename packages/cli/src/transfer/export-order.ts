import { findResource } from "../objects/find-resource.js";
import type { ServedResource } from "../objects/served-resource.js";

/**
 * The resources that are exported, those that others refer to first. Without words these are all kinds of the service, each in one version: the
 * first that is not deprecated.
 *
 * @throws {UsageError} for a word that is not a resource
 */
export function exportOrder(resources: readonly ServedResource[], words: readonly string[]): readonly ServedResource[] {
  const chosen = words.length === 0 ? oneOfEachKind(resources) : words.map((word) => findResource(resources, word));
  const ordered = new Set<ServedResource>();
  const visited = new Set<ServedResource>();
  const visit = (resource: ServedResource): void => {
    if (visited.has(resource)) return;
    visited.add(resource);
    for (const { group, kind } of resource.references) {
      const target = chosen.find((each) => each.group === group && each.kind === kind);
      if (target !== undefined) visit(target);
    }
    ordered.add(resource);
  };
  for (const resource of chosen) visit(resource);
  return [...ordered];
}

function oneOfEachKind(resources: readonly ServedResource[]): readonly ServedResource[] {
  const byKind = new Map<string, ServedResource>();
  for (const resource of resources) {
    const key = `${resource.group} ${resource.kind}`;
    if (byKind.get(key)?.isDeprecated ?? true) byKind.set(key, resource);
  }
  return [...byKind.values()];
}
