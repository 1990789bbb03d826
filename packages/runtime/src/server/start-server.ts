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
import type { Store } from "@cmgen/store";
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
import { createFront, type Front } from "./front/front.js";
import type { RequestHandler } from "../http/request-handler.js";
import { HttpServer, type Listener } from "./http-server.js";
import type { Peer } from "./in-process-connections.js";
import { Mount, ownedPaths } from "./mount.js";
import { Metrics } from "../metrics/metrics.js";
import { databaseEngine, prepareDatabase, type PreparedDatabase } from "./prepare-database.js";
import { addProcessGauges } from "../metrics/process-gauges.js";
import { defaultServerLimits } from "./server-limits.js";
import type { MountedServiceOptions, ServerOptions } from "./server-options.js";
import { purgeCommand } from "../host/purge-history.js";
import type { Service } from "../host/service.js";
import { requestLog } from "./request-log.js";
import { startAudit } from "./start-audit.js";
import { trimHistories } from "./history-trimmer.js";
import { checkRequiredFiles, openapiFile } from "./required-files.js";
import { addServiceGauges } from "./service-gauges.js";
import { type PageSources, probePages, servicePages, unreadiness } from "./service-pages.js";
import { roleCommands } from "./role-check.js";
import { isGuarded, isLoopback, readSettings, type ServerSettings } from "./settings.js";
import { LogicRunners } from "./logic-runners.js";
import { recheckObjects } from "./recheck-objects.js";
import { progressReporters } from "./progress-reporters.js";
import { startPlugins } from "./start-plugins.js";
import { startSubscriptions } from "./start-subscriptions.js";
import { startUsers } from "./start-users.js";
import { loadTelemetry } from "../trace/telemetry.js";
import { tracedStore } from "./traced-store.js";
import { startingListener } from "./starting-listener.js";

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

/** A server that answers. */
export interface RunningServer extends RunningService {
  /** `http://<host>:<port>`. */
  readonly url: string;
  /** The same with the port of pages, where they have one of their own. */
  readonly pagesUrl?: string;
}

/** A service that answers requests which the server of an application has received. */
export interface MountedService extends RunningService {
  /** Answers a request, or leaves it to `next` where the service has nothing at its path: `app.use(people.handler)` in Express. */
  readonly handler: RequestHandler;
  /** Answers a web request: in Hono, in Fastify, in tests. `remoteAddress` is the caller's address, as the application knows it. */
  readonly fetch: (request: Request, peer: Peer) => Promise<Response>;
}

/**
 * Starts a server in this process: listens, migrates and opens the database, then starts the plugins. It answers from the moment this resolves,
 * and says that it is not ready as soon as it listens; a plugin's own routes answer once that plugin has started.
 *
 * @throws {ConfigurationError} for a mistake in the settings, files that are missing, an address that cannot be listened on, an SQLite file
 * that another process has, or stored objects that an evolve step cannot change: the database is left as it was.
 * @throws {MigrationError} when a migration fails.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const setUp = await setUpService(options, readSettings(options, process.env));
  const { settings, log } = setUp;
  const front = createFront(settings.front, isLoopback(settings.host) ? settings.host : undefined, log);
  const server = new HttpServer({ log, limits: options.limits });
  const { host, pagesPort } = settings;
  const pages = pagesPort === undefined ? undefined : new HttpServer({ log, limits: options.limits });
  let urls: Pick<RunningServer, "url" | "pagesUrl"> = { url: "" };
  const listen = async (): Promise<void> => {
    urls = { url: await server.listen(settings) };
    if (pages !== undefined) urls = { ...urls, pagesUrl: await pages.listen({ host, port: pagesPort ?? 0 }) };
  };
  const knowsHosts = isLoopback(settings.host) || settings.front.hosts !== undefined;
  const running = await run({ ...setUp, front, knowsHosts, door: server, pagesDoor: pages, open: listen });
  return Object.assign(running, urls);
}

/**
 * Starts a service in this process for an application that has a server of its own. Nothing listens: the application hands requests over, all
 * of them or those below a path. It may also be a test. With neither access nor an authorizer, callers on other machines are answered 403.
 *
 * @throws {ConfigurationError} as {@link startServer}.
 * @throws {MigrationError} when a migration fails.
 */
