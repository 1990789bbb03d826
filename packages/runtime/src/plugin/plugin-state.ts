import type { EvolveProgress } from "../evolve/evolve-tables.js";
import type { IndexBuildProgress } from "../indexes/index-build-options.js";

/** How far a plugin is (spec 2.5, rule 1). Nothing of it is served before it has started. */
export type PluginState =
  | { readonly phase: "starting" }
  /** Processes of another release have the resource's indexes, which it declares otherwise. */
  | { readonly phase: "waiting"; readonly resource: string }
  /** Objects that earlier releases stored are brought to the shape they have now. */
  | { readonly phase: "evolving"; readonly progress: EvolveProgress }
  | { readonly phase: "indexing"; readonly progress: IndexBuildProgress }
  | { readonly phase: "started" }
  /** Stays so until the next start; the other plugins run on. */
  | { readonly phase: "failed" }
  /** Another release has taken the resource's indexes. Stays so until the next start, too. */
  | { readonly phase: "superseded"; readonly resource: string };

/** One sentence on a state, for `/readyz` and for who asks the plugin for something. Why a start failed is for the log. */
export function describeState(plugin: string, state: PluginState): string {
  switch (state.phase) {
    case "starting":
      return `The plugin ${plugin} is starting.`;
    case "waiting":
      return `The plugin ${plugin} waits until another release of the service has ended, which declares indexes of ${state.resource} otherwise.`;
    case "superseded":
      return `The plugin ${plugin} is served by another release of the service, which declares indexes of ${state.resource} otherwise.`;
    case "evolving": {
      const { resource, steps, done, total } = state.progress;
      const what = `${steps.length === 1 ? "step" : "steps"} ${steps.join(", ")}`;
      return `The plugin ${plugin} is changing the objects of ${resource} by the evolve ${what}: ${done} of ${total} objects.`;
    }
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
