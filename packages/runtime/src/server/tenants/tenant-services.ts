import { setTimeout as delay } from "node:timers/promises";
import { MigrationError, type TenantStorage, tenantUrl } from "@cmgen/store";
import type { Caller } from "../../access/caller.js";
import { ApiError } from "../../error/api-error.js";
import { ConfigurationError } from "../../error/configuration-error.js";
import type { Log } from "../../log/log.js";
import { PluginRegistry } from "../../plugin/plugin-registry.js";
import type { Front } from "../front/front.js";
import { type OpenedService, openService, type ServedTenant, type SetUp } from "../open-service.js";
import { TenantDoor } from "./tenant-door.js";
import type { TenantDatabases } from "./tenant-databases.js";

/** Tenants that are opened at the same time. Each takes connections of its own for that, and a processor. */
const OPENING_AT_ONCE = 4;

/** How long the page of metrics waits for what the database knows. */
const SAID_MS = 500;

/** How long the first request of a tenant waits for its plugins to start, before it is answered 503. */
const STARTED_MS = 10_000;

/** How long it is not tried again to open a tenant that cannot be opened; where its database is away, it may be back at any time. */
const AGAIN_MS = 10_000;
const AGAIN_AWAY_MS = 1_000;

/** The pause before a tenant that could not be opened is opened again for its due work. */
const FAILED_MS = 300_000;

/** For how long an open tenant is said to be held by this process. It says so again after a third of that. */
export const HELD_MS = 30_000;

export interface TenantServicesOptions {
  readonly setUp: SetUp;
  /** Lets in what has been let in. */
  readonly front: Front;
  readonly knowsHosts: boolean;
  readonly databases: TenantDatabases;
  readonly home: Pick<ServedTenant, "home" | "audit">;
  readonly belongs: (caller: Caller, tenant: string) => boolean;
  /** What {@link releaseOf} says of this one. */
  readonly release: string;
  readonly maxOpen: number;
}

/** The refusal of a request for a tenant that is not there yet. */
export class NotMadeError extends ApiError {}

function noTenant(name: string): string {
  return `There is no tenant ${JSON.stringify(name)}.`;
}

/** A tenant that is open. */
interface OpenTenant {
  readonly door: TenantDoor;
  readonly service: OpenedService;
}

interface Entry {
  readonly name: string;
  readonly opening: Promise<OpenTenant>;
  open: OpenTenant | undefined;
  /** When it was asked for last, as a time of `performance.now()`. */
  usedAt: number;
  closing: Promise<void> | undefined;
}

/** How often this process has opened tenants, and how that went. */
export interface TenantCounts {
  readonly open: number;
  readonly opened: number;
  readonly failed: number;
  readonly closed: number;
}

/** The services of tenants that are open in this process. */
export class TenantServices {
  readonly #options: TenantServicesOptions;
  readonly #entries = new Map<string, Entry>();
  /** Why tenants cannot be opened, and until when that is not tried again. */
  readonly #failures = new Map<string, { readonly error: ApiError; readonly until: number }>();
  readonly #counts = { opened: 0, failed: 0, closed: 0 };
  #turns: Promise<unknown>[] = [];
  #isStopped = false;

  constructor(options: TenantServicesOptions) {
    this.#options = options;
  }

