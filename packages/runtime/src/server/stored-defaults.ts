import { setTimeout as delay } from "node:timers/promises";
import { type HeldLock, type StepState, type Store, WalkLostError } from "@cmgen/store";
import { backgroundSlot } from "../background/background-slot.js";
import type { Service } from "../host/service.js";
import type { IndexedTable } from "../indexes/indexed-table.js";
import { keepPresence } from "../indexes/keep-presence.js";
import type { StoredShape } from "../version/stored-shape.js";
import { defaultsKey, defaultsPresence, isDefaultsStep, NO_DEFAULTS } from "../evolve/default-steps.js";
import { fillDefaults } from "../evolve/fill-defaults.js";

/** The interval at which the database is asked which release's defaults are the newest. */
const ASK_MS = 1000;

/** How long a process waits before it stores objects that may lack another release's defaults: by then that release's processes know. */
const NOTICE_MS = 3 * ASK_MS;

/** The pause before something is tried again that another process did at the same time. */
const AGAIN_MS = 50;

/** A table that this process serves. */
interface KeptTable {
  readonly table: IndexedTable;
  /** The service's, which says what readers must look at. */
  readonly shape: StoredShape;
  readonly key: string;
  /** Whether no other process can have the database. */
  readonly isAlone: boolean;
  readonly stop: AbortController;
  readonly giveUp: () => Promise<void>;
  filling: Promise<void> | undefined;
  isTold: boolean;
}

/**
 * Sees to it that all objects of the tables that this process serves have their defaults. Readers see them from the start, and as long as some
 * object may lack them, each is looked at when it is read. In the background they are written into what lacks them, once no process runs whose
 * release has other defaults: it would store more such objects. Such a process announces itself before it stores anything.
 */
export class StoredDefaults {
  readonly #service: Pick<Service, "store" | "shapeOf" | "log">;
  readonly #tables = new Map<IndexedTable, KeptTable>();
  readonly #closed = new AbortController();
  readonly #looking: Promise<void>;

  constructor(service: Pick<Service, "store" | "shapeOf" | "log">) {
    this.#service = service;
    this.#looking = this.#look();
  }

  /** Announces the release's defaults for a table. Called before anything is stored in it; what is stored from then on is of the schema that has them. */
  async begin(table: IndexedTable, signal: AbortSignal): Promise<void> {
    const { store, shapeOf } = this.#service;
    const key = defaultsKey(table);
    const name = defaultsPresence(table, key);
    const presence = await shared(store, name, signal);
    try {
      const isNew = await announce(store, table, key);
      if (isNew && (await hasOthers(store, table, key))) await delay(NOTICE_MS, undefined, { signal });
    } catch (error) {
      await presence.release();
      throw error;
    }
    const regained = async (): Promise<void> => void (await announce(store, table, key));
    this.#tables.set(table, {
      table,
      shape: shapeOf(table.model),
      key,
      isAlone: presence.fence === undefined,
      stop: new AbortController(),
      giveUp: keepPresence(store.locks, { name, presence, regained }),
      filling: undefined,
      isTold: false,
    });
    await this.#settle(key, table, await store.walks.steps(table.name));
  }

  /** Ends for tables that are not served any more. */
  async release(tables: readonly IndexedTable[]): Promise<void> {
    const kept = tables.flatMap((table) => this.#tables.get(table) ?? []);
    for (const { table, stop } of kept) {
      this.#tables.delete(table);
      stop.abort();
    }
    await Promise.all(kept.map(async ({ filling, giveUp }) => Promise.all([filling, giveUp()])));
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.release([...this.#tables.keys()]);
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      await delay(ASK_MS, undefined, { signal, ref: false }).catch(() => undefined);
      const asked = [...this.#tables.values()].filter(
        ({ shape, isAlone }) => shape.hasDefaults && !(isAlone && !shape.mayLack),
      );
      if (signal.aborted || asked.length === 0) continue;
      try {
        const states = await this.#service.store.walks.allSteps();
        for (const { table, key } of asked) await this.#settle(key, table, states.get(table.name) ?? []);
      } catch {
        // The database is away, which others log; what is known holds until it is back.
      }
    }
  }

  /** Whether objects may lack defaults is what the table's newest step of defaults says. */
  async #settle(key: string, table: IndexedTable, states: readonly StepState[]): Promise<void> {
    const kept = this.#tables.get(table);
    if (kept === undefined || !kept.shape.hasDefaults) return;
    const { shape } = kept;
    const newest = states.findLast(isDefaultsStep);
    if (newest?.step === key && newest.state === "done") {
      if (shape.mayLack) shape.lackUpTo = await revisionOf(this.#service.store);
      return;
    }
    shape.lackUpTo = Infinity;
    kept.filling ??= this.#fill(kept).finally(() => void (kept.filling = undefined));
  }

  /** Never rejects: what is not written yet is shown all the same. */
  async #fill(kept: KeptTable): Promise<void> {
    const { store, log } = this.#service;
    const { table, key, stop, shape } = kept;
    const { walks } = store;
    try {
      if (await hasOthers(store, table, key)) return;
      await announce(store, table, key);
      const mayLack = async (): Promise<boolean> =>
        (await walks.steps(table.name)).findLast(isDefaultsStep)?.step !== key || hasOthers(store, table, key);
      const isMeant = ({ step }: StepState): boolean => step === key;
      await fillDefaults(walks, { table, isMeant, mayLack, pause: backgroundSlot, signal: stop.signal });
      const newest = (await walks.steps(table.name)).findLast(isDefaultsStep);
      if (newest?.step === key && newest.state === "done") shape.lackUpTo = await revisionOf(store);
      kept.isTold = false;
    } catch (error) {
      if (stop.signal.aborted || kept.isTold) return;
      kept.isTold = true;
      const about = { resource: table.resource, err: error };
      log.warn(about, "defaults cannot be written into stored objects now; they are shown all the same");
    }
  }
}

