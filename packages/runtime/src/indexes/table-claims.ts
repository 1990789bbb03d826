import type { Log } from "../log/log.js";
import type { Store } from "@cmgen/store";
import { claimTable } from "./claim-table.js";
import type { IndexedTable } from "./indexed-table.js";

/** The interval at which the database is checked for declarations of other releases. */
const ASK_MS = 1000;

export interface ClaimEvents {
  /** Called when another release has the table, and its processes are waited for. */
  waiting(table: IndexedTable): void;
  /** Called when another release has taken the table. This process must no longer serve it. */
  superseded(table: IndexedTable): void;
}

export interface ClaimsOptions {
  readonly store: Store;
  readonly log: Log;
  /** Whether tables are taken from a release that still serves them. */
  readonly takeOver: boolean;
}

/** The tables that this process has claimed and serves. */
export class TableClaims {
  readonly #store: Store;
  readonly #log: Log;
  readonly #takeOver: boolean;
  readonly #claims = new Map<IndexedTable, { readonly release: () => Promise<void>; readonly events: ClaimEvents }>();
  readonly #timer: NodeJS.Timeout;
  #failing = false;
  #asking = Promise.resolve();

  constructor({ store, log, takeOver }: ClaimsOptions) {
    this.#store = store;
    this.#log = log;
    this.#takeOver = takeOver;
    this.#timer = setInterval(() => {
      this.#asking = this.#asking.then(() => this.#ask());
    }, ASK_MS);
    this.#timer.unref();
  }

  /** Waits until the table can be claimed; see {@link claimTable}. */
  async claim(table: IndexedTable, signal: AbortSignal, events: ClaimEvents): Promise<void> {
    const release = await claimTable(this.#store, table, {
      signal,
      takeOver: this.#takeOver,
      waiting: () => events.waiting(table),
      failed: (error) => this.#log.warn({ table: table.name, err: error }, "indexes cannot be claimed now"),
    });
    this.#store.serve(table.stored);
    this.#claims.set(table, { release, events });
  }

  /** Releases tables that will not be served, so that another release may claim them. */
  async release(tables: readonly IndexedTable[]): Promise<void> {
    await Promise.all(tables.map(async (table) => this.#claims.get(table)?.release()));
    for (const table of tables) this.#claims.delete(table);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#asking;
    await this.release([...this.#claims.keys()]);
  }

  async #ask(): Promise<void> {
    if (this.#claims.size === 0) return;
    try {
      const declared = await this.#store.indexes.declarations();
      this.#failing = false;
      for (const [table, { events }] of this.#claims) {
        if (declared.get(table.name) === table.declaration) continue;
        await this.release([table]);
        events.superseded(table);
      }
    } catch (error) {
      // While the database is away this happens every second, so it is logged once.
      if (!this.#failing) this.#log.warn({ err: error }, "index declarations of other releases cannot be read");
      this.#failing = true;
    }
  }
}
