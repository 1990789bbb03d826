import { type Fragment, sql } from "./sql.js";

/** The key of an advisory lock on PostgreSQL. Services in other schemas have locks of their own; a quoted name cannot run into what follows. */
export function advisoryKey(name: Fragment): Fragment {
  return sql`hashtextextended('cmgen ' || quote_ident(${sql.schema()}) || ' ' || ${name}, 0)`;
}

/** The key of the lock that everybody shares who has a store open in a schema. A restore takes it for itself. */
export function schemaKey(schema: string): string {
  return `hashtextextended('cmgen store ' || ${schema}, 0)`;
}

interface FenceTerms {
  /** Name of the lock, and the process id of its holder's session; null for none. */
  readonly lock: Fragment;
  readonly holder: Fragment;
  /** A revision that the transaction has taken. */
  readonly revision: Fragment;
}

/**
 * Whether the lock of a fence is held now, or there is no fence. It is looked up once the transaction has its revision, for which writes wait
 * one after another: so every write of an earlier holder gets its revision before the first write of the next.
 */
export function holdsFence({ lock, holder, revision }: FenceTerms): Fragment {
  return sql`(${holder} IS NULL OR ${isHeld({ lock, holder }, sql`${revision} > 0 AND `)})`;
}

/**
 * Whether a session holds a lock now.
 *
 * @param after a condition that makes the database look only once it is known, with an `AND` behind it.
 */
export function isHeld({ lock, holder }: Pick<FenceTerms, "lock" | "holder">, after: Fragment = sql``): Fragment {
  return sql`EXISTS (SELECT FROM pg_locks AS held WHERE ${after}held.locktype = 'advisory' AND held.mode = 'ExclusiveLock'
 AND held.granted AND held.objsubid = 1 AND held.pid = ${holder}
 AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
 AND (held.classid::bigint << 32 | held.objid::bigint) = ${advisoryKey(lock)})`;
}
