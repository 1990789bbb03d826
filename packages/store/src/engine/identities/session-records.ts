import type { Hashed, SessionStorage, StoredSession } from "../../identity-storage.js";
import { type Fragment, sql } from "../../sql/sql.js";
import { asNew, lastOf, move, moved, optionalNumber, type RecordSql, type Whole } from "./record-sql.js";

interface SessionRow {
  readonly id: string;
  readonly hash: string;
  readonly rotated_from: string | null;
  readonly rotated_at: Whole | null;
  readonly user_name: string;
  readonly uid: string;
  readonly identity: string | null;
  readonly created_at: Whole;
  readonly seen_at: Whole;
  readonly expires_at: Whole;
  readonly ended_at: Whole | null;
}

const COLUMNS = sql.raw(
  "id, hash, rotated_from, rotated_at, user_name, uid, identity, created_at, seen_at, expires_at, ended_at",
);

/** Other processes may have written a use in the meantime. */
const MINUTE = 60_000;

/** Remembers sessions. */
export function sessionRecords({ read, note, transact }: RecordSql): SessionStorage {
  return {
    add: async ({ id, hash, user, uid, identity, createdAt, expiresAt }) => {
      const values = [id, hash, null, null, user, uid, identity, createdAt, createdAt, expiresAt, null].map(sql.value);
      await transact([
        sql`INSERT INTO ${sql.table("cmgen_sessions")} (${COLUMNS}, changed) VALUES (${sql.join(values)}, 0)`,
        asNew("cmgen_sessions", id),
      ]);
    },
    ofHash: async (hash) => {
      const [now] = await readSessions(read, sql`hash = ${sql.value(hash)}`);
      return now ?? (await readSessions(read, sql`rotated_from = ${sql.value(hash)}`))[0];
    },
    ofUser: async (uid) => newestFirst(await readSessions(read, sql`uid = ${sql.value(uid)} AND ended_at IS NULL`)),
    ofProviderName: async (name) => {
      const isTheirs = sql`user_name = ${sql.value(name)} AND identity IS NOT NULL AND ended_at IS NULL`;
      return newestFirst(await readSessions(read, isTheirs));
    },
    rotate: async (id, { from, to, at }) => {
      const rotated = await transact([
        move,
        sql`UPDATE ${sql.table("cmgen_sessions")} SET hash = ${sql.value(to)}, rotated_from = ${sql.value(from)}, rotated_at = ${sql.value(at)},
 seen_at = ${sql.value(at)}, changed = ${moved} WHERE id = ${sql.value(id)} AND hash = ${sql.value(from)} AND ended_at IS NULL RETURNING id`,
      ]);
      return lastOf(rotated).length > 0;
    },
    end: async (id, at) => {
      const ended = await transact([
        move,
        sql`UPDATE ${sql.table("cmgen_sessions")} SET ended_at = ${sql.value(at)}, changed = ${moved}
 WHERE id = ${sql.value(id)} AND ended_at IS NULL RETURNING id`,
      ]);
      return lastOf(ended).length > 0;
    },
    seen: async (uses) => {
      for (const { id, at } of uses) {
        await note(
          sql`UPDATE ${sql.table("cmgen_sessions")} SET seen_at = ${sql.value(at)} WHERE id = ${sql.value(id)} AND seen_at <= ${sql.value(at - MINUTE)}`,
        );
      }
    },
    trim: async (before) => {
      const time = sql.value(before);
      await note(sql`DELETE FROM ${sql.table("cmgen_sessions")} WHERE expires_at < ${time} OR ended_at < ${time}`);
    },
  };
}

/** Reads the sessions for which a condition holds. */
export async function readSessions(
  read: RecordSql["read"],
  condition: Fragment,
): Promise<readonly Hashed<StoredSession>[]> {
  return (await read<SessionRow>(sql`SELECT ${COLUMNS} FROM ${sql.table("cmgen_sessions")} WHERE ${condition}`)).map(
    sessionOf,
  );
}

function newestFirst(found: readonly Hashed<StoredSession>[]): readonly StoredSession[] {
  return found.map(withoutHash).toSorted((one, other) => other.createdAt - one.createdAt);
}

function withoutHash(hashed: Hashed<StoredSession>): StoredSession {
  const { hash: _, ...session } = hashed;
  return session;
}

function sessionOf(row: SessionRow): Hashed<StoredSession> {
  const { id, hash, uid, identity } = row;
  return {
    id,
    hash,
    rotatedFrom: row.rotated_from,
    rotatedAt: optionalNumber(row.rotated_at),
    user: row.user_name,
    uid,
    identity,
    createdAt: Number(row.created_at),
    seenAt: Number(row.seen_at),
    expiresAt: Number(row.expires_at),
    endedAt: optionalNumber(row.ended_at),
  };
}
