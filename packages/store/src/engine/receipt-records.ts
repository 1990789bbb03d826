import type { SqlDialect } from "../sql/dialect.js";
import { readBytes } from "../sql/dialect.js";
import { compileQuery, type Fragment, type Query, type RunSql, sql } from "../sql/sql.js";
import type { ReceiptStorage } from "../store.js";
import { type Receipt, RECEIPT_MILLISECONDS } from "../write-batch.js";
import type { Check } from "./refusal-checks.js";

/** Old receipts that are removed with each new one. */
const REMOVED_AT_ONCE = 100;

/** Reads receipts, on either database. */
export function receiptRecords(read: RunSql): ReceiptStorage {
  return {
    read: async (key) => {
      const since = sql.value(Date.now() - RECEIPT_MILLISECONDS);
      const [row] = await read<Receipt>(
        sql`SELECT key, request, head, answer FROM ${sql.table("cmgen_receipts")} WHERE key = ${sql.value(key)} AND at >= ${since}`,
      );
      return row && { ...row, answer: readBytes(row.answer) };
    },
  };
}

/** Keeps a receipt within a transaction, and removes some that are old. Returns whether there was none of the key. */
export function* keepReceipt(dialect: SqlDialect, receipt: Receipt): Check<boolean> {
  const now = Date.now();
  const kept: readonly unknown[] = yield query(dialect, insertReceipt(receipt, now));
  yield query(dialect, removeOld(dialect, now));
  return kept.length > 0;
}

function query(dialect: SqlDialect, statement: Fragment): Query {
  return compileQuery(dialect, statement);
}

/** Takes the place of one that is old. */
function insertReceipt({ key, request, head, answer }: Receipt, now: number): Fragment {
  return sql`INSERT INTO ${sql.table("cmgen_receipts")} (key, request, at, head, answer)
 VALUES (${sql.value(key)}, ${sql.value(request)}, ${sql.value(now)}, ${sql.value(head)}, ${sql.value(Buffer.from(answer))})
 ON CONFLICT (key) DO UPDATE SET request = excluded.request, at = excluded.at, head = excluded.head, answer = excluded.answer
 WHERE cmgen_receipts.at < ${sql.value(now - RECEIPT_MILLISECONDS)} RETURNING key`;
}

/** Those that another transaction removes are left to it. */
function removeOld({ arrays }: SqlDialect, now: number): Fragment {
  const locked = arrays ? sql` FOR UPDATE SKIP LOCKED` : sql``;
  return sql`DELETE FROM ${sql.table("cmgen_receipts")} WHERE key IN (SELECT key FROM ${sql.table("cmgen_receipts")}
 WHERE at < ${sql.value(now - RECEIPT_MILLISECONDS)} ORDER BY at LIMIT ${sql.lit(REMOVED_AT_ONCE)}${locked}) RETURNING key`;
}
