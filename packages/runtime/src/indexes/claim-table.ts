import { setTimeout as delay } from "node:timers/promises";
import { type HeldLock, type Store, type TableDeclaration, WalkLostError } from "@cmgen/store";
import { ConfigurationError } from "../error/configuration-error.js";
import type { IndexedTable } from "./indexed-table.js";
import { keepPresence } from "./keep-presence.js";

/** The interval at which a process checks whether those of the other release have ended. */
const ASK_MS = 1000;

export type ClaimingStore = Pick<Store, "indexes" | "isAway" | "locks" | "walks">;

export interface ClaimOptions {
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** Names of the migrations that this release ships; undefined if that is not known. */
  readonly migrations: ReadonlySet<string> | undefined;
  /** Whether to take a table from an older release that still serves it. That one then answers 503 for it and no longer writes. */
  readonly takeOver: boolean;
  /**
   * Checks the stored objects again, if they have changed since they were checked. Called once no other release can write.
   *
   * @throws {ConfigurationError} if this release could not go on with them. Then the table is given back.
   */
  readonly recheck: (table: IndexedTable) => Promise<void>;
  /** Called each time the table still belongs to another release. */
  readonly waiting: () => void;
  /** Called with an error while waiting, or of a database that is away. The claim is tried again, since the database may be back next time. */
  readonly failed: (error: unknown) => void;
}

/**
 * Makes sure that a table's indexes are those that this release declares before anything is built, so that releases with different declarations
 * do not destroy each other's indexes. A newer release takes the table over; another waits until all processes of the one that runs have ended.
 * Processes with the same declaration share the table.
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
      const claim =
        (await joinClaim(store, table)) ?? (await store.walks.locked(lock, () => tryClaim(store, table, options)));
      if (claim.claimed) return keepPresence(store.locks, { name: presenceOf(table, table.declaration), ...claim });
      waits = true;
      waiting();
    } catch (error) {
      const isLost = error instanceof WalkLostError;
      const isPassing = waits || isLost || store.isAway(error);
      if (signal.aborted || !isPassing || error instanceof ConfigurationError) throw error;
      if (!isLost) failed(error);
    }
    await delay(ASK_MS, undefined, { signal, ref: false });
  }
}

type Claim = { readonly claimed: false } | { readonly claimed: true; readonly presence: HeldLock | undefined };

/** Joins the processes of this release that have the table. One of them may be changing its objects, and this one need not wait to know that. */
async function joinClaim({ indexes, locks }: ClaimingStore, table: IndexedTable): Promise<Claim | undefined> {
  const isOwn = async (): Promise<boolean> => {
    const current = await indexes.declaration(table.name);
    return current?.declaration === table.declaration && !current.isTried;
  };
  if (!(await isOwn())) return undefined;
  const presence = await locks.tryShare(presenceOf(table, table.declaration));
  // A release that waits for the end of this one's processes cannot claim the table from here on; it may have done so before.
  if (presence !== undefined && (await isOwn())) return { claimed: true, presence };
  await presence?.release();
  return undefined;
}

async function tryClaim(store: ClaimingStore, table: IndexedTable, options: ClaimOptions): Promise<Claim> {
  const { indexes, locks } = store;
  const before = await indexes.declaration(table.name);
  // From here on the others see that a process of this release runs.
  const presence = await locks.tryShare(presenceOf(table, table.declaration));
  if (before?.declaration === table.declaration && !before.isTried) return { claimed: true, presence };
  try {
    const isClaimed = presence !== undefined && (await claimFrom(store, { table, before }, options));
    if (!isClaimed) await presence?.release();
    return isClaimed ? { claimed: true, presence } : { claimed: false };
  } catch (error) {
    await presence?.release();
    throw error;
  }
}

interface Claimed {
  readonly table: IndexedTable;
  readonly before: TableDeclaration | undefined;
}

/** Claims a table and checks what was written until then. Where this release cannot go on with it, the one before does. */
async function claimFrom(
  { indexes, locks }: ClaimingStore,
  { table, before }: Claimed,
  { migrations, takeOver, recheck }: ClaimOptions,
): Promise<boolean> {
  const { name, declaration } = table;
  const previous = before?.declaration === declaration ? undefined : before?.declaration;
  if (before === undefined || previous !== undefined) {
    // This lock excludes sharers, so no process with the other declaration is running.
    const others = previous === undefined ? undefined : await locks.tryHold(presenceOf(table, previous));
    const ended = others && previous;
    const isClaimed = await indexes.claim(name, { declaration, migrations, takeOver, ended });
    await others?.release();
    if (!isClaimed) return false;
  }
  try {
    await recheck(table);
  } catch (error) {
    if (previous !== undefined) await indexes.endTrial(name, declaration, previous);
    throw error;
  }
  await indexes.endTrial(name, declaration, declaration);
  return true;
}

/**
 * Gives a table back to this release if the one that tries it has ended, so that writes are not refused until that one comes back. Called while
 * this process has the table.
 */
export async function takeBack({ indexes, locks }: ClaimingStore, table: IndexedTable, tried: string): Promise<void> {
  // Processes of the other release hold it before they claim.
  const ended = await locks.tryHold(presenceOf(table, tried));
  if (ended === undefined) return;
  try {
    await indexes.endTrial(table.name, tried, table.declaration);
  } catch (error) {
    if (!(error instanceof WalkLostError)) throw error;
  } finally {
    await ended.release();
  }
}

/**
 * Takes tables for this process alone, as long as no service runs on them.
 *
 * @returns a function that gives them back, or the table that a service has.
 */
export async function holdTables(
  { indexes, locks }: Pick<Store, "indexes" | "locks">,
  tables: readonly IndexedTable[],
): Promise<HeldTables | IndexedTable> {
  const declared = await indexes.declarations();
  const held: HeldLock[] = [];
  const release = async (): Promise<void> => void (await Promise.all(held.map((lock) => lock.release())));
  for (const table of tables) {
    const served = declared.get(table.name)?.declaration;
    // Those of this release wait for the lock, and those of another one have the one that is declared.
    for (const declaration of new Set([table.declaration, ...(served === undefined ? [] : [served])])) {
      const lock = await locks.tryHold(presenceOf(table, declaration));
      if (lock === undefined) {
        await release();
        return table;
      }
      held.push(lock);
    }
  }
  return { release };
}

interface HeldTables {
  readonly release: () => Promise<void>;
}

function presenceOf({ name }: IndexedTable, declaration: string): string {
  return `indexes ${name} ${declaration}`;
}
