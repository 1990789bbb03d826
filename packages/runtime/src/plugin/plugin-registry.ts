import { apiVersionOf, collectionPath } from "@cmgen/model";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { ConfigurationError } from "../error/configuration-error.js";
import type { ServiceUsers } from "../identity/user-state.js";
import type { ServiceSubscriptions } from "../subscription/subscription-options.js";
import type { NotReady } from "../host/service.js";
import type { Plugin } from "./plugin.js";
import { describeState, type PluginPhase, type PluginState, type PluginStatus, statusOf } from "./plugin-state.js";

/** While its objects are changed, and after that until the start ends: the plugin has its tables, and no other release writes there. */
const readablePhases: ReadonlySet<PluginPhase> = new Set(["migrating", "building-indexes", "loading-manifests"]);

/** Seconds after which the caller should ask again. */
const RETRY_AFTER = 2;

/** The plugins of a server: their types, and the state of each plugin. */
export class PluginRegistry {
  readonly plugins: readonly Plugin[];
  readonly #states = new Map<string, PluginState>();
  /** By the path of the resource, so that any descriptor of it is found. */
  readonly #owners = new Map<string, Plugin>();
  readonly models: readonly ModelDescriptor[];
  /** The users of the service; undefined if no plugin has any. */
  readonly users: ServiceUsers | undefined;
  /** The subscriptions of the service; undefined if no plugin has any. */
  readonly subscriptions: ServiceSubscriptions | undefined;
  /** Kept because each request asks for it. */
  #allStarted = false;
  /** Those of which objects are stored that were changed, or indexed, at this start. */
  readonly #readable = new Set<Plugin>();
  #stopping = false;

  /** @throws {ConfigurationError} when two plugins share a name, two types share a path or a kind, or hooks are for another plugin's type. */
  constructor(plugins: readonly Plugin[]) {
    this.plugins = plugins;
    assertDistinct(plugins.map(({ name }) => `plugin ${name}`));
    const models = plugins.flatMap(({ resources }) => resources.map(({ model }) => model));
    this.models = models;
    assertDistinct(models.map((model) => `resource ${model.plural}.${apiVersionOf(model)}`));
    assertDistinct(models.map((model) => `kind ${model.kind} of ${apiVersionOf(model)}`));
    assertOwnTables(plugins);
    this.users = usersOf(plugins);
    this.subscriptions = subscriptionsOf(plugins);
    assertOneStored(models);
    for (const { name, controllers, schedules = [] } of plugins) {
      assertDistinct(controllers.map((controller) => `controller ${controller.name} of ${name}`));
      assertDistinct(schedules.map((schedule) => `schedule ${schedule.name} of ${name}`));
    }
    for (const plugin of plugins) {
      this.#states.set(plugin.name, { phase: "registered" });
      for (const { model } of plugin.resources) this.#owners.set(collectionPath(model), plugin);
      assertOwnHooks(plugin);
    }
  }

  /** The type of a manifest or an object (spec 1): by `apiVersion` and `kind` alone. */
  findModel(apiVersion: unknown, kind: unknown): ModelDescriptor | undefined {
    return this.models.find((model) => apiVersionOf(model) === apiVersion && model.kind === kind);
  }

