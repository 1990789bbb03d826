import type { Metrics } from "../metrics/metrics.js";
import type { PluginRegistry } from "./plugin-registry.js";
import { pluginPhases } from "./plugin-state.js";

/** Adds the metric of plugins' states: for each plugin a series for each state, of which one is 1. */
export function addPluginGauges(metrics: Metrics, registry: Pick<PluginRegistry, "statuses">): void {
  metrics.gauge({
    name: "cmgen_plugin_state",
    help: "1 for the state that a plugin is in, 0 for the others.",
    labels: ["plugin", "state"],
    read: () =>
      registry
        .statuses()
        .flatMap(({ name, state }) =>
          pluginPhases.map((phase) => ({ labels: { plugin: name, state: phase }, value: Number(phase === state) })),
        ),
  });
}
