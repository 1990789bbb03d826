import { printLabels, type Gauge } from "../metrics/metrics.js";
import type { PluginRegistry } from "./plugin-registry.js";
import { pluginPhases } from "./plugin-state.js";

/** The metric of plugins' states: for each plugin a series for each state, of which one is 1. */
export function pluginGauges(registry: Pick<PluginRegistry, "statuses">): readonly Gauge[] {
  const read = (): ReadonlyMap<string, number> =>
    new Map(
      registry
        .statuses()
        .flatMap(({ name, state }) =>
          pluginPhases.map((phase) => [printLabels({ plugin: name, state: phase }), Number(phase === state)]),
        ),
    );
  return [{ name: "cmgen_plugin_state", help: "1 for the state that a plugin is in, 0 for the others.", read }];
}
