import { setTimeout as delay } from "node:timers/promises";
import { referenceSweepers } from "../controller/reference-sweeper.js";
import { buildIndexes } from "../indexes/build-indexes.js";
import type { IndexBuildProgress } from "../indexes/index-build-options.js";
import { evolveTables, type EvolveProgress } from "../evolve/evolve-tables.js";
import { indexedTables, type IndexedTable } from "../indexes/indexed-table.js";
import type { StoredDefaults } from "./stored-defaults.js";
import type { TableClaims } from "../indexes/table-claims.js";
import { loadManifests } from "./load-manifests.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { Plugin } from "../plugin/plugin.js";
import type { PluginRegistry } from "../plugin/plugin-registry.js";
import type { LogicRunners } from "./logic-runners.js";
import type { PluginState } from "../plugin/plugin-state.js";
import type { ProgressReporters } from "./progress-reporters.js";
import type { Service } from "../host/service.js";

/** When the indexes of each plugin are built. */
type IndexedPlugins = ReadonlyMap<Plugin, Promise<void>>;

/** The pause before work is repeated that failed because the database was away. */
const AGAIN_MS = 1000;

/** What the start of a plugin needs. */
export interface PluginStart {
  readonly service: Service;
  readonly registry: PluginRegistry;
  readonly logic: LogicRunners;
  readonly claims: TableClaims;
  readonly defaults: StoredDefaults;
  readonly progress: ProgressReporters;
  /** Aborted when the server stops before its plugins have started. */
  readonly signal: AbortSignal;
}

/**
 * Starts every plugin: evolves its stored objects, builds its indexes, creates the objects of its manifests, starts its controllers. Plugins do
 * not wait for each other. If one cannot start, that is recorded and logged with the reason, and the others run (spec 2.5). Never rejects.
 */
export async function startPlugins(start: PluginStart): Promise<void> {
  const { registry } = start;
  const indexed = new Map(registry.plugins.map((plugin) => [plugin, preparePlugin(start, plugin)]));
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
  if (registry.stateOf(plugin).phase === "superseded") return;
  registry.setState(plugin, { phase: "failed", error });
  if (!signal.aborted)
    service.log.error({ plugin: plugin.name, state: "failed", err: error }, "plugin could not start");
}

async function startPlugin(start: PluginStart, plugin: Plugin, indexed: IndexedPlugins): Promise<void> {
  const { service, registry, logic, signal } = start;
  enter(start, plugin, { phase: "loading-manifests" });
  // A manifest may be of another plugin's type, which can be written once that plugin's indexes are built.
  const isWritable = async (model: ModelDescriptor): Promise<void> => indexed.get(registry.ownerOf(model));
  const counts = await untilDone(start, plugin, {
    run: () => loadManifests({ service, registry, isWritable }, plugin),
    waits: "loading of manifests continues when the database is back",
  });
  signal.throwIfAborted();
  if (registry.stateOf(plugin).phase === "superseded") return;
  registry.setState(plugin, { phase: "started" });
  const models = plugin.resources.map(({ model }) => model);
  logic.startPlugin(plugin, referenceSweepers(service.references, models));
  service.log.info({ plugin: plugin.name, state: "started", ...counts }, "plugin started");
}

/** Records a state, and logs it if the plugin was in another one. */
function enter({ service, registry }: PluginStart, plugin: Plugin, state: PluginState): void {
  const isNew = registry.stateOf(plugin).phase !== state.phase;
  registry.setState(plugin, state);
  if (isNew) service.log.info({ plugin: plugin.name, state: state.phase }, "plugin state");
}

/** Claims a plugin's tables, evolves their objects and builds their indexes. If not all can be claimed, all claims are given up. */
async function preparePlugin(start: PluginStart, plugin: Plugin): Promise<void> {
  if (plugin.importFailure !== undefined) throw plugin.importFailure.error;
  const models: readonly ModelDescriptor[] = plugin.resources.map(({ model }) => model);
  const tables = indexedTables(models);
  const superseded = new AbortController();
  const signal = AbortSignal.any([start.signal, superseded.signal]);
  try {
    for (const table of tables) await claimPluginTable(start, { plugin, table, superseded });
    await evolvePlugin({ ...start, signal }, plugin, models);
    await announceDefaults({ ...start, signal }, plugin, tables);
    await buildPluginIndexes({ ...start, signal }, plugin, models);
    await continueClocks({ ...start, signal }, plugin, tables);
    start.service.store.renewReplica();
    signal.throwIfAborted();
  } catch (error) {
    await start.defaults.release(tables);
    await start.claims.release(tables);
    throw error;
  }
}

