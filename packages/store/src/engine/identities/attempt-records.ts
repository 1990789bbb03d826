import type { AttemptStorage } from "../../identity-storage.js";
import { type Fragment, sql } from "../../sql/sql.js";
import { lastOf, type RecordSql, type Whole } from "./record-sql.js";

/** Counts failed sign-ins, for all processes of the database. */
export function attemptRecords({ read, note, transact }: RecordSql): AttemptStorage {
  return {
    begin: async (subject, { now, delays, since }) => {
      const time = sql.value(now);
      const failures = sql`(CASE WHEN a.failed_at < ${sql.value(since)} THEN 1 ELSE a.failures + 1 END)`;
      const first = sql.value(now + (delays[0] ?? 0));
      // One statement, so that of many attempts at the same time each is counted.
      const begun = await transact([
        sql`INSERT INTO cmgen_attempts AS a (subject, failures, failed_at, locked_until) VALUES (${sql.value(subject)}, 1, ${time}, ${first})
 ON CONFLICT (subject) DO UPDATE SET failures = ${failures}, failed_at = excluded.failed_at,
 locked_until = excluded.failed_at + ${delayOf(failures, delays)} WHERE a.locked_until <= excluded.failed_at RETURNING subject`,
      ]);
      if (lastOf(begun).length > 0) return undefined;
      const [locked] = await read<{ readonly locked_until: Whole }>(
        sql`SELECT locked_until FROM cmgen_attempts WHERE subject = ${sql.value(subject)}`,
      );
      return Number(locked?.locked_until ?? now);
    },
    clear: async (subject) => {
      await note(sql`DELETE FROM cmgen_attempts WHERE subject = ${sql.value(subject)}`);
    },
    undo: async (subject) => {
      await note(
        sql`UPDATE cmgen_attempts SET failures = failures - 1, locked_until = 0 WHERE subject = ${sql.value(subject)} AND failures > 0`,
      );
    },
    trim: async (before) => {
      await note(sql`DELETE FROM cmgen_attempts WHERE failed_at < ${sql.value(before)}`);
    },
  };
}

/** The delay after a number of failures. */
function delayOf(failures: Fragment, delays: readonly number[]): Fragment {
  const cases = delays.map((delay, place) => sql`WHEN ${failures} = ${sql.lit(place + 1)} THEN ${sql.lit(delay)}`);
  return sql`(CASE ${sql.join(cases, sql` `)} ELSE ${sql.lit(delays.at(-1) ?? 0)} END)`;
}
