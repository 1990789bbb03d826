import { type Fragment, type RunSql, sql } from "../sql/sql.js";
import type { SubscriptionPosition, SubscriptionStorage } from "../subscription-storage.js";
import { readBytes, type SqlDialect } from "../sql/dialect.js";

/** How the positions are read and written. */
export interface SubscriptionRuns {
  readonly read: RunSql;
  /** Runs a statement whose changes a power cut may undo. */
  readonly note: RunSql;
}

/** SQLite may give bigints. */
interface PositionRow {
  readonly uid: string;
  readonly revision: number | bigint;
  readonly mark: number | bigint | null;
}

/** Rows of one statement: SQLite takes 32,766 values. */
const AT_ONCE = 5000;

/** Remembers how far subscriptions have come, on either database. */
export function subscriptionRecords(dialect: SqlDialect, { read, note }: SubscriptionRuns): SubscriptionStorage {
  return {
    positions: async () => {
      const rows = await read<PositionRow>(sql`SELECT uid, revision, mark FROM ${sql.table("cmgen_subscriptions")}`);
      return rows.map(({ uid, revision, mark }) => ({
        uid,
        revision: Number(revision),
        mark: mark === null ? null : Number(mark),
      }));
    },
    begin: async (positions) => {
      for (const some of inParts(positions))
        await note(
          sql`INSERT INTO ${sql.table("cmgen_subscriptions")} (uid, revision, mark) VALUES ${rowsOf(some)} ON CONFLICT (uid) DO NOTHING`,
        );
    },
    move: async (positions) => {
      for (const some of inParts(positions)) await note(moveAll(some));
    },
    end: async (uids) => {
      for (const some of inParts(uids))
        await note(
          sql`DELETE FROM ${sql.table("cmgen_subscriptions")} WHERE uid IN (${sql.join(some.map(sql.value))})`,
        );
    },
    creations: async ({ group, plural, name }) => {
      const rows = await read<Omit<PositionRow, "uid"> & { readonly data: Uint8Array | string }>(
        sql`SELECT revision, mark, ${dialect.data(sql.id("data"))} AS data FROM ${sql.table("cmgen_changes")}
 WHERE ${sql.id("group")} = ${sql.value(group)} AND plural = ${sql.value(plural)} AND name = ${sql.value(name)} AND type = 'ADDED'
 ORDER BY revision DESC`,
      );
      return rows.map(({ revision, mark, data }) => ({
        revision: Number(revision),
        mark: mark === null ? null : Number(mark),
        data: readBytes(data),
      }));
    },
  };
}

/** Selects the revision that the slowest subscription has come to; `null` without subscriptions. */
export const selectSlowestSubscription = sql`SELECT min(revision) AS revision FROM ${sql.table("cmgen_subscriptions")}`;

/** Both databases give the columns of VALUES these names. */
function moveAll(positions: readonly SubscriptionPosition[]): Fragment {
  return sql`UPDATE ${sql.table("cmgen_subscriptions")} SET revision = moved.column2, mark = moved.column3
 FROM (VALUES ${rowsOf(positions)}) AS moved WHERE cmgen_subscriptions.uid = moved.column1`;
}

/** PostgreSQL takes the types of a column from its first row. */
function rowsOf(positions: readonly SubscriptionPosition[]): Fragment {
  return sql.join(
    positions.map(
      ({ uid, revision, mark }) =>
        sql`(CAST(${sql.value(uid)} AS text), CAST(${sql.value(revision)} AS bigint), CAST(${sql.value(mark)} AS bigint))`,
    ),
  );
}

function inParts<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const parts = [];
  for (let from = 0; from < items.length; from += AT_ONCE) parts.push(items.slice(from, from + AT_ONCE));
  return parts;
}
