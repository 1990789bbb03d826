import type { IndexState } from "../index-storage.js";
import { type Fragment, sql, type SqlValue } from "../sql/sql.js";
import type { MarkMove, StepState } from "../walk-storage.js";

type Row = Readonly<Record<string, SqlValue>>;

/** The statement of a move. It returns a row if the state was the one to be moved from. */
export function moveStatement(table: string, move: MarkMove): Fragment {
  if ("index" in move) {
    const { from, to } = move.index;
    return change("cmgen_indexes", from && indexRow(table, from), to && indexRow(table, to));
  }
  const { from, to } = move.step;
  return change("cmgen_evolutions", from && stepRow(table, from), to && stepRow(table, to));
}

/** An index's state as a row. */
export function indexRow(table: string, { index, fingerprint, state, position }: IndexState): Row {
  return { table, index, fingerprint, state, position };
}

function stepRow(table: string, { step, place, state, position }: StepState): Row {
  return { table, step, place, state, position };
}

function change(table: string, from: Row | undefined, to: Row | undefined): Fragment {
  const columns = Object.keys(to ?? from ?? {}).map((column) => sql.id(column));
  if (from === undefined) {
    const values = Object.values(to ?? {}).map(sql.value);
    return sql`INSERT INTO ${sql.table(table)} (${sql.join(columns)}) VALUES (${sql.join(values)}) ON CONFLICT DO NOTHING RETURNING 1`;
  }
  const found = isRow(from);
  if (to === undefined) return sql`DELETE FROM ${sql.table(table)} WHERE ${found} RETURNING 1`;
  const sets = Object.entries(to).map(([column, value]) => sql`${sql.id(column)} = ${sql.value(value)}`);
  return sql`UPDATE ${sql.table(table)} SET ${sql.join(sets)} WHERE ${found} RETURNING 1`;
}

/** The condition that a row has these values. */
export function isRow(row: Row): Fragment {
  const terms = Object.entries(row).map(([column, value]) =>
    value === null ? sql`${sql.id(column)} IS NULL` : sql`${sql.id(column)} = ${sql.value(value)}`,
  );
  return sql.join(terms, sql` AND `);
}
