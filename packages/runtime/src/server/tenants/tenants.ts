import type { IncomingMessage, ServerResponse } from "node:http";
import { collectionPath } from "@cmgen/model";
import { parseDatabaseUrl, tenantNameProblem } from "@cmgen/store";
import { ApiError } from "../../error/api-error.js";
import { ConfigurationError } from "../../error/configuration-error.js";
import type { Service } from "../../host/service.js";
import { forgetSession } from "../../http/request-caller.js";
import { mountPathOf, splitTarget } from "../../http/request-target.js";
import { sendProblem } from "../../http/send-problem.js";
import type { Metrics } from "../../metrics/metrics.js";
import { signInPaths } from "../../sign-in/sign-in-paths.js";
import { callersTrace } from "../../trace/telemetry.js";
import { mountBelow } from "../front/base-path.js";
import { methodLabel, OTHER_ROUTE } from "../create-listener.js";
import type { Front } from "../front/front.js";
import type { Listener } from "../http-server.js";
import type { Door, OpenedService, SetUp } from "../open-service.js";
import { OWN_BASE } from "../own-paths.js";
import { requestLog } from "../request-log.js";
import { readDuration } from "../read-duration.js";
import { tokenPaths } from "../token-paths.js";
import { userPaths } from "../user-paths.js";
import { DueTenants } from "./due-tenants.js";
import { prepareTenants } from "./prepare-tenants.js";
import { belongsByGroup, type TenantOptions, type TenantPath } from "./tenant-options.js";
import { releaseOf } from "./tenant-release.js";
import { logOf, NotMadeError, TenantServices } from "./tenant-services.js";
import { ArrivedRequest, callerOf } from "./arrived-request.js";
import { addTenantMetrics } from "./tenant-metrics.js";
import { MadeOnUse } from "./made-on-use.js";
import type { TenantDatabases } from "./tenant-databases.js";
import type { TenantDoor } from "./tenant-door.js";

const DEFAULT_IDLE = "1m";
const DEFAULT_OPEN = 100;

/** How often a request tries to open a tenant that is being made. */
const MOST_TRIES = 5;

/** How many characters of an unknown tenant's name are repeated in logs and errors: callers choose it. */
const MOST_SHOWN = 100;

/** Requests that wait for their tenant to be opened, at most. */
const MOST_WAITING = 1000;

const ADMITTED = Symbol("admitted");

interface FrontedRequest extends IncomingMessage {
  [ADMITTED]?: boolean;
}

export interface TenantsOptions {
  readonly setUp: SetUp;
  readonly given: TenantOptions;
  readonly front: Front;
  readonly knowsHosts: boolean;
  /** Where requests come in. */
  readonly door: Door;
  readonly databases: TenantDatabases;
}

/**
 * Hands requests to the services of tenants, and all others to the service itself, to which it is the door. What callers are known by is the service's own
 * for all of them: tokens, sessions and users.
 */
export class Tenants implements Door {
  readonly #options: TenantsOptions;
  readonly #idleMs: number;
  readonly #made: MadeOnUse;
  #own: Listener | undefined;
  #home: Service | undefined;
  #metrics: Metrics | undefined;
  #audit: OpenedService["audit"] | undefined;
  #ownPaths: (path: string) => boolean = () => true;
  #services: TenantServices | undefined;
  #stops: (() => Promise<void>)[] = [];
  #waiting = 0;

  /** @throws {ConfigurationError} for options that cannot be. */
  constructor(options: TenantsOptions) {
    const { idleTimeout = DEFAULT_IDLE, maxOpen = DEFAULT_OPEN, madeOnUse = 0, of } = options.given;
    if (typeof of !== "function")
      throw new ConfigurationError("tenants.of must be a function that finds the tenant of a request.");
    if (!Number.isSafeInteger(maxOpen) || maxOpen < 1)
      throw new ConfigurationError(`tenants.maxOpen must be a whole number of at least 1, not ${maxOpen}.`);
    if (!Number.isSafeInteger(madeOnUse) || madeOnUse < 0)
      throw new ConfigurationError(`tenants.madeOnUse must be a whole number, not ${madeOnUse}.`);
    const { databaseUrl } = options.setUp.settings;
    if (/^:?memory:$/.test(databaseUrl))
      throw new ConfigurationError("A service with tenants cannot be in memory: name a file or a PostgreSQL database.");
    this.#options = options;
    this.#made = new MadeOnUse(options.setUp, options.given);
    this.#idleMs = readDuration("tenants.idleTimeout", idleTimeout);
  }

  /** What the services behind it let in: what the front has let in already. */
  readonly front: Front = (request: FrontedRequest) => request[ADMITTED] === true;

  answerBy(listener: Listener): void {
    this.#own = listener;
    this.#options.door.answerBy(this.#answer);
  }

