import { pathToFileURL } from "node:url";
import { ConfigurationError } from "../error/configuration-error.js";
import { createService, type ServiceOptions } from "./create-service.js";
import { logicOf } from "./logic-of.js";
import { createApp } from "../express/create-app.js";
import type { IndexedTable } from "../indexes/indexed-table.js";
import { TableClaims } from "../indexes/table-claims.js";
import { StoredDefaults } from "./stored-defaults.js";
import { Accounts } from "../sign-in/accounts.js";
import { userCommands } from "../sign-in/user-commands.js";
import { sessionCommands } from "../identity/session-commands.js";
import { tokenCommands } from "../identity/token-commands.js";
import { rewriteCommand } from "../evolve/rewrite-objects.js";
import { addPluginGauges } from "../plugin/plugin-gauges.js";
import { PluginRegistry } from "../plugin/plugin-registry.js";
import type { PluginStatus } from "../plugin/plugin-state.js";
import type { Database, Store } from "@cmgen/store";
import { RateLimiter } from "./rate-limits.js";
import { readDuration } from "./read-duration.js";
import { createLog } from "../log/create-log.js";
import { guardedLog } from "../log/guarded-log.js";
import type { Log } from "../log/log.js";
import type { RunningAudit } from "../audit/start-audit.js";
import { InnerRequests } from "./agents/inner-requests.js";
import { type AgentTools, loadTools } from "./agents/load-tools.js";
import { consolePages } from "./console/console-pages.js";
import { type ConsoleFiles, loadConsole } from "./console/load-console.js";
import { createListener } from "./create-listener.js";
import { followRoles } from "./follow-roles.js";
import type { Front } from "./front/front.js";
import type { Listener } from "./http-server.js";
import { Metrics } from "../metrics/metrics.js";
import { databaseEngine, prepareDatabase, type PreparedDatabase } from "./prepare-database.js";
import { addProcessGauges } from "../metrics/process-gauges.js";
import { defaultServerLimits } from "./server-limits.js";
import type { MountedServiceOptions } from "./server-options.js";
import { purgeCommand } from "../host/purge-history.js";
import type { Service } from "../host/service.js";
import { requestLog } from "./request-log.js";
import { startAudit } from "./start-audit.js";
import { trimHistories } from "./history-trimmer.js";
import { checkRequiredFiles, openapiFile } from "./required-files.js";
import { addServiceGauges } from "./service-gauges.js";
import { type PageSources, probePages, servicePages, unreadiness } from "./service-pages.js";
import { roleCommands } from "./role-check.js";
import type { ServerSettings } from "./settings.js";
import { LogicRunners } from "./logic-runners.js";
import { recheckObjects } from "./recheck-objects.js";
import { type ProgressReporters, progressReporters } from "./progress-reporters.js";
import { startPlugins } from "./start-plugins.js";
import { startSubscriptions } from "./start-subscriptions.js";
import { startUsers } from "./start-users.js";
import { loadTelemetry } from "../trace/telemetry.js";
import { tracedStore } from "./traced-store.js";
import { startingListener } from "./starting-listener.js";
import { joinPending, type PendingWork } from "../controller/pending-work.js";
import type { RequestAttributes } from "../host/authorizer.js";
import { tenantCommands } from "./tenants/tenant-commands.js";
import type { AccessSources } from "../access/access-control.js";

