import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../../log/log.js";
import { HELD_MS, type TenantServices } from "./tenant-services.js";

/** How often it is asked which tenants are due: one question for all of them. */
const ASK_MS = 1000;

/** How often this process says which tenants it has open. */
const HOLD_MS = HELD_MS / 3;

export interface DueTenantsOptions {
  readonly services: TenantServices;
  readonly log: Log;
  /** The clock of the database. */
  readonly now: () => number;
  readonly idleMs: number;
  /** Whether no other process has the database: then what one held that has died need not be waited for. */
  readonly isAlone: boolean;
}

/**
 * Opens tenants that have something to do although nobody calls, and closes those that have nothing to do. A tenant that a process has open is due some
 * seconds later, which that process puts off: if it dies, another one opens the tenant.
 */
export class DueTenants {
  readonly #options: DueTenantsOptions;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  #heldAt = performance.now();
  #isFailing = false;
  #isFirst = true;

  constructor(options: DueTenantsOptions) {
    this.#options = options;
    this.#ended = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await delay(ASK_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await this.#look();
        this.#isFailing = false;
      } catch (err) {
        if (!this.#isFailing) this.#options.log.error({ err }, "it cannot be read which tenants are due");
        this.#isFailing = true;
      }
    }
  }

  async #look(): Promise<void> {
    const { services, now, idleMs, isAlone } = this.#options;
    if (performance.now() - this.#heldAt >= HOLD_MS) {
      this.#heldAt = performance.now();
      await services.storage.hold(services.names, now() + HELD_MS);
    }
    const open = new Set(services.names);
    const until = now() + (isAlone && this.#isFirst ? HELD_MS : 0);
    const due = await services.storage.due(until);
    this.#isFirst = false;
    for (const { name, state } of due) {
      if (state === "dropping") void services.close(name);
      // What keeps it from being opened is logged, and it stays due.
      else if (!open.has(name)) services.open(name).catch(() => undefined);
    }
    void services.closeIdle(idleMs);
  }
}
