import { ManifestError } from "../manifest/manifest-error.js";
import type { EvolveProgress } from "../evolve/evolve-tables.js";
import type { IndexBuildProgress } from "../indexes/index-build-options.js";

/** The state of a plugin (spec 2.5, rule 1). Nothing of it is served before it has started. */
export type PluginState =
  /** It is known to the server, and has not begun to start. */
  | { readonly phase: "registered" }
  /** Processes of another release, which declares other indexes, serve the resource. */
  | { readonly phase: "waiting"; readonly resource: string }
  /** Objects that earlier releases stored are brought to the shape they have now. */
  | { readonly phase: "migrating"; readonly progress: EvolveProgress }
  | { readonly phase: "building-indexes"; readonly progress: IndexBuildProgress }
  | { readonly phase: "loading-manifests" }
  | { readonly phase: "started" }
  /** Until the next start. The other plugins run. */
  | { readonly phase: "failed"; readonly error: unknown }
  /** Another release has taken the resource's indexes. Until the next start. */
  | { readonly phase: "superseded"; readonly resource: string }
  /** The server is shutting down. */
  | { readonly phase: "stopped" };

/** A name for each state, in the order in which a plugin passes through them. */
export type PluginPhase = PluginState["phase"];

export const pluginPhases: readonly PluginPhase[] = [
  "registered",
  "waiting",
  "migrating",
  "building-indexes",
  "loading-manifests",
  "started",
  "failed",
  "superseded",
  "stopped",
];

/** The state of a plugin, for programs. */
export interface PluginStatus {
  readonly name: string;
  readonly state: PluginPhase;
  /** One sentence about the state that any caller may read; absent if the plugin has started. */
  readonly reason?: string;
  /** How far work on stored objects is, while there is some. */
  readonly progress?: PluginProgress;
  /** Why it could not start. Not in `/readyz`: it may have what callers must not read. */
  readonly error?: unknown;
}

/** Work that goes over all objects of a resource before the plugin is served. */
export interface PluginProgress {
  readonly work: "evolve-steps" | "indexes";
  /** `<plural>.<group>`. */
  readonly resource: string;
  /** Names of the steps, or of the indexes. */
  readonly names: readonly string[];
  /** Objects. */
  readonly done: number;
  readonly total: number;
}

function progressOf(state: PluginState): PluginProgress | undefined {
  if (state.phase === "migrating") {
    const { resource, steps: names, done, total } = state.progress;
    return { work: "evolve-steps", resource, names, done, total };
  }
  if (state.phase !== "building-indexes") return undefined;
  const { indexes: names, ...progress } = state.progress;
  return { work: "indexes", names, ...progress };
}

export function statusOf(name: string, state: PluginState): PluginStatus {
  const progress = progressOf(state);
  return {
    name,
    state: state.phase,
    ...(state.phase !== "started" && { reason: describeState(name, state) }),
    ...(progress !== undefined && { progress }),
    ...(state.phase === "failed" && { error: state.error }),
  };
}

/** One sentence about a state, for `/readyz` and for callers. What exactly has failed is only in the log. */
export function describeState(plugin: string, state: PluginState): string {
  switch (state.phase) {
    case "registered":
      return `The plugin ${plugin} is starting.`;
    case "waiting":
      return `The plugin ${plugin} waits until another release of the service, which declares other indexes for ${state.resource}, has ended.`;
    case "superseded":
      return `The plugin ${plugin} is served by another release of the service, which declares other indexes for ${state.resource}.`;
    case "migrating": {
      const { resource, steps, done, total, isElsewhere } = state.progress;
      const what =
        steps.length === 0
          ? `writing defaults into the objects of ${resource}`
          : `changing the objects of ${resource} by the evolve ${steps.length === 1 ? "step" : "steps"} ${steps.join(", ")}`;
      const who =
        isElsewhere === true ? `The plugin ${plugin} waits for another process, which is` : `The plugin ${plugin} is`;
      return `${who} ${what}: ${done} of ${total} objects.`;
    }
    case "building-indexes": {
      const { resource, indexes, done, total } = state.progress;
      const what = `${indexes.length === 1 ? "index" : "indexes"} ${indexes.join(", ")} of ${resource}`;
      return `The plugin ${plugin} is building the ${what}: ${done} of ${total} objects.`;
    }
    case "loading-manifests":
      return `The plugin ${plugin} is loading its manifests.`;
    case "started":
      return `The plugin ${plugin} has started.`;
    case "failed":
      return describeFailure(plugin, state.error);
    case "stopped":
      return `The plugin ${plugin} has stopped.`;
    default:
      return state satisfies never;
  }
}

/** Anyone may ask whether a service is ready: what failed is told by its place, never by values of objects. */
function describeFailure(plugin: string, error: unknown): string {
  if (!(error instanceof ManifestError)) return `The plugin ${plugin} could not start: the log says why.`;
  const [first] = error.problems;
  const count = error.problems.length;
  const what = count === 1 ? "a manifest has a problem at" : `its manifests have ${count} problems, the first at`;
  return `The plugin ${plugin} could not start, because ${what} ${first?.place}: the log says more.`;
}
