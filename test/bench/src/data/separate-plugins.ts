import type { Plugin } from "../../../../packages/runtime/dist/plugin/plugin.js";

/** Makes two plugins of the one that was generated: each builds its own indexes, and starts when they are there. */
export function separatePlugins({ resources, ...plugin }: Plugin): readonly Plugin[] {
  return resources.map((resource) => ({ ...plugin, name: resource.model.plural, resources: [resource] }));
}
