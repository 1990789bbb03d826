import type { Hashed, StoredToken, TokenStorage } from "../../identity-storage.js";
import { type Fragment, sql } from "../../sql/sql.js";
import { asNew, lastOf, move, moved, optionalNumber, type RecordSql, type Whole } from "./record-sql.js";

interface TokenRow {
  readonly id: string;
  readonly hash: string;
  readonly name: string;
  readonly actor: string;
  readonly uid: string | null;
  readonly roles: string;
  readonly groups: string;
  readonly created_at: Whole;
  readonly expires_at: Whole | null;
  readonly revoked_at: Whole | null;
  readonly used_at: Whole | null;
}

const COLUMNS = sql.join(
  ["id", "hash", "name", "actor", "uid", "roles", "groups", "created_at", "expires_at", "revoked_at", "used_at"].map(
    (column) => sql.id(column),
  ),
);

/** Other processes may have written a use in the meantime. */
const MINUTE = 60_000;

/** Remembers tokens. */
export function tokenRecords({ read, note, transact }: RecordSql): TokenStorage {
  return {
    add: async ({ id, hash, name, actor, uid, roles, groups, createdAt, expiresAt }) => {
      const lists = [roles, groups].map((list) => JSON.stringify(list));
      const values = [id, hash, name, actor, uid, ...lists, createdAt, expiresAt, null, null].map(sql.value);
      // Nobody can have asked for it before, so no process has to be told.
      await transact([
        sql`INSERT INTO ${sql.table("cmgen_tokens")} (${COLUMNS}, changed) VALUES (${sql.join(values)}, 0)`,
        asNew("cmgen_tokens", id),
      ]);
    },
    ofHash: async (hash) => (await readTokens(read, sql`hash = ${sql.value(hash)}`))[0],
    list: async () => {
      const rows = await read<TokenRow>(
        sql`SELECT ${COLUMNS} FROM ${sql.table("cmgen_tokens")} ORDER BY created_at DESC, id`,
      );
      return rows.map((row) => withoutHash(tokenOf(row)));
    },
    revoke: async (id, at) => {
      const revoked = await transact([
        move,
        sql`UPDATE ${sql.table("cmgen_tokens")} SET revoked_at = ${sql.value(at)}, changed = ${moved}
 WHERE id = ${sql.value(id)} AND revoked_at IS NULL RETURNING id`,
      ]);
      return lastOf(revoked).length > 0;
    },
    used: async (uses) => {
      for (const { id, at } of uses) {
        await note(
          sql`UPDATE ${sql.table("cmgen_tokens")} SET used_at = ${sql.value(at)} WHERE id = ${sql.value(id)}
 AND (used_at IS NULL OR used_at <= ${sql.value(at - MINUTE)})`,
        );
      }
    },
  };
}

/** Reads the tokens for which a condition holds. */
export async function readTokens(
  read: RecordSql["read"],
  condition: Fragment,
): Promise<readonly Hashed<StoredToken>[]> {
  return (await read<TokenRow>(sql`SELECT ${COLUMNS} FROM ${sql.table("cmgen_tokens")} WHERE ${condition}`)).map(
    tokenOf,
  );
}

function tokenOf(row: TokenRow): Hashed<StoredToken> {
  const { id, hash, name, actor, uid } = row;
  return {
    id,
    hash,
    name,
    actor,
    uid,
    // Only `add` writes them.
    roles: JSON.parse(row.roles) as string[],
    groups: JSON.parse(row.groups) as string[],
    createdAt: Number(row.created_at),
    expiresAt: optionalNumber(row.expires_at),
    revokedAt: optionalNumber(row.revoked_at),
    usedAt: optionalNumber(row.used_at),
  };
}

function withoutHash(hashed: Hashed<StoredToken>): StoredToken {
  const { hash: _, ...token } = hashed;
  return token;
}
