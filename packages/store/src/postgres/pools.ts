import type { ServerSettings } from "../store-settings.js";
import type { PoolUse } from "../store.js";
import { openPool, type PoolOptions, type PostgresPool } from "./database.js";
import { plannedOnce } from "./list-session.js";
import { type PostgresServers, type Settings, sharedSession } from "./postgres-servers.js";
import type { ServerSchema } from "./schema-client.js";
import { SchemaPool } from "./schema-pool.js";

/** Connections by purpose, so that long work cannot occupy all of them. */
export interface PostgresPools {
  /** Reads of single objects. */
  readonly objects: PostgresPool;
  /** Writes of objects. They wait only briefly for locks of other transactions: see `WriteLane`. */
  readonly writes: PostgresPool;
  /** Batches, which wait for locks of other transactions. */
  readonly batches: PostgresPool;
  /** Lists of some items. */
  readonly lists: PostgresPool;
  /** Lists of many items, each of which keeps a connection until it has been consumed. */
  readonly streams: PostgresPool;
  /** The building of indexes, the change log's trimming, and finding out whether anything can be written. */
  readonly builds: PostgresPool;
}

/**
 * Statements that read many rows use one server process each. With three for each of a few concurrent counts, reads of single objects had no
 * processor left.
 */
const fair = { max_parallel_workers_per_gather: "0" };

/** What short lists read is mostly in memory. PostgreSQL takes it to be on a turning disk, and sorts a whole table for a few rows of an order. */
const inMemory = { random_page_cost: "1.1" };

/** The settings of connections for lists of some items. */
export const forLists: Settings = { ...fair, ...inMemory, ...plannedOnce };

/** Few tables are built at the same time, and a build does not hold a connection while it waits. */
const BUILD_CONNECTIONS = 2;

/** One for writes, and one for writes of locked tables. */
const WRITE_CONNECTIONS = 2;

/** Batches that are written at the same time. These connections come on top: they are opened for batches, and closed when there are none. */
const BATCH_CONNECTIONS = 2;

/** How long a write waits for a lock on its connection. After that it goes apart: see `WriteLane`. */
const LOCK_MILLISECONDS = 50;

/** The server itself ends a statement whose time is up. If it does not answer, the client gives up this much later. */
export const CLIENT_FACTOR = 1.25;

/** The pools, as the store of one schema uses them. */
export type SchemaPools = { readonly [Purpose in keyof PostgresPools]: SchemaPool };

/** @param isShared whether stores of other schemas use the pools, too. Then one connection of each is left to them. */
export function poolsOf(pools: PostgresPools, schema: ServerSchema, isShared = false): SchemaPools {
  const view = (pool: PostgresPool): SchemaPool =>
    new SchemaPool(pool, schema, isShared ? pool.options.max - 1 : Infinity);
  return {
    objects: view(pools.objects),
    writes: view(pools.writes),
    batches: view(pools.batches),
    lists: view(pools.lists),
    // A stream gives its connection up when others wait: see `ListSlots.places`.
    streams: new SchemaPool(pools.streams, schema),
    builds: view(pools.builds),
  };
}

/**
 * Opens pools with about this many connections in total, at least ten, besides those of batches.
 *
 * @param isShared whether stores of several schemas use them: then there is one more for writes, since a store leaves one to others.
 */
export function openPools(
  servers: PostgresServers,
  { connections, timeouts }: Pick<ServerSettings, "connections" | "timeouts">,
  isShared = false,
): PostgresPools {
  const { answerMilliseconds, listMilliseconds } = timeouts;
  const left = connections - BUILD_CONNECTIONS - WRITE_CONNECTIONS;
  const share = (part: number): number => Math.max(2, Math.round(left * part));
  const open = (most: number, milliseconds: number, settings: Settings): PoolOptions => ({
    connections: most,
    connectMilliseconds: answerMilliseconds,
    settings: {
      lock_timeout: `${answerMilliseconds}`,
      statement_timeout: `${milliseconds}`,
      ...sharedSession,
      ...settings,
    },
  });
  // A transaction that its process left open would hold locks that others wait for.
  const writing = (milliseconds: number): Settings => ({ idle_in_transaction_session_timeout: `${milliseconds * 2}` });
  const bounded = (milliseconds: number): Pick<PoolOptions, "statementMilliseconds"> => ({
    statementMilliseconds: Math.ceil(milliseconds * CLIENT_FACTOR),
  });
  const shortly = { ...writing(answerMilliseconds), lock_timeout: `${LOCK_MILLISECONDS}` };
  const objects = open(share(0.35), answerMilliseconds, {});
  const writes = open(WRITE_CONNECTIONS + Number(isShared), answerMilliseconds, shortly);
  const batches = open(BATCH_CONNECTIONS, answerMilliseconds, writing(answerMilliseconds));
  const builds = open(BUILD_CONNECTIONS, listMilliseconds, writing(listMilliseconds));
  return {
    objects: openPool(servers, { ...objects, ...bounded(answerMilliseconds), isKept: true }),
    writes: openPool(servers, { ...writes, ...bounded(answerMilliseconds), isKept: true }),
    batches: openPool(servers, { ...batches, ...bounded(answerMilliseconds) }),
    // Rows of lists are read as they arrive. The driver does not time that; the list runner does.
    lists: openPool(servers, open(share(0.4), listMilliseconds, forLists)),
    streams: openPool(servers, open(share(0.25), listMilliseconds, fair)),
    builds: openPool(servers, { ...builds, ...bounded(listMilliseconds) }),
  };
}

/**
 * Opens the connections that short requests use. A server that is busy takes 300 ms to open one, and each request that came in the meantime
 * would wait for it.
 */
export async function fillPools({ objects, writes }: PostgresPools): Promise<void> {
  await Promise.all([objects.fill(), writes.fill()]);
}

/** Destroys all connections, because the server does not answer on them. */
export function breakPools(pools: PostgresPools): void {
  for (const pool of Object.values(pools)) pool.breakOff();
}

/** Destroys idle connections. */
export function breakIdle(pools: PostgresPools): void {
  for (const pool of Object.values(pools)) pool.breakIdle();
}

/** How long closing waits for running work. */
export const LEFT_OVER_MILLISECONDS = 1000;

/** How the connections of each pool are used. */
export function poolUses(pools: PostgresPools): readonly PoolUse[] {
  return Object.entries(pools).map(([pool, each]: [string, PostgresPool]) => ({
    pool,
    open: each.totalCount,
    idle: each.idleCount,
    waiting: each.waitingCount,
  }));
}

/** Closes pools. No caller waits for the work that still runs, so it is cancelled if it takes longer. */
export async function closePools(pools: PostgresPools): Promise<void> {
  await Promise.all(Object.values(pools).map((pool: PostgresPool) => pool.endWithin(LEFT_OVER_MILLISECONDS)));
}