  get counts(): TenantCounts {
    return { ...this.#counts, open: this.#entries.size };
  }

  /** How many tenants the release that tried last could not prepare; undefined where the database does not say so at once. */
  async failing(): Promise<number | undefined> {
    const said = new AbortController();
    const late = delay(SAID_MS, undefined, { signal: said.signal }).catch(() => undefined);
    // What is wrong with the database is told by others; the page of metrics must not wait for it.
    const failing = this.storage.failing().catch(() => undefined);
    return Promise.race([failing, late]).finally(() => said.abort());
  }

  /** The names of those that are open, or are being opened. */
  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /**
   * Opens a tenant, or finds it open. What is called with the result at once cannot meet one that is being closed.
   *
   * @throws {ApiError} `NotFound` where there is no such tenant, `NotReady` where it cannot be served now.
   */
  async open(name: string): Promise<OpenTenant> {
    for (;;) {
      if (this.#isStopped) throw notReady("The service is being stopped.");
      const known = this.#entries.get(name);
      if (known === undefined) return this.#begin(name);
      known.usedAt = performance.now();
      if (known.closing === undefined) return known.opening;
      await known.closing;
    }
  }

  /** Closes those that nobody has used for a time, and that have nothing to do before that time has passed again. */
  async closeIdle(idleMs: number): Promise<void> {
    const now = performance.now();
    const idle = [...this.#entries.values()].filter((entry) => isIdle(entry) && now - lastUse(entry) >= idleMs);
    const resting = idle.filter(({ open }) => {
      const { nextAt = Infinity } = open?.service.pending() ?? {};
      return nextAt - Date.now() >= idleMs;
    });
    await Promise.all(resting.map((entry) => this.#close(entry)));
  }

  /** Closes a tenant, even if it is in use. */
  async close(name: string): Promise<void> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return;
    await entry.opening.catch(() => undefined);
    await this.#close(entry);
  }

  /** Closes all, and opens no more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.names.map((name) => this.close(name)));
  }

  #begin(name: string): Promise<OpenTenant> {
    const failure = this.#failures.get(name);
    if (failure !== undefined && failure.until > performance.now()) return Promise.reject(failure.error);
    this.#failures.delete(name);
    const opening = this.#inTurn(() => this.#start(name));
    const entry: Entry = { name, opening, open: undefined, usedAt: performance.now(), closing: undefined };
    this.#entries.set(name, entry);
    opening.then(
      (open) => {
        entry.open = open;
        this.#counts.opened += 1;
      },
      () => void this.#entries.delete(name),
    );
    return opening;
  }

  async #inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    while (this.#turns.length >= OPENING_AT_ONCE) await Promise.race(this.#turns);
    const turn = run();
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#turns.push(settled);
    void settled.then(() => (this.#turns = this.#turns.filter((each) => each !== settled)));
    return turn;
  }

  async #start(name: string): Promise<OpenTenant> {
    const { storage } = this;
    const { release, home } = this.#options;
    const tenant = await storage.find(name);
    if (tenant === undefined) throw new NotMadeError("NotFound", noTenant(name));
    if (tenant.state === "dropping") throw new ApiError("NotFound", noTenant(name));
    if (tenant.state === "creating")
      throw new NotMadeError("NotReady", `The tenant ${name} is being made.`, { headers: { "retry-after": "2" } });
    await this.#makeRoom();
    // Before it is opened: if this process dies, another one goes on with what it had begun.
    await storage.hold([name], home.home.store.now() + HELD_MS);
    try {
      const open = await this.#openService(name);
      void this.#noteStart(open, { name, isKnown: tenant.release === release && tenant.problem === null });
      return open;
    } catch (error) {
      throw await this.#failed(name, error);
    }
  }

  async #openService(name: string): Promise<OpenTenant> {
    const { setUp, front, knowsHosts, home, belongs, databases } = this.#options;
    const { settings, log, options } = setUp;
    const door = new TenantDoor();
    const service = await openService({
      ...setUp,
      registry: new PluginRegistry(options.plugins),
      settings: { ...settings, databaseUrl: tenantUrl(settings.databaseUrl, name) },
      database: databases.of(name),
      log: logOf(log, name),
      front,
      knowsHosts,
      door,
      // Where pages have a port of their own, they are not at the one of requests.
      pagesDoor: settings.pagesPort === undefined ? undefined : new TenantDoor(),
      open: async () => undefined,
      tenant: { ...home, name },
      belongs: (caller) => belongs(caller, name),
    });
    const inTime = new AbortController();
    await Promise.race([
      service.started,
      delay(STARTED_MS, undefined, { signal: inTime.signal }).catch(() => undefined),
    ]);
    inTime.abort();
    return { door, service };
  }

  async #failed(name: string, error: unknown): Promise<ApiError> {
    const { log, settings } = this.#options.setUp;
    this.#counts.failed += 1;
    log.error({ tenant: name, err: error }, "tenant cannot be opened");
    // A node of a cluster may be away, and the tenant comes back with it: nothing of this is due to the release.
    const isAway = this.#isAway(error);
    if (!isAway && (error instanceof MigrationError || error instanceof ConfigurationError)) {
      const reason = error.message.replaceAll(tenantUrl(settings.databaseUrl, name), "the database");
      await this.#record(name, reason);
    }
    const refusal = notReady(`The tenant ${name} cannot be served now: its operator finds the reason in the log.`);
    this.#failures.set(name, { error: refusal, until: performance.now() + (isAway ? AGAIN_AWAY_MS : AGAIN_MS) });
    return refusal;
  }

  /** Whether an error, or what it was caused by, says that the database is away. */
  #isAway(error: unknown): boolean {
    const { store } = this.#options.home.home;
    return store.isAway(error) || (error instanceof Error && store.isAway(error.cause));
  }

  /** Records whether this release can serve a tenant, once its plugins have started: that may take long. */
  async #noteStart(
    { service }: OpenTenant,
    { name, isKnown }: { readonly name: string; readonly isKnown: boolean },
  ): Promise<void> {
    await service.started;
    const entry = this.#entries.get(name);
    // One that is being closed has plugins that were stopped.
    if (entry === undefined || entry.closing !== undefined) return;
    const reasons = service.unready();
    try {
      if (reasons.length > 0) await this.storage.failed(name, reasons.join(" "));
      else if (!isKnown) await this.storage.prepared(name, this.#options.release);
    } catch (err) {
      this.#options.setUp.log.error({ tenant: name, err }, "it cannot be recorded how a tenant has started");
    }
  }

  /** The next try is unlikely to go better, so its due work waits. */
  async #record(name: string, reason: string): Promise<void> {
    try {
      await this.storage.failed(name, reason);
      await this.storage.settle(name, this.#now() + FAILED_MS);
    } catch (err) {
      this.#options.setUp.log.error({ tenant: name, err }, "it cannot be recorded why a tenant is not served");
    }
  }

  /** @throws {ApiError} `NotReady` where all that may be open are in use. */
  async #makeRoom(): Promise<void> {
    while (this.#entries.size > this.#options.maxOpen) {
      const [oldest] = [...this.#entries.values()]
        .filter(isIdle)
        .toSorted((one, other) => lastUse(one) - lastUse(other));
      if (oldest === undefined)
        throw notReady(`This process serves ${this.#options.maxOpen} other tenants at the moment. Try again later.`);
      await this.#close(oldest);
    }
  }

  #close(entry: Entry): Promise<void> {
    return (entry.closing ??= this.#end(entry));
  }

  async #end({ name, open }: Entry): Promise<void> {
    const { log } = this.#options.setUp;
    const pending = open?.service.pending();
    try {
      await open?.service.close();
      this.#counts.closed += 1;
      // Of what another process does this one does not know when it is due: that process holds the tenant.
      if (pending?.isElsewhere === false)
        await this.storage.settle(name, pending.isBusy ? this.#now() : (pending.nextAt ?? null));
    } catch (err) {
      log.error({ tenant: name, err }, "tenant was not closed in order: it is opened again");
    } finally {
      this.#entries.delete(name);
    }
  }

  #now(): number {
    return this.#options.home.home.store.now();
  }

  /** Where tenants are recorded. */
  get storage(): TenantStorage {
    return this.#options.home.home.store.tenants;
  }
}

function lastUse({ usedAt, open }: Entry): number {
  return Math.max(usedAt, open?.door.endedAt ?? 0);
}

function isIdle({ open, closing }: Entry): boolean {
  return open !== undefined && closing === undefined && !open.door.isUsed && !open.service.pending().isBusy;
}

function notReady(reason: string): ApiError {
  return new ApiError("NotReady", reason, { headers: { "retry-after": "2" } });
}

/** Each line names the tenant. */
export function logOf(log: Log, tenant: string): Log {
  return {
    debug: (fields, message) => log.debug({ tenant, ...fields }, message),
    info: (fields, message) => log.info({ tenant, ...fields }, message),
    warn: (fields, message) => log.warn({ tenant, ...fields }, message),
    error: (fields, message) => log.error({ tenant, ...fields }, message),
  };
}
