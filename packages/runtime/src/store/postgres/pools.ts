import { openPool, type PoolOptions, type PostgresPool } from "./database.js";

/** Connections by what they are for: what may take long cannot take them all. */
export interface PostgresPools {
  /** Reads and writes of single objects, and the building of indexes, which takes two. */
  readonly objects: PostgresPool;
  /** Lists of some items. */
  readonly lists: PostgresPool;
  /** Lists of many items, each of which keeps a connection until its consumer has them all. */
  readonly streams: PostgresPool;
}

/**
 * What reads many rows does so with one process of the server's: three each for a few counts at once left no processor to those who read one
 * object.
 */
const fair = { max_parallel_workers_per_gather: "0" };

/** Opens pools that have about so many connections between them: six at least. */
export function openPools(url: string, connections: number): PostgresPools {
  const share = (part: number, settings?: PoolOptions["settings"]): PostgresPool =>
    openPool(url, { connections: Math.max(2, Math.round(connections * part)), ...(settings && { settings }) });
  return { objects: share(0.4), lists: share(0.4, fair), streams: share(0.2, fair) };
}

/** Closes pools, once their connections are free. */
export async function closePools({ objects, lists, streams }: PostgresPools): Promise<void> {
  await Promise.all([objects, lists, streams].map((pool) => pool.end()));
}
