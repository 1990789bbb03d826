import type { AttemptStorage } from "../../identity-storage.js";
import { type Fragment, sql } from "../../sql/sql.js";
import { lastOf, type RecordSql, type Whole } from "./record-sql.js";

/** Counts failed sign-ins, for all processes of the database. */
export function attemptRecords({ read, note, transact }: RecordSql): AttemptStorage {
  return {
    begin: async (subject, { now, delays, since }) => {
      const time = sql.value(now);
      const failures = sql`(CASE WHEN a.failed_at < ${sql.value(since)} THEN 1 ELSE a.failures + 1 END)`;
      const [first = 0] = delays;
      // One statement, so that of many attempts at the same time each is counted.
      const begun = await transact([
        sql`INSERT INTO ${sql.table("cmgen_attempts")} AS a (subject, failures, failed_at, locked_until) VALUES (${sql.value(subject)}, 1, ${time}, ${sql.value(first === 0 ? 0 : now + first)})
 ON CONFLICT (subject) DO UPDATE SET failures = ${failures}, failed_at = excluded.failed_at,
 locked_until = ${lockedUntil(failures, delays)} WHERE a.locked_until <= excluded.failed_at RETURNING subject`,
      ]);
      if (lastOf(begun).length > 0) return undefined;
      const [locked] = await read<{ readonly locked_until: Whole }>(
        sql`SELECT locked_until FROM ${sql.table("cmgen_attempts")} WHERE subject = ${sql.value(subject)}`,
      );
      return Number(locked?.locked_until ?? now);
    },
    clear: async (subject) => {
      await note(sql`DELETE FROM ${sql.table("cmgen_attempts")} WHERE subject = ${sql.value(subject)}`);
    },
    undo: async (subject) => {
      await note(
        sql`UPDATE ${sql.table("cmgen_attempts")} SET failures = failures - 1, locked_until = 0 WHERE subject = ${sql.value(subject)} AND failures > 0`,
      );
    },
    trim: async (before) => {
      await note(sql`DELETE FROM ${sql.table("cmgen_attempts")} WHERE failed_at < ${sql.value(before)}`);
    },
  };
}

/**
 * When the next attempt may be made after a number of failures: 0 where there is no delay, since of two attempts at the same time the one that
 * began first may be counted last, and clocks differ.
 */
function lockedUntil(failures: Fragment, delays: readonly number[]): Fragment {
  const until = (delay: number): Fragment => (delay === 0 ? sql`0` : sql`excluded.failed_at + ${sql.lit(delay)}`);
  const cases = delays.map((delay, place) => sql`WHEN ${failures} = ${sql.lit(place + 1)} THEN ${until(delay)}`);
  return sql`(CASE ${sql.join(cases, sql` `)} ELSE ${until(delays.at(-1) ?? 0)} END)`;
}
