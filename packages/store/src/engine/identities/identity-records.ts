import type { IdentityStorage } from "../../identity-storage.js";
import { sql } from "../../sql/sql.js";
import { attemptRecords } from "./attempt-records.js";
import { credentialRecords } from "./credential-records.js";
import type { RecordSql, Whole } from "./record-sql.js";
import { readSessions, sessionRecords } from "./session-records.js";
import { readTokens, tokenRecords } from "./token-records.js";

/** Remembers tokens, sessions and credentials, on either database. */
export function identityRecords(access: RecordSql): IdentityStorage {
  const { read } = access;
  const revision = async (): Promise<number> => {
    const [row] = await read<{ readonly revision: Whole }>(
      sql`SELECT revision FROM ${sql.table("cmgen_identities")} WHERE id = 1`,
    );
    return Number(row?.revision ?? 0);
  };
  return {
    revision,
    changedAfter: async (after) => {
      // First, so that what is changed meanwhile is read again the next time.
      const newest = await revision();
      const isChanged = sql`changed > ${sql.value(after)}`;
      const [tokens, sessions] = [await readTokens(read, isChanged), await readSessions(read, isChanged)];
      return { revision: newest, tokens, sessions };
    },
    tokens: tokenRecords(access),
    sessions: sessionRecords(access),
    credentials: credentialRecords(access),
    attempts: attemptRecords(access),
  };
}
