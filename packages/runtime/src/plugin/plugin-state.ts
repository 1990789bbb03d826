import type { IndexBuildProgress } from "../indexes/build-indexes.js";

/** How far a plugin is (spec 2.5, rule 1). Nothing of it is served before it has started. */
export type PluginState =
  | { readonly phase: "starting" }
  | { readonly phase: "indexing"; readonly progress: IndexBuildProgress }
  | { readonly phase: "started" }
  /** Stays so until the next start; the other plugins run on. */
  | { readonly phase: "failed" };

/** One sentence on a state, for `/readyz` and for who asks the plugin for something. Why a start failed is for the log. */
export function describeState(plugin: string, state: PluginState): string {
  switch (state.phase) {
    case "starting":
      return `The plugin ${plugin} is starting.`;
    case "indexing": {
      const { resource, indexes, done, total } = state.progress;
      const what = `${indexes.length === 1 ? "index" : "indexes"} ${indexes.join(", ")} of ${resource}`;
      return `The plugin ${plugin} is building the ${what}: ${done} of ${total} objects.`;
    }
    case "started":
      return `The plugin ${plugin} has started.`;
    case "failed":
      return `The plugin ${plugin} could not start: the log says why.`;
    default:
      return state satisfies never;
  }
}
