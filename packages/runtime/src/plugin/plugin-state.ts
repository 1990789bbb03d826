import type { IndexBuildProgress } from "../indexes/index-build-options.js";

/** The state of a plugin (spec 2.5, rule 1). Nothing of it is served before it has started. */
export type PluginState =
  | { readonly phase: "starting" }
  /** Processes of another release, which declares other indexes, serve the resource. */
  | { readonly phase: "waiting"; readonly resource: string }
  | { readonly phase: "indexing"; readonly progress: IndexBuildProgress }
  | { readonly phase: "started" }
  /** Until the next start. The other plugins run. */
  | { readonly phase: "failed" }
  /** Another release has taken the resource's indexes. Until the next start. */
  | { readonly phase: "superseded"; readonly resource: string };

/** One sentence about a state, for `/readyz` and for callers. The reason of a failed start is only in the log. */
export function describeState(plugin: string, state: PluginState): string {
  switch (state.phase) {
    case "starting":
      return `The plugin ${plugin} is starting.`;
    case "waiting":
      return `The plugin ${plugin} waits until another release of the service, which declares other indexes for ${state.resource}, has ended.`;
    case "superseded":
      return `The plugin ${plugin} is served by another release of the service, which declares other indexes for ${state.resource}.`;
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
