import { createFront } from "./front/front.js";
import type { RequestHandler } from "../http/request-handler.js";
import { HttpServer } from "./http-server.js";
import type { Peer } from "./in-process-connections.js";
import { Mount, ownedPaths } from "./mount.js";
import type { MountedServiceOptions, ServerOptions } from "./server-options.js";
import { isGuarded, isLoopback, readSettings } from "./settings.js";
import { type Opening, openService, type RunningService, setUpService } from "./open-service.js";
import { belongsToNoTenant, type TenantOptions } from "./tenants/tenant-options.js";
import { Tenants } from "./tenants/tenants.js";
import { TenantDatabases } from "./tenants/tenant-databases.js";
import { storeSettings } from "./database-settings.js";

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
  const opening = { ...setUp, front, knowsHosts, door: server, pagesDoor: pages, open: listen };
  const running =
    options.tenants === undefined ? await openAlone(opening) : await openTenanted(opening, options.tenants);
  const { hosts, isTrusted } = settings.front;
  if (!isGuarded(options) && (hosts ?? isTrusted) !== undefined)
    log.warn(
      {},
      "no src/access.ts and no authorizer says who may call: everybody whom the proxy lets through may do everything",
    );
  return Object.assign(running, urls);
}

/** Opens a service without tenants, and warns if its database has some. */
async function openAlone(opening: Opening): Promise<RunningService> {
  const running = await openService(opening);
  const { store, log } = running.service;
  try {
    if ((await store.tenants.isThere()) && (await store.tenants.all()).length > 0)
      log.warn({}, "the database has tenants, and the server's options have no `tenants`: nobody serves them");
  } catch (err) {
    log.warn({ err }, "it cannot be read whether there are tenants");
  }
  return running;
}

/** Opens a service, and then serves its tenants by the same door. */
async function openTenanted(opening: Opening, given: TenantOptions): Promise<RunningService> {
  const { settings, log, options } = opening;
  const databases = new TenantDatabases(settings.databaseUrl, storeSettings(settings.database, log, options.limits));
  try {
    const tenants = new Tenants({ ...opening, setUp: opening, given, databases });
    const belongs = given.isOfService ?? belongsToNoTenant;
    const { front } = tenants;
    const service = await openService({ ...opening, front, belongs, door: tenants, database: databases.own() });
    tenants.begin(service);
    const { close } = service;
    return Object.assign(service, {
      close: async () => {
        await tenants.stop();
        await close();
        await databases.close();
      },
    });
  } catch (error) {
    await databases.close();
    throw error;
  }
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
  const running = await openService({
    ...setUp,
    front: createFront(settings.front, undefined, log),
    knowsHosts: settings.front.hosts !== undefined,
    door: mount,
    open: async () => {},
  });
  return Object.assign(running, { handler: mount.handler, fetch: mount.fetch });
}
