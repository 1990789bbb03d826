import type { ControllerRunner } from "../controller/controller-runner.js";
import { applyManifests } from "../manifest/apply-manifests.js";
import { readManifests } from "../manifest/read-manifests.js";
import type { Plugin } from "../plugin/plugin.js";
import type { PluginRegistry } from "../plugin/plugin-registry.js";
import { createWriteContext } from "../resource/create-write-context.js";
import type { Service } from "./service.js";

/** Everything a plugin's start takes. */
export interface PluginStart {
  readonly service: Service;
  readonly registry: PluginRegistry;
  readonly controllers: ControllerRunner;
}

/**
 * Starts every plugin: builds its indexes, creates the objects of its manifests, starts its controllers. One that cannot start is
 * marked so, and the log has the reason; the others run on (spec 2.5).
 */
export async function startPlugins(start: PluginStart): Promise<void> {
  const { registry, controllers } = start;
  const following = controllers.follow();
  for (const plugin of registry.plugins) await startPlugin(start, plugin, following);
}

async function startPlugin(
  { service, registry, controllers }: PluginStart,
  plugin: Plugin,
  following: Promise<void>,
): Promise<void> {
  try {
    await following;
    const manifests = await readManifests(new URL("extensions/", plugin.root));
    const created = await applyManifests(manifests, {
      findModel: (apiVersion, kind) => registry.findModel(apiVersion, kind),
      contextOf: (model) => createWriteContext(service, model),
    });
    registry.setState(plugin, { phase: "started" });
    for (const controller of plugin.controllers) await controllers.start(controller);
    service.log.info("a plugin has started", { plugin: plugin.name, manifests: manifests.length, created });
  } catch (error) {
    registry.setState(plugin, { phase: "failed" });
    service.log.error("a plugin could not start", { plugin: plugin.name, error });
  }
}
