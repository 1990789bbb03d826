import { setTimeout as delay } from "node:timers/promises";
import type { HeldLock, ProcessLocks, Store } from "@cmgen/store";
import type { IndexedTable } from "./indexed-table.js";

/** How often a process asks whether those of the other release have gone. */
const ASK_MS = 1000;

export type ClaimingStore = Pick<Store, "indexes" | "locks">;

export interface ClaimOptions {
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** Whether to take a table from a release that still serves it: that one then answers 503 for it, and writes nothing more. */
  readonly takeOver: boolean;
  /** Called each time the table was found to be another release's. */
  readonly waiting: () => void;
  /** Told of an error while waiting, which is no reason to give up: the database may be back the next time. */
  readonly failed: (error: unknown) => void;
}

/**
 * Makes sure that a table's indexes are what this release declares before anything is built, so that releases with other declarations do
 * not take each other's indexes apart: who runs keeps them, and who comes later waits until all those have ended, or takes over. Processes
 * of one declaration share it.
 *
 * @returns how to give the claim up.
 */
export async function claimTable(
  store: ClaimingStore,
  table: IndexedTable,
  options: ClaimOptions,
): Promise<() => Promise<void>> {
  const { signal, waiting, failed } = options;
  const lock = { table: table.name, signal };
  let waits = false;
  for (;;) {
    signal.throwIfAborted();
    try {
      const claim = await store.indexes.locked(lock, () => tryClaim(store, table, options));
      if (claim.claimed) return presenceKeeper(store.locks, { name: presenceOf(table, table.declaration), ...claim });
      waits = true;
      waiting();
    } catch (error) {
      if (signal.aborted || !waits) throw error;
      failed(error);
    }
    await delay(ASK_MS, undefined, { signal, ref: false });
  }
}

type Claim = { readonly claimed: false } | { readonly claimed: true; readonly presence: HeldLock | undefined };

async function tryClaim(
  { indexes, locks }: ClaimingStore,
  table: IndexedTable,
  { takeOver }: ClaimOptions,
): Promise<Claim> {
  const declared = await indexes.declaration(table.name);
  const own = presenceOf(table, table.declaration);
  if (declared === table.declaration) return { claimed: true, presence: await locks.tryShare(own) };
  // Whoever has this lock knows that nobody shares it: no process of that declaration is there.
  const others = declared === undefined ? undefined : await locks.tryHold(presenceOf(table, declared));
  if (declared !== undefined && others === undefined && !takeOver) return { claimed: false };
  await indexes.declare(table.name, table.declaration);
  await others?.release();
  return { claimed: true, presence: await locks.tryShare(own) };
}

function presenceOf({ name }: IndexedTable, declaration: string): string {
  return `indexes ${name} ${declaration}`;
}

interface Presence {
  readonly name: string;
  readonly presence: HeldLock | undefined;
}

/** Keeps a presence, taking it again when its connection breaks. What another release does meanwhile is found out by reading. */
function presenceKeeper(locks: ProcessLocks, { name, presence }: Presence): () => Promise<void> {
  const given = new AbortController();
  let current = presence;
  const keep = async (): Promise<void> => {
    while (!given.signal.aborted) {
      if (current === undefined || current.lost.aborted) {
        // Nobody answers just now, or another process holds it: the next time may be better.
        const taken = await locks.tryShare(name).catch(() => undefined);
        if (given.signal.aborted) await taken?.release().catch(() => undefined);
        else current = taken;
      }
      await delay(ASK_MS, undefined, { signal: given.signal, ref: false }).catch(() => undefined);
    }
  };
  void keep();
  return async () => {
    given.abort();
    await current?.release();
  };
}