/** The newest revision, once all objects are stored with their defaults. A replica may not have that yet. */
function revisionOf(store: Store): Promise<number> {
  store.renewReplica();
  return store.revision();
}

async function shared({ locks }: Pick<Store, "locks">, name: string, signal: AbortSignal): Promise<HeldLock> {
  for (;;) {
    const presence = await locks.tryShare(name);
    if (presence !== undefined) return presence;
    // Another process is finding out whether one with these defaults runs.
    await delay(AGAIN_MS, undefined, { signal });
  }
}

/**
 * Makes a release's step of defaults the newest of a table, if it is not, and serves the table under the newest schema.
 *
 * @returns whether it was not.
 */
async function announce(store: Pick<Store, "walks" | "serve">, table: IndexedTable, key: string): Promise<boolean> {
  const { walks } = store;
  for (;;) {
    const states = await walks.steps(table.name);
    const known = states.filter(isDefaultsStep);
    const newest = states.at(-1)?.place ?? 0;
    const isNewest = (known.at(-1)?.step ?? NO_DEFAULTS) === key;
    const place = isNewest ? newest : newest + 1;
    const own = known.find(({ step }) => step === key);
    const begun: StepState =
      key === NO_DEFAULTS
        ? { step: key, place, state: "done", position: null }
        : { step: key, place, state: "running", position: 0 };
    try {
      if (!isNewest)
        await walks.move(table.name, [
          ...(own === undefined ? [] : [{ step: { from: own, to: undefined } }]),
          { step: { from: undefined, to: begun } },
        ]);
      store.serve({ ...table.stored, schema: place });
      return !isNewest;
    } catch (error) {
      // Another process did the same.
      if (!(error instanceof WalkLostError)) throw error;
    }
    await delay(AGAIN_MS);
  }
}

/** Whether a process runs whose release has other defaults for a table. */
async function hasOthers(
  { walks, locks }: Pick<Store, "walks" | "locks">,
  table: IndexedTable,
  key: string,
): Promise<boolean> {
  const known = (await walks.steps(table.name)).filter(isDefaultsStep).map(({ step }) => step);
  for (const other of new Set([NO_DEFAULTS, ...known])) {
    if (other === key) continue;
    const lock = await locks.tryHold(defaultsPresence(table, other));
    if (lock === undefined) return true;
    await lock.release();
  }
  return false;
}
