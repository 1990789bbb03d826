import type { AccessControl } from "../access/access-control.js";
import { BodyBudget } from "../host/body-budget.js";
import type { Hooks } from "../resource/hooks/hooks.js";
import type { ExtensionObject, ModelDescriptor } from "../model/model-descriptor.js";
import type { ServiceUsers } from "../identity/user-state.js";
import type { KeyMapping } from "../resource/key-mapping.js";
import { CreationClock } from "../resource/creation-clock.js";
import { createReferenceTable } from "../resource/references/reference-table.js";
import { resourcesOf } from "../objects/resources-of.js";
import type { Store } from "@cmgen/store";
import { ChangeSource } from "../watch/change-source.js";
import { kindDefaults, StoredShape } from "../version/stored-shape.js";
import { createJsonLog } from "../log/create-log.js";
import { guardedLog } from "../log/guarded-log.js";
import type { Log } from "../log/log.js";
import { Identities } from "../identity/identities.js";
import type { Authorizer } from "../host/authorizer.js";
import type { NotReady, Service, ServiceLimits } from "../host/service.js";
import { readLogLevel } from "./settings.js";
import { apiVersionOf, collectionPath } from "@cmgen/model";
import { ConfigurationError } from "../error/configuration-error.js";
import { readDuration } from "./read-duration.js";
import { type CodeOwner, ownedSignal, runAs } from "../log/code-owner.js";

export interface ServiceOptions {
  readonly store: Store;
  /** Default: JSON lines on standard output, of the level `LOG_LEVEL`, else `info`. */
  readonly log?: Log;
  readonly limits?: Partial<ServiceLimits>;
  /** Without an authorizer, everyone who can reach the service may do everything. */
  readonly authorizer?: Authorizer;
  /** Who callers are and what they may do. Default: everybody may do everything that the authorizer allows. */
  readonly access?: AccessControl | undefined;
  /** Default: callers may make any number of requests. */
  readonly limitUser?: Service["limitUser"];
  readonly reservedLabelKeys?: "accept" | "reject";
  /** All models, where any has references. Default: none. */
  readonly models?: readonly ModelDescriptor[];
  /** The hooks of all plugins whose routers are mounted. Default: none. */
  readonly hooks?: readonly Hooks[] | undefined;
  /** The service whose callers, and whose limit of memory, this one shares. Default: none. */
  readonly home?: Service | undefined;
  /** The users who can sign in. Default: none. */
  readonly users?: ServiceUsers | undefined;
  /** What has the last word on objects of models that the service itself uses. Default: nothing. */
  readonly keeperOf?: Service["keeperOf"] | undefined;
  /** What the controllers of all plugins watch besides their own models. Default: nothing. */
  readonly mappings?: readonly KeyMapping[] | undefined;
  /** Returns the name of a type's plugin, for the log. Default: not known. */
  readonly pluginOf?: (model: ModelDescriptor) => string | undefined;
  /** Returns why a type cannot be served now. Default: all can. */
  readonly notReady?: (model: ModelDescriptor) => NotReady | undefined;
}

const MIB = 1024 * 1024;

const defaultLimits: ServiceLimits = {
  maxBodyBytes: 3 * MIB,
  maxBodyValues: 100_000,
  maxBodiesBytes: 256 * MIB,
  compressFromBytes: 2048,
  hookTimeout: "10s",
  authorizerTimeout: "10s",
};

/**
 * Makes the service that generated routers run on. A server makes its own; an application that mounts routers itself calls this.
 *
 * @throws {ConfigurationError} when a model has hooks twice, refers to one that is not among the models, or `LOG_LEVEL` is not a level.
 */