  /** Begins to serve tenants. */
  begin({ service, audit, metrics, migrations }: OpenedService): void {
    const { setUp, given, knowsHosts, databases } = this.#options;
    const { store, log } = service;
    const release = releaseOf(migrations, setUp.options.plugins);
    const services = new TenantServices({
      setUp,
      front: this.front,
      knowsHosts,
      databases,
      home: { home: service, audit },
      belongs: given.belongs ?? belongsByGroup,
      release,
      maxOpen: given.maxOpen ?? DEFAULT_OPEN,
    });
    const isAlone = parseDatabaseUrl(setUp.settings.databaseUrl).engine === "sqlite";
    const due = new DueTenants({ services, log, isAlone, now: () => store.now(), idleMs: this.#idleMs });
    const stopPreparing = prepareTenants({ services, locks: store.locks, log, release });
    addTenantMetrics(metrics, services);
    this.#ownPaths = pathsOfCallers(service);
    this.#stops = [() => due.stop(), stopPreparing, () => services.stop()];
    this.#services = services;
    this.#home = service;
    this.#metrics = metrics;
    this.#audit = audit;
  }

  /** Stops the services of all tenants. */
  async stop(): Promise<void> {
    for (const stop of this.#stops) await stop();
  }

  async close(timeoutMs: number): Promise<void> {
    await this.#options.door.close(timeoutMs);
  }

  readonly #answer: Listener = (request: FrontedRequest, response) => {
    request[ADMITTED] = this.#options.front(request, response);
    const [services, home] = [this.#services, this.#home];
    if (request[ADMITTED] && services !== undefined && home !== undefined)
      return this.#dispatch(request, response, { services, home });
    return this.#answerSelf(request, response);
  };

  #answerSelf(request: IncomingMessage, response: ServerResponse): () => void {
    return this.#own?.(request, response) ?? (() => undefined);
  }

  #dispatch(request: IncomingMessage, response: ServerResponse, running: Running): () => void {
    const { log } = running.home;
    // Until the request is handed on, its end is told here: it is refused, or its connection breaks off.
    let ended = this.#endTold(request, response);
    let isOver = false;
    const refuse = (error: unknown): void => sendProblem(request, response, { error, log });
    const go = (found: string | TenantPath | undefined): void | Promise<void> => {
      if (isOver) return;
      if (found === undefined) return void (ended = this.#answerSelf(request, response));
      const { tenant, below = "" } = typeof found === "string" ? { tenant: found } : found;
      if (below !== "") mountBelow(request, below, mountPathOf(request) + below);
      if (this.#ownPaths(splitTarget(request.url ?? "/").path))
        return void (ended = this.#answerSelf(request, response));
      ended = this.#endTold(request, response, tenant.slice(0, MOST_SHOWN));
      const hand = (door: TenantDoor): void => {
        if (isOver) return;
        ended = () => undefined;
        door.answer(request, response);
      };
      return this.#answerTenant(tenant, { request, running, hand });
    };
    try {
      const found = this.#options.given.of(new ArrivedRequest(request, running.home));
      const going = found instanceof Promise ? found.then(go) : go(found);
      if (going instanceof Promise) going.catch(refuse);
    } catch (error) {
      refuse(error);
    }
    return () => {
      isOver = true;
      ended();
    };
  }

  /** Logs, audits and counts a request that no service answers. To be called at its end. */
  #endTold(request: IncomingMessage, response: ServerResponse, tenant?: string): () => void {
    const begun = performance.now();
    const { settings, log } = this.#options.setUp;
    const told = { ...this.#audit, tenant };
    const logEnd = requestLog(settings, told, tenant === undefined ? log : logOf(log, tenant))?.(request);
    return () => {
      const milliseconds = performance.now() - begun;
      const method = methodLabel(request.method);
      const { statusCode: status } = response;
      this.#metrics?.requests.record({
        method,
        route: OTHER_ROUTE,
        status,
        seconds: milliseconds / 1000,
        isWatch: false,
      });
      logEnd?.({ response, route: OTHER_ROUTE, milliseconds, trace: callersTrace(request.headers) });
    };
  }

  async #answerTenant(tenant: string, { request, running, hand }: TenantAnswer): Promise<void> {
    if (tenantNameProblem(tenant) !== undefined)
      throw new ApiError("NotFound", `There is no tenant ${JSON.stringify(tenant.slice(0, MOST_SHOWN))}.`);
    if (this.#waiting >= MOST_WAITING)
      throw new ApiError("TooManyRequests", "Too many requests wait for tenants to be opened. Try again later.", {
        headers: { "retry-after": "1" },
      });
    this.#waiting += 1;
    try {
      const { door } = await this.#open(tenant, request, running);
      // The service of a tenant has roles of its own.
      forgetSession(request);
      hand(door);
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Opens a tenant, and makes it before, if the caller may do so. */
  async #open(
    tenant: string,
    request: IncomingMessage,
    { services, home }: Running,
  ): ReturnType<TenantServices["open"]> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await services.open(tenant);
      } catch (error) {
        // Another request may have begun to open it before it was made.
        if (!(error instanceof NotMadeError) || tries === MOST_TRIES) throw error;
        if (!(await this.#made.make(tenant, () => callerOf(request, home), home))) throw error;
      }
    }
  }
}

interface Running {
  readonly services: TenantServices;
  readonly home: Service;
}

interface TenantAnswer {
  readonly request: IncomingMessage;
  readonly running: Running;
  /** Gets the door of the tenant once that is open. */
  readonly hand: (door: TenantDoor) => void;
}

/** Tells the paths by which callers sign in, and are managed: the same for all tenants. */
function pathsOfCallers(home: Service): (path: string) => boolean {
  const own = [...signInPaths(home), ...tokenPaths, ...userPaths].map(({ path }) => OWN_BASE + path);
  const exact = new Set(own);
  const users = home.users && collectionPath(home.users.model);
  return (path) => exact.has(path) || (users !== undefined && (path === users || path.startsWith(`${users}/`)));
}
