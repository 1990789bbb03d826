import type { CredentialStorage, StoredCredentials } from "../../identity-storage.js";
import { type Fragment, sql } from "../../sql/sql.js";
import { endOfUsers, lastOf, move, moved, type RecordSql, type Whole } from "./record-sql.js";

const CREDENTIALS = sql.table("cmgen_credentials");

/** Remembers what users sign in with. */
export function credentialRecords({ read, transact }: RecordSql): CredentialStorage {
  return {
    read: async (uid) => {
      const [row] = await read<CredentialRow>(
        sql`SELECT password, changed_at FROM ${CREDENTIALS} WHERE ${isUser(uid)}`,
      );
      return row && ({ password: row.password, changedAt: Number(row.changed_at) } satisfies StoredCredentials);
    },
    setPassword: async (uid, { password, at, keeps }) => {
      await transact([move, endSessions(isUser(uid), at, keeps), save(uid, password, at)]);
    },
    rehash: async (uid, from, to) => {
      await transact([
        sql`UPDATE ${CREDENTIALS} SET password = ${sql.value(to)} WHERE ${isUser(uid)} AND password = ${sql.value(from)}`,
      ]);
    },
    ...resets({ read, transact }),
    endAll: (uid, at) =>
      endAll(transact, {
        uid,
        at,
        also: [sql`UPDATE ${CREDENTIALS} SET ${noReset} WHERE ${isUser(uid)}`],
      }),
    forget: async ({ uid, name }, at) => {
      const also = [sql`DELETE FROM ${CREDENTIALS} WHERE ${isUser(uid)}`, keep(name, at)];
      await endAll(transact, { uid, at, also });
    },
    ...keptNames({ read, transact }),
  };
}

interface CredentialRow {
  readonly password: string | null;
  readonly changed_at: Whole;
}

interface EndOfUser {
  readonly uid: string;
  readonly at: number;
  readonly also?: readonly Fragment[];
}

async function endAll(transact: RecordSql["transact"], { uid, at, also = [] }: EndOfUser): Promise<number> {
  const { sessions, tokens } = endOfUsers(isUser(uid), at);
  const [, ended = [], revoked = []] = await transact([move, sessions, tokens, ...also]);
  return ended.length + revoked.length;
}

type NamesStorage = Pick<CredentialStorage, "keepName" | "isKeptName">;

/** Tokens to set a new password with. */
function resets({
  read,
  transact,
}: Pick<RecordSql, "read" | "transact">): Pick<CredentialStorage, "addReset" | "resetOf" | "redeem"> {
  return {
    addReset: async (uid, { hash, expiresAt, limit = null, at }) => {
      await transact([
        sql`INSERT INTO ${CREDENTIALS} (uid, reset_hash, reset_expires_at, reset_limit, changed_at)
 VALUES (${sql.join([uid, hash, expiresAt, limit, at].map(sql.value))})
 ON CONFLICT (uid) DO UPDATE SET reset_hash = excluded.reset_hash, reset_expires_at = excluded.reset_expires_at,
 reset_limit = excluded.reset_limit`,
      ]);
    },
    resetOf: async (hash, at) => {
      const [row] = await read<{ readonly uid: string; readonly reset_limit: string | null }>(
        sql`SELECT uid, reset_limit FROM ${CREDENTIALS} WHERE ${hasReset(hash, at)}`,
      );
      return row && { uid: row.uid, limit: row.reset_limit };
    },
    redeem: async (hash, { password, at, keeps }) => {
      const isRedeemed = hasReset(hash, at);
      const answers = await transact([
        // Of two who redeem the token at the same time the second waits here.
        move,
        endSessions(sql`uid IN (SELECT uid FROM ${CREDENTIALS} WHERE ${isRedeemed})`, at, keeps),
        sql`UPDATE ${CREDENTIALS} SET password = ${sql.value(password)}, changed_at = ${sql.value(at)}, ${noReset} WHERE ${isRedeemed} RETURNING uid`,
      ]);
      const [redeemed] = lastOf(answers) as readonly { readonly uid: string }[];
      return redeemed?.uid;
    },
  };
}

function keptNames({ read, transact }: Pick<RecordSql, "read" | "transact">): NamesStorage {
  return {
    keepName: async (name, at) => void (await transact([keep(name, at)])),
    isKeptName: async (name) =>
      (await read(sql`SELECT uid FROM ${CREDENTIALS} WHERE ${isUser(keyOfName(name))}`)).length > 0,
  };
}

/** A row that is of a name, and of no user who could sign in: no uid has a colon. */
function keyOfName(name: string): string {
  return `name:${name}`;
}

function keep(name: string, at: number): Fragment {
  return sql`INSERT INTO ${CREDENTIALS} (uid, changed_at) VALUES (${sql.join([keyOfName(name), at].map(sql.value))})
 ON CONFLICT (uid) DO NOTHING`;
}

/** Stores a password, and forgets a reset token. */
function save(uid: string, password: string, at: number): Fragment {
  return sql`INSERT INTO ${CREDENTIALS} (uid, password, changed_at) VALUES (${sql.join([uid, password, at].map(sql.value))})
 ON CONFLICT (uid) DO UPDATE SET password = excluded.password, changed_at = excluded.changed_at, ${noReset}`;
}

/** Sets what forgets a reset token. */
const noReset = sql`reset_hash = NULL, reset_expires_at = NULL, reset_limit = NULL`;

function hasReset(hash: string, at: number): Fragment {
  return sql`reset_hash = ${sql.value(hash)} AND reset_expires_at > ${sql.value(at)}`;
}

function isUser(uid: string): Fragment {
  return sql`uid = ${sql.value(uid)}`;
}

function endSessions(isOne: Fragment, at: number, keeps = ""): Fragment {
  return sql`UPDATE ${sql.table("cmgen_sessions")} SET ended_at = ${sql.value(at)}, changed = ${moved}
 WHERE ${isOne} AND ended_at IS NULL AND id <> ${sql.value(keeps)}`;
}
