import type { Log } from "../log/log.js";
import type { Store } from "@cmgen/store";
import { type ClaimOptions, claimTable, takeBack } from "./claim-table.js";
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
  /** As in {@link ClaimOptions}. */
  readonly migrations: ReadonlySet<string> | undefined;
  readonly takeOver: boolean;
  readonly recheck: ClaimOptions["recheck"];
}

/** The tables that this process has claimed and serves. */
export class TableClaims {
  readonly #store: Store;
  readonly #log: Log;
  readonly #release: Pick<ClaimsOptions, "migrations" | "takeOver" | "recheck">;
  readonly #claims = new Map<IndexedTable, { readonly release: () => Promise<void>; readonly events: ClaimEvents }>();
  readonly #timer: NodeJS.Timeout;
  #failing = false;
  #asking = Promise.resolve();
  #closed = false;

  constructor({ store, log, ...release }: ClaimsOptions) {
    this.#store = store;
    this.#log = log;
    this.#release = release;
    this.#timer = setInterval(() => {
      this.#asking = this.#asking.then(() => this.#ask());
    }, ASK_MS);
    this.#timer.unref();
  }

  /** Waits until the table can be claimed; see {@link claimTable}. */
  async claim(table: IndexedTable, signal: AbortSignal, events: ClaimEvents): Promise<void> {
    const release = await claimTable(this.#store, table, {
      signal,
      ...this.#release,
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

  /** Does not wait for a query that is under way, because a silent database never answers it. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.release([...this.#claims.keys()]);
  }

  async #ask(): Promise<void> {
    if (this.#claims.size === 0) return;
    try {
      const declared = await this.#store.indexes.declarations();
      if (this.#closed) return;
      this.#failing = false;
      for (const [table, { events }] of this.#claims) {
        const current = declared.get(table.name);
        if (current?.declaration === table.declaration) continue;
        if (current?.isTried === true) {
          await takeBack(this.#store, table, current.declaration);
          continue;
        }
        await this.release([table]);
        events.superseded(table);
      }
    } catch (error) {
      // While the database is away this happens every second, so it is logged once.
      if (!this.#failing && !this.#closed)
        this.#log.warn({ err: error }, "index declarations of other releases cannot be read");
      this.#failing = true;
    }
  }
}
