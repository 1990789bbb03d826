import { openPool, type PostgresPool } from "./database.js";

/** Connections by what they are for: what may take long cannot take them all. */
export interface PostgresPools {
  /** Reads and writes of single objects, and the building of indexes, which takes two. */
  readonly objects: PostgresPool;
  /** Lists of some items. */
  readonly lists: PostgresPool;
  /** Lists of many items, each of which keeps a connection until its consumer has them all. */
  readonly streams: PostgresPool;
}

/** Opens pools that have about so many connections between them: six at least. */
export function openPools(url: string, connections: number): PostgresPools {
  const share = (part: number, least: number): PostgresPool =>
    openPool(url, { connections: Math.max(least, Math.round(connections * part)) });
  return { objects: share(0.4, 2), lists: share(0.4, 2), streams: share(0.2, 2) };
}

/** Closes pools, once their connections are free. */
export async function closePools({ objects, lists, streams }: PostgresPools): Promise<void> {
  await Promise.all([objects, lists, streams].map((pool) => pool.end()));
}