export async function mountService(options: MountedServiceOptions): Promise<MountedService> {
  const setUp = await setUpService(options, readSettings(options, process.env));
  const { settings, registry, log, tools, consoleFiles } = setUp;
  const owned = ownedPaths(registry, { tools: tools !== undefined, console: consoleFiles !== undefined });
  const mount = new Mount({
    log,
    limits: options.limits,
    isGuarded: isGuarded(options),
    owns: (request) => owned(request, settings.front.basePath),
  });
  const running = await run({
    ...setUp,
    front: createFront(settings.front, undefined, log),
    knowsHosts: settings.front.hosts !== undefined,
    door: mount,
    open: async () => {},
  });
  return Object.assign(running, { handler: mount.handler, fetch: mount.fetch });
}

/** What is known of a service before anything is opened. */
interface SetUp {
  readonly options: MountedServiceOptions;
  readonly settings: ServerSettings;
  readonly registry: PluginRegistry;
  readonly log: Log;
  /** What agents use the service by, if they may. */
  readonly tools: AgentTools | undefined;
  /** What the console consists of, if there is one. */
  readonly consoleFiles: ConsoleFiles | undefined;
}

async function setUpService(options: MountedServiceOptions, settings: ServerSettings): Promise<SetUp> {
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
interface Door {
  answerBy(listener: Listener): void;
  /** Lets running answers finish, and breaks off the others after `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}

interface Opening extends SetUp {
  readonly front: Front;
  /** Whether requests that call the service by a name of somebody else are refused. */
  readonly knowsHosts: boolean;
  readonly door: Door;
  /** Where requests for pages come in, if they do not come in with all others. */
  readonly pagesDoor?: Door | undefined;
  /** Lets requests in: they are told that the service is starting. */
  open(): Promise<void>;
}

async function run(opening: Opening): Promise<RunningService> {
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
    const prepared = await prepareDatabase({ options, models, settings, stopTimeoutMs, log, doing });
    ({ store } = prepared);
    const audit = await startAudit(settings, { store, log, models });
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

function serve(prepared: Prepared): RunningService {
  const { options, settings, registry, log, store, migrations, revision, door, audit, stopTimeoutMs } = prepared;
  const service = serviceOf(prepared);
  answerCommands(service);
  const stopRoles = followRoles(service, pathToFileURL(openapiFile(options)));
  startUsers(service, registry);
  const metrics = new Metrics();
  const stopGauges = addProcessGauges(metrics);
  const logic = new LogicRunners(service, metrics);
  const progress = progressReporters(log);
  addServiceGauges(metrics, store, progress);
  addPluginGauges(metrics, registry);
  const subscriptions = startSubscriptions(service, registry, { metrics, policy: settings.receivers });
  const inner = prepared.tools && new InnerRequests({ log, limits: options.limits });
  door.answerBy(listenerOf(prepared, { service, logic, metrics, inner }));
  prepared.pagesDoor?.answerBy(pagesListener(prepared, { service, logic, metrics }));
  const [stopTrimming, starting] = [trimHistories(registry.models, { store, log }), new AbortController()];
  const { databaseUrl, takeOver = true } = settings;
  const recheck = (table: IndexedTable): Promise<void> => recheckObjects({ databaseUrl, store, revision }, table);
  const claims = new TableClaims({ store, log, migrations, takeOver, recheck });
  const defaults = new StoredDefaults(service);
  const started = startPlugins({ service, defaults, registry, logic, claims, progress, signal: starting.signal });
  return {
    service,
    started,
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
      await service.identities.close();
      await audit.stop(stopTimeoutMs);
      stopGauges();
      await store.close();
    }),
  };
}

function serviceOf({ options, registry, settings, store, log, knowsHosts }: Prepared): Service {
  const service = createService({ ...serviceOptions(options), ...logicOf(registry, settings), store, log });
  assertKnownHosts(knowsHosts, service);
  return service;
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
  const { store, models, users, identities } = service;
  store.answerCommands({
    ...rewriteCommand(store, models),
    ...purgeCommand(store),
    ...(users !== undefined && userCommands(new Accounts(service, users))),
    ...roleCommands(service),
    ...tokenCommands(store, () => identities.refresh()),
    ...sessionCommands(store, () => identities.refresh()),
  });
}

/** What answers the requests of a service that runs. */
function listenerOf(
  { options, settings, registry, log, front, audit, pagesDoor, tools, consoleFiles, migrationStates }: Prepared,
  { inner, ...parts }: ServedParts & { readonly inner: InnerRequests | undefined },
): Listener {
  const openapi = pathToFileURL(openapiFile(options));
  const ofConsole = consolePages(consoleFiles, parts.service);
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
