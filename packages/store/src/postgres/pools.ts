import type { DatabaseTimeouts } from "../store-settings.js";
import { openPool, type PoolOptions, type PostgresPool } from "./database.js";

/** Connections by purpose, so that long work cannot occupy all of them. */
export interface PostgresPools {
  /** Reads and writes of single objects. */
  readonly objects: PostgresPool;
  /** Lists of some items. */
  readonly lists: PostgresPool;
  /** Lists of many items, each of which keeps a connection until it has been consumed. */
  readonly streams: PostgresPool;
  /** Building indexes, and trimming the change log. */
  readonly builds: PostgresPool;
}

/**
 * Statements that read many rows use one server process each. With three for each of a few concurrent counts, reads of single objects had no
 * processor left.
 */
const fair = { max_parallel_workers_per_gather: "0" };

/** Few tables are built at the same time, and a build does not hold a connection while it waits. */
const BUILD_CONNECTIONS = 2;

/** A server that works reports itself that a statement's time is up. For one that does not, the client waits longer by this factor. */
export const PATIENCE = 1.25;

/** Opens pools with about `connections` in total, and at least eight. */
export function openPools(url: string, connections: number, timeouts: DatabaseTimeouts): PostgresPools {
  const { answerMilliseconds, listMilliseconds } = timeouts;
  const left = connections - BUILD_CONNECTIONS;
  const share = (part: number): number => Math.max(2, Math.round(left * part));
  const open = (most: number, milliseconds: number, settings: Settings): PoolOptions => ({
    connections: most,
    connectMilliseconds: answerMilliseconds,
    settings: { ...settings, lock_timeout: `${answerMilliseconds}`, statement_timeout: `${milliseconds}` },
  });
  // A transaction left open by its process would hold locks that others wait for.
  const writing = (milliseconds: number): Settings => ({ idle_in_transaction_session_timeout: `${milliseconds * 2}` });
  const patience = (milliseconds: number): Pick<PoolOptions, "statementMilliseconds"> => ({
    statementMilliseconds: Math.ceil(milliseconds * PATIENCE),
  });
  const objects = open(share(0.4), answerMilliseconds, writing(answerMilliseconds));
  const builds = open(BUILD_CONNECTIONS, listMilliseconds, writing(listMilliseconds));
  return {
    objects: openPool(url, { ...objects, ...patience(answerMilliseconds) }),
    builds: openPool(url, { ...builds, ...patience(listMilliseconds) }),
    // Rows of lists are read as they arrive. The driver does not time that; the list runner does.
    lists: openPool(url, open(share(0.4), listMilliseconds, fair)),
    streams: openPool(url, open(share(0.2), listMilliseconds, fair)),
  };
}

type Settings = Readonly<Record<string, string>>;

/** Destroys all connections, because the server does not answer on them. */
export function breakPools(pools: PostgresPools): void {
  for (const pool of all(pools)) pool.breakOff();
}

/** Destroys idle connections. */
export function breakIdle(pools: PostgresPools): void {
  for (const pool of all(pools)) pool.breakIdle();
}

/** Closes pools, once their connections are free. */
export async function closePools(pools: PostgresPools, milliseconds: number): Promise<void> {
  await Promise.all(all(pools).map((pool) => pool.endWithin(milliseconds)));
}

function all({ objects, lists, streams, builds }: PostgresPools): readonly PostgresPool[] {
  return [objects, lists, streams, builds];
}
