import { type Fragment, type RunSql, sql } from "../../sql/sql.js";

/** How records are read and written, on either database. */
export interface RecordSql {
  readonly read: RunSql;
  /** Runs a statement whose changes a power cut may undo. */
  readonly note: RunSql;
  /** Runs statements in one transaction, which survives a power cut. Returns the rows of each. */
  readonly transact: (statements: readonly Fragment[]) => Promise<readonly (readonly object[])[]>;
}

/** Moves the revision. Its row stays locked until the transaction ends, so revisions are in the order of commits. */
export const move = sql`INSERT INTO ${sql.table("cmgen_identities")} (id, revision) VALUES (1, 1)
 ON CONFLICT (id) DO UPDATE SET revision = cmgen_identities.revision + 1`;

/** The revision that {@link move} has set before in the same transaction. */
export const moved = sql`(SELECT revision FROM ${sql.table("cmgen_identities")} WHERE id = 1)`;

/** Gives a row that was just added the current revision. Citus cannot send a row of `VALUES` to a node that reads the revision itself. */
export function asNew(table: string, id: string): Fragment {
  return sql`UPDATE ${sql.table(table)} SET changed = coalesce(${moved}, 0) WHERE id = ${sql.value(id)}`;
}

/** A whole number of a row. SQLite may give bigints. */
export type Whole = number | bigint;

/** The rows of the last of several statements. */
export function lastOf(answers: readonly (readonly object[])[]): readonly object[] {
  return answers.at(-1) ?? [];
}

/** A number, if there is one. */
export function optionalNumber(value: Whole | null): number | null {
  return value === null ? null : Number(value);
}

/** Statements that end the sessions of the users that a condition selects, and revoke the tokens that act for them; each returns rows. */
export function endOfUsers(isUser: Fragment, at: number): { readonly sessions: Fragment; readonly tokens: Fragment } {
  return {
    sessions: sql`UPDATE ${sql.table("cmgen_sessions")} SET ended_at = ${sql.value(at)}, changed = ${moved}
 WHERE ${isUser} AND ended_at IS NULL RETURNING id`,
    tokens: sql`UPDATE ${sql.table("cmgen_tokens")} SET revoked_at = ${sql.value(at)}, changed = ${moved}
 WHERE ${isUser} AND revoked_at IS NULL RETURNING id`,
  };
}