export function createService(options: ServiceOptions): Service {
  const log = options.log === undefined ? createJsonLog({ level: readLogLevel(process.env) }) : guardedLog(options.log);
  const { hookTimeout, authorizerTimeout, ...limits } = { ...defaultLimits, ...options.limits };
  const watched = new Set((options.mappings ?? []).map(({ model }) => model.table));
  const shapeOf = createShapes(options.models ?? []);
  const { store, users, home } = options;
  const changes = new ChangeSource(store, log);
  const findUser =
    ({ model }: ServiceUsers) =>
    (name: string): Promise<ExtensionObject | undefined> =>
      service.resource(model).find(name);
  const service: Service = {
    store,
    changes,
    log,
    limits,
    timeouts: {
      hooks: readDuration("limits.hookTimeout", hookTimeout),
      authorizer: readDuration("limits.authorizerTimeout", authorizerTimeout),
    },
    bodies: home?.bodies ?? new BodyBudget(limits.maxBodiesBytes),
    authorizer: options.authorizer,
    access: options.access,
    limitUser: options.limitUser,
    identities:
      home?.identities ??
      new Identities({
        store,
        log,
        users: users && { users, changes, find: findUser(users) },
        providers: (options.access?.signIns ?? []).map(({ key }) => key),
      }),
    home,
    users,
    reservedLabelKeys: options.reservedLabelKeys ?? "accept",
    models: options.models ?? [],
    references: createReferenceTable(options.models ?? [], shapeOf),
    shapeOf,
    hooksOf: createHookTable(options.hooks ?? []),
    creationClock: createCreationClocks(options.store),
    keeperOf: options.keeperOf ?? (() => undefined),
    isWatched: ({ table }) => watched.has(table),
    pluginOf: options.pluginOf ?? (() => undefined),
    notReady: options.notReady ?? (() => undefined),
    resource: resourcesOf(() => service),
  };
  return service;
}

/** One for each table. An application that mounts routers itself need not name models: then of each the version that is used is known. */
function createShapes(models: readonly ModelDescriptor[]): Service["shapeOf"] {
  const shapes = new Map<string, StoredShape>();
  return (model) => {
    const { table, storage = model } = model;
    const versions = models.filter((known) => known.table === table);
    const shape = shapes.get(table) ?? new StoredShape(kindDefaults([model, storage, ...versions]));
    shapes.set(table, shape);
    return shape;
  };
}

/** One for each table, whatever version of its objects is written. */
function createCreationClocks(store: Store): Service["creationClock"] {
  const clocks = new Map<string, CreationClock>();
  return ({ table }) => {
    const clock = clocks.get(table) ?? new CreationClock(store);
    clocks.set(table, clock);
    return clock;
  };
}

/**
 * Makes the function that finds the hooks of a model, by any descriptor of it.
 *
 * @throws {ConfigurationError} when a model has hooks twice, since their order would be unknown, or when hooks are of a version that
 * objects are not stored as, since writes through other versions would not run them.
 */
function createHookTable(all: readonly Hooks[]): Service["hooksOf"] {
  if (all.length === 0) return () => undefined;
  const byPath = new Map<string, Hooks>();
  for (const hooks of all) {
    assertStorage(hooks.model);
    const path = collectionPath(hooks.model);
    if (byPath.has(path)) {
      throw new ConfigurationError(
        `There are two sets of hooks for ${hooks.model.plural}.${apiVersionOf(hooks.model)}: a model may have one.`,
      );
    }
    byPath.set(path, hooks);
  }
  return (model) => byPath.get(collectionPath(model));
}

function assertStorage(model: ModelDescriptor): void {
  if (model.storage === undefined) return;
  const [version, storage] = [apiVersionOf(model), apiVersionOf(model.storage)];
  throw new ConfigurationError(
    `There are hooks of ${model.plural}.${version}, which are stored as ${storage}. Declare them for ${storage}: they run on writes through ` +
      "every version.",
  );
}

/** Hooks that run in their plugin's name, so that errors of code that they start and do not await are assigned to the plugin. */
export function ownedHooks(owner: CodeOwner, hooks: Hooks): Hooks {
  const { model, prepare, check, beforeWrite } = hooks;
  return {
    model,
    ...(prepare && { prepare: owned(owner, prepare.bind(hooks)) }),
    ...(check && { check: owned(owner, check.bind(hooks)) }),
    ...(beforeWrite && { beforeWrite: owned(owner, beforeWrite.bind(hooks)) }),
  };
}

type Hook<Context> = (context: Context) => unknown;

function owned<Context extends { readonly signal: AbortSignal }>(owner: CodeOwner, hook: Hook<Context>): Hook<Context> {
  return (context) =>
    runAs(owner, async () => {
      const { signal, release } = ownedSignal(owner, context.signal);
      // Where it throws, the signal is aborted after that.
      const result = await hook({ ...context, signal });
      release();
      return result;
    });
}
