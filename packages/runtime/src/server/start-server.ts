import { pathToFileURL } from "node:url";
import { createService, ownedHooks, type ServiceOptions } from "./create-service.js";
import { createApp } from "../express/create-app.js";
import { TableClaims } from "../indexes/table-claims.js";
import { addPluginGauges } from "../plugin/plugin-gauges.js";
import { PluginRegistry } from "../plugin/plugin-registry.js";
import type { PluginStatus } from "../plugin/plugin-state.js";
import type { Store } from "@cmgen/store";
import { createLog } from "../log/create-log.js";
import { guardedLog } from "../log/guarded-log.js";
import type { Log } from "../log/log.js";
import { createAccessLog } from "./access-log.js";
import { createListener } from "./create-listener.js";
import { createFront } from "./front/front.js";
import { HttpServer } from "./http-server.js";
import { Metrics } from "../metrics/metrics.js";
import { databaseEngine, prepareDatabase } from "./prepare-database.js";
import { addProcessGauges } from "../metrics/process-gauges.js";
import { defaultServerLimits } from "./server-limits.js";
import type { ServerOptions } from "./server-options.js";
import type { Service } from "../host/service.js";
import { checkRequiredFiles, openapiFile } from "./required-files.js";
import { addServiceGauges } from "./service-gauges.js";
import { servicePages, unreadiness } from "./service-pages.js";
import { isLoopback, readSettings, type ServerSettings } from "./settings.js";
import { LogicRunners } from "./logic-runners.js";
import { progressReporters } from "./progress-reporters.js";
import { startPlugins } from "./start-plugins.js";

/** A server that answers. */
export interface RunningServer {
  /** `http://<host>:<port>`. */
  readonly url: string;
  readonly service: Service;
  /** Resolved once every plugin has started or failed to. */
  readonly started: Promise<void>;
  /** The state of each plugin as it is now. */
  readonly plugins: readonly PluginStatus[];
  /** Why the server is not ready; empty when all plugins have started and the database answers. */
  unready(): readonly string[];
  /** Stops gracefully: accepts no new requests, finishes running ones, stops controllers, closes the database. May be called twice. */
  close(): Promise<void>;
}

const STOP_TIMEOUT_MS = 10_000;

/**
 * Starts a server in this process: migrates and opens the database, listens, then starts the plugins. It answers from the moment this resolves;
 * a plugin's own routes answer once that plugin has started.
 *
 * @throws {ConfigurationError} for a mistake in the settings, files that are missing, an address that cannot be listened on, or stored
 * objects that an evolve step cannot change: the database is left as it was.
 * @throws {MigrationError} when a migration fails.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const settings = readSettings(options, process.env);
  const registry = new PluginRegistry(options.plugins);
  const log = options.log === undefined ? await createLog({ level: settings.logLevel }) : guardedLog(options.log);
  const engine = databaseEngine(settings.databaseUrl);
  await checkRequiredFiles(options, { engine, migrate: settings.migrate }, log);
  const { store, migrated } = await prepareDatabase({ ...options, models: registry.models }, settings, log);
  const takeOver = settings.takeOver ?? migrated;
  try {
    return await serve({ options, settings, registry, log, store, takeOver });
  } catch (error) {
    await store.close();
    throw error;
  }
}

interface Prepared {
  readonly options: ServerOptions;
  readonly settings: ServerSettings;
  readonly registry: PluginRegistry;
  readonly log: Log;
  readonly store: Store;
  /** Whether resources are taken over from another release that still runs. */
  readonly takeOver: boolean;
}

async function serve({ options, settings, registry, log, store, takeOver }: Prepared): Promise<RunningServer> {
  const service = createService({ ...options, ...logicOf(registry), store, log });
  const metrics = new Metrics();
  const stopGauges = addProcessGauges(metrics);
  const logic = new LogicRunners(service, metrics);
  const progress = progressReporters(log);
  addServiceGauges(metrics, store, progress);
  addPluginGauges(metrics, registry);
  const openapi = pathToFileURL(openapiFile(options));
  const app = createApp(servicePages({ service, registry, metrics, logic, openapi }), log);
  const limits = { ...defaultServerLimits, ...options.limits };
  const accessLog = settings.accessLog ? createAccessLog(log) : undefined;
  const front = createFront(settings.front, isLoopback(settings.host) ? settings.host : undefined, log);
  const listener = createListener({ service, registry, metrics, limits, accessLog, front, rest: app });
  const server = new HttpServer({ listener, log, limits });
  const url = await server.listen(settings);
  const stopTimeoutMs = options.stopTimeoutMs ?? STOP_TIMEOUT_MS;
  const starting = new AbortController();
  const claims = new TableClaims({ store, log, takeOver });
  const started = startPlugins({
    service,
    registry,
    logic,
    claims,
    progress,
    signal: starting.signal,
  });
  return {
    url,
    service,
    started,
    get plugins() {
      return registry.statuses();
    },
    unready: () => unreadiness(registry, store),
    close: once(async () => {
      registry.stop();
      starting.abort();
      // Watches do not end by themselves, and the server would wait for them.
      await service.changes.stop();
      await server.close(stopTimeoutMs);
      await started;
      await logic.stop(stopTimeoutMs);
      for (const { name, state } of registry.statuses()) log.info({ plugin: name, state }, "plugin state");
      await claims.close();
      stopGauges();
      await store.close();
    }),
  };
}

/** What the service needs of the plugins. */
function logicOf(
  registry: PluginRegistry,
): Pick<ServiceOptions, "models" | "hooks" | "mappings" | "notReady" | "pluginOf"> {
  const { plugins, models } = registry;
  return {
    models,
    hooks: plugins.flatMap(({ name, hooks = [] }) => hooks.map((each) => ownedHooks({ plugin: name }, each))),
    mappings: plugins.flatMap(({ controllers }) => controllers.flatMap(({ watches }) => watches ?? [])),
    notReady: registry.notReadyModel.bind(registry),
    pluginOf: (model) => registry.ownerOf(model).name,
  };
}

function once<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => (running ??= run());
}
