import type { ControllerRunner } from "../controller/controller-runner.js";
import { buildIndexes, type IndexBuildProgress } from "../indexes/build-indexes.js";
import { applyManifests } from "../manifest/apply-manifests.js";
import { readManifests } from "../manifest/read-manifests.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { Plugin } from "../plugin/plugin.js";
import type { PluginRegistry } from "../plugin/plugin-registry.js";
import { createWriteContext } from "../resource/create-write-context.js";
import type { Service } from "./service.js";

/** Everything a plugin's start takes. */
export interface PluginStart {
  readonly service: Service;
  readonly registry: PluginRegistry;
  readonly controllers: ControllerRunner;
  /** Aborted when the server stops before its plugins have started. */
  readonly signal: AbortSignal;
}

/**
 * Starts every plugin: builds its indexes, creates the objects of its manifests, starts its controllers. Plugins do not wait for one
 * another, and one that cannot start is marked so, with the reason in the log, while the others run on (spec 2.5). Never rejects.
 */
export async function startPlugins(start: PluginStart): Promise<void> {
  const { registry } = start;
  const indexed = new Map(registry.plugins.map((plugin) => [plugin, buildPluginIndexes(start, plugin)]));
  const startOne = async (plugin: Plugin): Promise<void> => {
    await indexed.get(plugin);
    await startPlugin(start, plugin, indexed);
  };
  const starts = registry.plugins.map((plugin) =>
    startOne(plugin).catch((error: unknown) => fail(start, plugin, error)),
  );
  await Promise.all(starts);
}

function fail({ service, registry, signal }: PluginStart, plugin: Plugin, error: unknown): void {
  registry.setState(plugin, { phase: "failed" });
  if (!signal.aborted) service.log.error("a plugin could not start", { plugin: plugin.name, error });
}

async function startPlugin(
  { service, registry, controllers, signal }: PluginStart,
  plugin: Plugin,
  indexed: ReadonlyMap<Plugin, Promise<void>>,
): Promise<void> {
  const manifests = await readManifests(new URL("extensions/", plugin.root));
  const created = await applyManifests(manifests, {
    findModel: (apiVersion, kind) => registry.findModel(apiVersion, kind),
    contextOf: async (model) => {
      // A manifest may be of another plugin's type, which can be written to once that plugin's indexes are built.
      await indexed.get(registry.ownerOf(model));
      return createWriteContext(service, model);
    },
  });
  signal.throwIfAborted();
  registry.setState(plugin, { phase: "started" });
  for (const controller of plugin.controllers) controllers.start(plugin.name, controller);
  service.log.info("a plugin has started", { plugin: plugin.name, manifests: manifests.length, created });
}

const PROGRESS_LOG_MS = 5000;

async function buildPluginIndexes({ service, registry, signal }: PluginStart, plugin: Plugin): Promise<void> {
  let logged = Date.now();
  const models: readonly ModelDescriptor[] = plugin.resources.map(({ model }) => model);
  const onProgress = (progress: IndexBuildProgress): void => {
    registry.setState(plugin, { phase: "indexing", progress });
    if (Date.now() - logged < PROGRESS_LOG_MS) return;
    logged = Date.now();
    service.log.info("building indexes", { plugin: plugin.name, ...progress });
  };
  await buildIndexes(service.store, models, { signal, onProgress });
}
