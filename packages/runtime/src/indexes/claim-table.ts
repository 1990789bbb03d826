import { setTimeout as delay } from "node:timers/promises";
import type { HeldLock, ProcessLocks, Store } from "@cmgen/store";
import type { IndexedTable } from "./indexed-table.js";

/** The interval at which a process checks whether those of the other release have ended. */
const ASK_MS = 1000;

export type ClaimingStore = Pick<Store, "indexes" | "locks">;

export interface ClaimOptions {
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** Whether to take a table from a release that still serves it. That one then answers 503 for it and no longer writes. */
  readonly takeOver: boolean;
  /** Called each time the table still belongs to another release. */
  readonly waiting: () => void;
  /** Called with an error while waiting. The waiting goes on, since the database may be back next time. */
  readonly failed: (error: unknown) => void;
}

/**
 * Makes sure that a table's indexes are those that this release declares before anything is built, so that releases with different declarations
 * do not destroy each other's indexes. The release that runs keeps them; a later one waits until all processes of the former have ended, or
 * takes over. Processes with the same declaration share the table.
 *
 * @returns a function that releases the claim.
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
  // This lock excludes sharers, so no process with the other declaration is running.
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

/** Keeps the shared lock, and takes it again when its connection breaks. What another release does in between is found by reading. */
function presenceKeeper(locks: ProcessLocks, { name, presence }: Presence): () => Promise<void> {
  const given = new AbortController();
  let current = presence;
  const keep = async (): Promise<void> => {
    while (!given.signal.aborted) {
      if (current === undefined || current.lost.aborted) {
        // The database does not answer, or another process holds the lock: try again later.
        current = await locks.tryShare(name).catch(() => undefined);
      }
      await delay(ASK_MS, undefined, { signal: given.signal, ref: false }).catch(() => undefined);
    }
  };
  const keeping = keep();
  return async () => {
    given.abort();
    await keeping;
    await current?.release();
  };
}