/** A service that answers, however requests come to it. */
export interface RunningService {
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

/** A service that {@link openService} has opened. */
export interface OpenedService extends RunningService {
  readonly audit: RunningAudit;
  /** Names of the migrations that the release ships. */
  readonly migrations: ReadonlySet<string> | undefined;
  /** Metrics that this process prints. */
  readonly metrics: Metrics;
  /** What is left to do without a request. */
  pending(): PendingWork;
}

/** Whose objects a service serves, if they are not its own. */
export interface ServedTenant {
  readonly name: string;
  /** The service that knows the callers. */
  readonly home: Service;
  readonly audit: RunningAudit;
}

/** What is known of a service before anything is opened. */
export interface SetUp {
  readonly options: MountedServiceOptions;
  readonly settings: ServerSettings;
  readonly registry: PluginRegistry;
  readonly log: Log;
  /** What agents use the service by, if they may. */
  readonly tools: AgentTools | undefined;
  /** What the console consists of, if there is one. */
  readonly consoleFiles: ConsoleFiles | undefined;
}

/** @throws {ConfigurationError} for a mistake in the options, and files that are missing. */
export async function setUpService(options: MountedServiceOptions, settings: ServerSettings): Promise<SetUp> {
  await loadTelemetry();
  const tools = await loadTools(options.mcp);
  const registry = new PluginRegistry(options.plugins);
  const consoleFiles = await loadConsole(options.console, options.plugins);
  const log = options.log === undefined ? await createLog({ level: settings.logLevel }) : guardedLog(options.log);
  const engine = databaseEngine(settings.databaseUrl, settings.database.readUrl);
  await checkRequiredFiles(options, { engine, migrate: settings.migrate }, log);
  return { options, settings, registry, log, tools, consoleFiles };
}

/** Where requests come in. */
export interface Door {
  answerBy(listener: Listener): void;
  /** Lets running answers finish, and breaks off the others after `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}

/** How a service is opened. */
export interface Opening extends SetUp {
  readonly front: Front;
  /** Whether requests that call the service by a name of somebody else are refused. */
  readonly knowsHosts: boolean;
  readonly door: Door;
  /** Where requests for pages come in, if they do not come in with all others. */
  readonly pagesDoor?: Door | undefined;
  /** Lets requests in: they are told that the service is starting. */
  open(): Promise<void>;
  /** The database that the settings name, where it shares connections with others. */
  readonly database?: Database | undefined;
  /** Absent where the objects are the service's own. */
  readonly tenant?: ServedTenant;
  /** Whether a caller has its roles for the objects that are served. Default: every caller has. */
  readonly belongs?: AccessSources["belongs"];
}

/**
 * Opens the database of a service, migrates it, and begins to answer requests and to start the plugins.
 *
 * @throws {ConfigurationError} when the database cannot be opened, or stored objects cannot be changed; {@link MigrationError} when a migration fails.
 */
export async function openService(opening: Opening): Promise<OpenedService> {
  const { options, settings, registry, log, front, door, pagesDoor, open } = opening;
  let reason = "The service is starting.";
  const starting = startingListener({ front, registry, log, reason: () => reason });
  door.answerBy(starting);
  pagesDoor?.answerBy(starting);
  await open();
  let store: Store | undefined;
  try {
    const stopTimeoutMs = readDuration("stopTimeout", options.stopTimeout ?? "10s");
    const doing = (what: string): void => void (reason = what);
    const { models } = registry;
    const { database } = opening;
    const prepared = await prepareDatabase({ options, models, settings, database, stopTimeoutMs, log, doing });
    ({ store } = prepared);
    const { tenant } = opening;
    const audited = tenant && { name: tenant.name, output: tenant.audit.output };
    const audit = await startAudit(settings, { store, log, models, tenant: audited });
    return serve({ ...prepared, ...opening, store: tracedStore(store), stopTimeoutMs, audit });
  } catch (error) {
    await door.close(0);
    await pagesDoor?.close(0);
    await store?.close();
    throw error;
  }
}

interface Prepared extends PreparedDatabase, Opening {
  readonly stopTimeoutMs: number;
  readonly audit: RunningAudit;
}

function serve(prepared: Prepared): OpenedService {
  const { options, settings, registry, log, store, migrations, door, audit, stopTimeoutMs, tenant } = prepared;
  const service = serviceOf(prepared);
  answerCommands(service);
  const stopRoles = followRoles(service, pathToFileURL(openapiFile(options)));
  startUsers(service, registry);
  const progress = progressReporters(log);
  const metrics = metricsOf(prepared, progress);
  const stopGauges = tenant === undefined ? addProcessGauges(metrics) : () => undefined;
  const logic = new LogicRunners(service, metrics);
  const subscriptions = startSubscriptions(service, registry, { metrics, policy: settings.receivers });
  const inner = prepared.tools && new InnerRequests({ log, limits: options.limits });
  door.answerBy(listenerOf(prepared, { service, logic, metrics, inner }));
  prepared.pagesDoor?.answerBy(pagesListener(prepared, { service, logic, metrics }));
  const [stopTrimming, starting] = [trimHistories(registry.models, { store, log }), new AbortController()];
  const claims = claimsOf(prepared);
  const defaults = new StoredDefaults(service);
  const started = startPlugins({ service, defaults, registry, logic, claims, progress, signal: starting.signal });
  return {
    service,
    audit,
    metrics,
    migrations,
    started,
    pending: pendingOf(started, [logic, ...(subscriptions === undefined ? [] : [subscriptions])]),
    get plugins() {
      return registry.statuses();
    },
    unready: () => unreadiness(registry, store),
    close: once(async () => {
      registry.stop();
      starting.abort();
      stopRoles();
      // Watches do not end by themselves, and the server would wait for them.
      await service.changes.stop();
      await door.close(stopTimeoutMs);
      await prepared.pagesDoor?.close(stopTimeoutMs);
      await inner?.close();
      await started;
      await Promise.all([logic.stop(stopTimeoutMs), subscriptions?.stop()]);
      for (const { name, state } of registry.statuses()) log.info({ plugin: name, state }, "plugin state");
      await defaults.close();
      await claims.close();
      await stopTrimming();
      if (tenant === undefined) await service.identities.close();
      await audit.stop(stopTimeoutMs);
      stopGauges();
      await store.close();
    }),
  };
}

/** What is left to do: until the plugins have started, their objects are changed and their indexes are built. */
function pendingOf(
  started: Promise<void>,
  parts: readonly { readonly pending: () => PendingWork }[],
): () => PendingWork {
  let isStarting = true;
  void started.then(() => (isStarting = false));
  return () => {
    const known = joinPending(parts.map((part) => part.pending()));
    return { ...known, isBusy: known.isBusy || isStarting };
  };
}

function metricsOf({ store, registry }: Prepared, progress: ProgressReporters): Metrics {
  const metrics = new Metrics();
  addServiceGauges(metrics, store, progress);
  addPluginGauges(metrics, registry);
  return metrics;
}

function claimsOf({ settings, log, store, migrations, revision }: Prepared): TableClaims {
  const { databaseUrl, takeOver = true } = settings;
  const recheck = (table: IndexedTable): Promise<void> => recheckObjects({ databaseUrl, store, revision }, table);
  return new TableClaims({ store, log, migrations, takeOver, recheck });
}

function serviceOf({ options, registry, settings, store, log, knowsHosts, tenant, belongs }: Prepared): Service {
  const { receivers } = settings;
  const logic = logicOf(registry, { receivers, belongs });
  const service = createService({
    ...serviceOptions(options),
    ...logic,
    ...(tenant && ofTenant(tenant, options)),
    store,
    log,
  });
  assertKnownHosts(knowsHosts, service);
  return service;
}

/** Nobody signs in at a tenant: its callers are those of the service. */
function ofTenant({ name, home }: ServedTenant, { authorizer }: MountedServiceOptions): Partial<ServiceOptions> {
  return {
    home,
    users: undefined,
    ...(typeof authorizer === "function" && {
      authorizer: (asked: RequestAttributes) => authorizer({ ...asked, tenant: name }),
    }),
  };
}

/** Identity providers send people back to the host that they have called. @throws {ConfigurationError} where that may be anybody's. */
function assertKnownHosts(knowsHosts: boolean, { access }: Service): void {
  if (knowsHosts || access === undefined || access.signIns.length === 0) return;
  throw new ConfigurationError(
    "oidc({ signIn }) in src/access.ts sends people back to the host that they have called: say in `hosts` of the server's options, or in " +
      "CMGEN_HOSTS, by which names the service is called.",
  );
}

/** Does what commands ask of the process that has the SQLite file. */
function answerCommands(service: Service): void {
  const { store, models, users, identities, home } = service;
  store.answerCommands({
    ...rewriteCommand(store, models),
    ...purgeCommand(store),
    ...roleCommands(service),
    ...(users !== undefined && userCommands(new Accounts(service, users))),
    ...(home === undefined && tenantCommands(store)),
    ...(home === undefined && tokenCommands(store, () => identities.refresh())),
    ...(home === undefined && sessionCommands(store, () => identities.refresh())),
  });
}

/** What answers the requests of a service that runs. */
function listenerOf(
  { options, settings, registry, log, front, audit, pagesDoor, tools, consoleFiles, migrationStates, tenant }: Prepared,
  { inner, ...parts }: ServedParts & { readonly inner: InnerRequests | undefined },
): Listener {
  const openapi = pathToFileURL(openapiFile(options));
  const ofConsole = consolePages(consoleFiles, parts.service, tenant?.name);
  const ofService = servicePages({ ...parts, registry, openapi });
  const pages = createApp([...ofService, ...ofConsole], log);
  // The console asks the service that serves it what it has.
  const ofDocument = consoleFiles === undefined ? [] : ofService.filter(({ path }) => path === "/openapi.json");
  const besidePages = [...probePages({ ...parts, registry }), ...ofDocument, ...ofConsole];
  return createListener({
    ...parts,
    registry,
    migrations: migrationStates,
    limits: { ...defaultServerLimits, ...options.limits },
    accessLog: requestLog(settings, audit, log),
    rateLimit: options.rateLimits?.address,
    entrance: {
      front,
      problem: options.problem,
      rest: pagesDoor === undefined ? pages : createApp(besidePages, log),
    },
    // Where pages are at a port of their own, tools still read there what the service has, as their callers' roles let them.
    agents: tools && inner && { tools, inner, rest: pages },
  });
}

type ServedParts = Pick<PageSources, "service" | "logic" | "metrics">;

/** What answers requests for pages at a port of their own: anyone who can reach that port may read them. */
function pagesListener({ options, registry, log, front }: Prepared, parts: ServedParts): Listener {
  const openapi = pathToFileURL(openapiFile(options));
  const service = { ...parts.service, access: undefined, authorizer: undefined };
  const app = createApp(servicePages({ ...parts, service, registry, openapi }), log);
  return (request, response) => {
    if (front(request, response)) app(request, response);
    return () => undefined;
  };
}

function serviceOptions({ authorizer, rateLimits, ...options }: MountedServiceOptions): Omit<ServiceOptions, "store"> {
  const users = rateLimits?.user && new RateLimiter("user", rateLimits.user);
  return {
    ...options,
    ...(authorizer !== undefined && authorizer !== "none" && { authorizer }),
    limitUser: users,
  };
}

function once<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => (running ??= call());
}
