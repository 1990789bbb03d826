import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { controllerGauges } from "../controller/controller-gauges.js";
import { ControllerRunner } from "../controller/controller-runner.js";
import { createApp } from "../express/create-app.js";
import { sendProblem } from "../http/send-problem.js";
import { BuildReporter } from "../indexes/build-reporter.js";
import { TableClaims } from "../indexes/table-claims.js";
import { PluginRegistry } from "../plugin/plugin-registry.js";
import type { Store } from "../store/store.js";
import { Admission } from "./admission.js";
import { createService } from "./create-service.js";
import { createDispatch } from "./dispatch.js";
import { HttpServer } from "./http-server.js";
import { createTextLog, type Log } from "./log.js";
import { Metrics } from "./metrics.js";
import { openDatabase } from "./open-database.js";
import { processGauges } from "./process-gauges.js";
import { defaultServerLimits, type ServerLimits } from "./server-limits.js";
import type { ServerOptions } from "./server-options.js";
import type { Service } from "./service.js";
import { servicePages } from "./service-pages.js";
import { readSettings } from "./settings.js";
import { startPlugins } from "./start-plugins.js";
import { StatusLine } from "./status-line.js";

/** A server that answers. */
export interface RunningServer {
  /** `http://<host>:<port>`. */
  readonly url: string;
  readonly service: Service;
  /** Resolved once every plugin has started or failed to. */
  readonly started: Promise<void>;
  /** What is in the way of readiness; empty when all plugins have started. */
  unready(): readonly string[];
  /** Stops gracefully: no new requests, those under way finished, controllers stopped, the database closed. May be called twice. */
  close(): Promise<void>;
}

const STOP_TIMEOUT_MS = 10_000;

/**
 * Starts a server in this process: opens the database and brings it up to date, listens, then starts the plugins. It answers from the
 * moment this resolves; a plugin's own routes once that plugin has started.
 *
 * @throws {ConfigurationError} for a mistake in the settings, or an address that cannot be had.
 * @throws {MigrationError} when a migration fails.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const settings = readSettings(options, process.env);
  const registry = new PluginRegistry(options.plugins);
  const status = new StatusLine(process.stderr);
  const log = options.log ?? createTextLog((line) => status.write(line));
  const builds = new BuildReporter({ log, status: options.log === undefined ? status : undefined });
  const { store, migrated } = await openDatabase(options, settings, log);
  const takeOver = settings.takeOver ?? migrated;
  try {
    return await serve({ options, settings, registry, log, store, builds, takeOver });
  } catch (error) {
    await store.close();
    throw error;
  }
}

interface Prepared {
  readonly options: ServerOptions;
  readonly settings: { readonly host: string; readonly port: number };
  readonly registry: PluginRegistry;
  readonly log: Log;
  readonly store: Store;
  readonly builds: BuildReporter;
  /** Whether resources are taken from another release that still runs. */
  readonly takeOver: boolean;
}

async function serve({ options, settings, registry, log, store, builds, takeOver }: Prepared): Promise<RunningServer> {
  const hooks = registry.plugins.flatMap((plugin) => plugin.hooks ?? []);
  const service = createService({ ...options, hooks, store, log, notReady: (model) => registry.notReadyModel(model) });
  const controllers = new ControllerRunner(service);
  const gauges = processGauges();
  const metrics = new Metrics([...gauges.gauges, ...controllerGauges(controllers)]);
  const openapi = new URL(options.openapi ?? "openapi.json", options.root);
  const app = createApp(servicePages({ service, registry, metrics, openapi }), log);
  const limits = { ...defaultServerLimits, ...options.limits };
  const listener = createListener({ service, registry, metrics, limits, rest: app });
  const server = new HttpServer({ listener, log, limits });
  const url = await server.listen(settings);
  const starting = new AbortController();
  const claims = new TableClaims({ store, log, takeOver });
  const started = startPlugins({ service, registry, controllers, claims, builds, signal: starting.signal });
  return {
    url,
    service,
    started,
    unready: () => registry.unready(),
    close: once(async () => {
      registry.stop();
      starting.abort();
      // Watches have no end of their own: the server would wait for them.
      await service.changes.stop();
      await server.close(options.stopTimeoutMs ?? STOP_TIMEOUT_MS);
      await started;
      await controllers.stop();
      await claims.close();
      gauges.stop();
      await store.close();
    }),
  };
}

interface Listening {
  readonly service: Service;
  readonly registry: PluginRegistry;
  readonly metrics: Metrics;
  readonly limits: ServerLimits;
  readonly rest: (request: IncomingMessage, response: ServerResponse) => void;
}

/**
 * Generated routes first, since they answer without any framework; the application has the rest, and answers that the process is alive
 * however much there is to do.
 */
function createListener({ service, registry, metrics, limits, rest }: Listening): RequestListener {
  const dispatch = createDispatch(service, registry);
  const requests = new Admission(limits.maxRequests);
  const watches = new Admission(limits.maxWatches);
  return (request, response) => {
    const start = performance.now();
    const found = dispatch(request.url ?? "/");
    const admission = found && (request.url?.includes("watch=true") ? watches : requests);
    const refusal = admission?.enter();
    response.once("close", () => {
      admission?.leave();
      const seconds = (performance.now() - start) / 1000;
      const route = found?.name ?? "other";
      metrics.record({ method: methodLabel(request.method), route, status: response.statusCode, seconds });
    });
    if (refusal !== undefined) sendProblem(request, response, { error: refusal, log: service.log });
    else if (found === undefined) rest(request, response);
    else found.handle(request, response, () => rest(request, response));
  };
}

const COUNTED: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Callers can make up methods, and each would be a series. */
function methodLabel(method = ""): string {
  return COUNTED.has(method) ? method : "other";
}

function once<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => (running ??= run());
}