interface PluginClaim {
  readonly plugin: Plugin;
  readonly table: IndexedTable;
  /** Aborted when another release takes a table. Then nothing more is built, since the indexes belong to that release. */
  readonly superseded: AbortController;
}

async function claimPluginTable(start: PluginStart, { plugin, table, superseded: lost }: PluginClaim): Promise<void> {
  const { service, registry, logic, claims, signal } = start;
  const about = { plugin: plugin.name, resource: table.resource };
  let told = false;
  await claims.claim(table, signal, {
    waiting: () => {
      registry.setState(plugin, { phase: "waiting", resource: table.resource });
      if (!told) service.log.warn(about, "plugin waits until another release of the service has stopped");
      told = true;
    },
    superseded: () => {
      registry.setState(plugin, { phase: "superseded", resource: table.resource });
      service.log.error(about, "another release of the service has taken over the plugin's indexes");
      logic.stopPlugin(plugin.name);
      void start.defaults.release([table]);
      lost.abort();
    },
  });
}

async function evolvePlugin(start: PluginStart, plugin: Plugin, models: readonly ModelDescriptor[]): Promise<void> {
  const { service, progress: reporters, signal } = start;
  const onProgress = (progress: EvolveProgress): void => {
    if (signal.aborted) return;
    enter(start, plugin, { phase: "migrating", progress });
    if (progress.isElsewhere !== true) reporters.evolving.report(plugin.name, progress);
  };
  await untilDone(start, plugin, {
    run: () => evolveTables(service.store, models, { signal, onProgress }),
    ended: (outcome) => reporters.evolving.end(plugin.name, outcome),
    waits: "change of objects continues when the database is back",
  });
}

function announceDefaults(start: PluginStart, plugin: Plugin, tables: readonly IndexedTable[]): Promise<void> {
  const { defaults, signal } = start;
  return untilDone(start, plugin, {
    run: async () => {
      await defaults.release(tables);
      for (const table of tables) await defaults.begin(table, signal);
    },
    waits: "plugin starts when the database is back",
  });
}

async function buildPluginIndexes(
  start: PluginStart,
  plugin: Plugin,
  models: readonly ModelDescriptor[],
): Promise<void> {
  const { service, progress: reporters, signal } = start;
  const onProgress = (progress: IndexBuildProgress): void => {
    if (signal.aborted) return;
    enter(start, plugin, { phase: "building-indexes", progress });
    reporters.indexing.report(plugin.name, progress);
  };
  await untilDone(start, plugin, {
    run: () => buildIndexes(service.store, models, { signal, onProgress }),
    ended: (outcome) => reporters.indexing.end(plugin.name, outcome),
    waits: "index build continues when the database is back",
  });
}

function continueClocks(start: PluginStart, plugin: Plugin, tables: readonly IndexedTable[]): Promise<void> {
  const { service } = start;
  return untilDone(start, plugin, {
    run: async () => {
      for (const { model } of tables) await service.creationClock(model).continueFrom(model);
    },
    waits: "plugin starts when the database is back",
  });
}

/** Work that goes on where it was when it is begun again. */
interface ResumableWork<Result> {
  readonly run: () => Promise<Result>;
  readonly ended?: (outcome: "built" | "failed") => void;
  /** What is logged while the database is away. */
  readonly waits: string;
}

async function untilDone<Result>(
  { service, signal }: PluginStart,
  plugin: Plugin,
  { run, ended, waits }: ResumableWork<Result>,
): Promise<Result> {
  let told = false;
  for (;;) {
    try {
      const result = await run();
      ended?.("built");
      return result;
    } catch (error) {
      ended?.("failed");
      if (signal.aborted || !service.store.isAway(error)) throw error;
      if (!told) service.log.warn({ plugin: plugin.name, err: error }, waits);
      told = true;
    }
    await delay(AGAIN_MS, undefined, { signal });
  }
}