  stateOf(plugin: Plugin): PluginState {
    if (this.#stopping) return { phase: "stopped" };
    return this.#states.get(plugin.name) ?? { phase: "registered" };
  }

  /** The states of all plugins, in their order. */
  statuses(): readonly PluginStatus[] {
    return this.plugins.map((plugin) => statusOf(plugin.name, this.stateOf(plugin)));
  }

  setState(plugin: Plugin, state: PluginState): void {
    this.#states.set(plugin.name, state);
    if ("progress" in state && state.progress.total > 0) this.#readable.add(plugin);
    this.#allStarted = this.plugins.every((each) => this.stateOf(each).phase === "started");
  }

  /** From now on, nothing is ready: all plugins count as stopped. */
  stop(): void {
    this.#stopping = true;
  }

  /** Why not every plugin can be served; empty once all have started. */
  unready(): readonly string[] {
    if (this.#stopping) return ["The service is shutting down."];
    return this.plugins
      .filter((plugin) => this.stateOf(plugin).phase !== "started")
      .map((plugin) => describeState(plugin.name, this.stateOf(plugin)));
  }

  /** Why a plugin's types and endpoints cannot be served now. */
  notReady(plugin: Plugin): NotReady | undefined {
    if (this.#stopping) return { reason: "The service is shutting down.", retryAfterSeconds: RETRY_AFTER };
    const state = this.stateOf(plugin);
    if (state.phase === "started") return undefined;
    const isReadable = readablePhases.has(state.phase) && this.#readable.has(plugin);
    const reason = describeState(plugin.name, state);
    return {
      reason: isReadable ? `${reason} Until it has started, objects can only be read by name.` : reason,
      retryAfterSeconds: RETRY_AFTER,
      isReadable,
    };
  }

  /** @throws {Error} for a model of none of the plugins. */
  ownerOf(model: ModelDescriptor): Plugin {
    const owner = this.#owners.get(collectionPath(model));
    if (owner === undefined) throw new Error(`No plugin has the model ${model.kind}`);
    return owner;
  }

  notReadyModel(model: ModelDescriptor): NotReady | undefined {
    if (this.#allStarted && !this.#stopping) return undefined;
    const owner = this.#owners.get(collectionPath(model));
    return owner && this.notReady(owner);
  }
}

/** A plugin decides about its own objects, and hooks for an unknown type would never run. */
function assertOwnHooks({ name, resources, hooks = [] }: Plugin): void {
  const own = new Set(resources.map(({ model }) => collectionPath(model)));
  const foreign = hooks.find(({ model }) => !own.has(collectionPath(model)));
  if (foreign === undefined) return;
  throw new ConfigurationError(
    `The plugin ${name} has hooks for ${foreign.model.plural}.${apiVersionOf(foreign.model)}, which is not one of its own types.`,
  );
}

/** A table's indexes are built by its plugin, from the declarations of all versions. */
function assertOwnTables(plugins: readonly Plugin[]): void {
  const owners = new Map<string, string>();
  for (const { name, resources } of plugins) {
    for (const { model } of resources) {
      const owner = owners.get(model.table) ?? name;
      owners.set(model.table, owner);
      if (owner === name) continue;
      throw new ConfigurationError(
        `The resource ${model.plural}.${model.group} is in the plugins ${owner} and ${name}: all versions of a resource belong in one plugin.`,
      );
    }
  }
}

/** Versions of a kind share a table, and their objects have one form there. */
function assertOneStored(models: readonly ModelDescriptor[]): void {
  const stored = new Map<string, ModelDescriptor>();
  for (const model of models.filter(({ storage }) => storage === undefined)) {
    const other = stored.get(model.table);
    stored.set(model.table, model);
    if (other === undefined) continue;
    throw new ConfigurationError(
      `Nothing says whether objects of ${model.plural}.${model.group} are stored as ${other.version} or ${model.version}. Write storage: true ` +
        "in one of the declarations and run cmgen generate.",
    );
  }
}

function assertDistinct(names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined)
    throw new ConfigurationError(`The ${twice} is given twice. Give one of the two another name, or remove it.`);
}

/** @throws {ConfigurationError} when two plugins have users: a service has one kind of them. */
function usersOf(plugins: readonly Plugin[]): ServiceUsers | undefined {
  const [first, second] = plugins.filter(({ users }) => users !== undefined);
  if (first !== undefined && second !== undefined) {
    throw new ConfigurationError(
      `The plugins ${first.name} and ${second.name} both have users. A service has one kind of users: leave \`users\` out of the config of one.`,
    );
  }
  return first?.users;
}

/** @throws {ConfigurationError} when two plugins have subscriptions: a service has one kind of them. */
function subscriptionsOf(plugins: readonly Plugin[]): ServiceSubscriptions | undefined {
  const [first, second] = plugins.filter(({ subscriptions }) => subscriptions !== undefined);
  if (first !== undefined && second !== undefined) {
    throw new ConfigurationError(
      `The plugins ${first.name} and ${second.name} both have subscriptions. A service has one kind of them: leave \`subscriptions\` out of the config of one.`,
    );
  }
  return first?.subscriptions;
}
