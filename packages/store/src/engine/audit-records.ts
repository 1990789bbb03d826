import { type RunSql, sql } from "../sql/sql.js";
import type { AuditStorage } from "../store.js";

/** Remembers how far the audit has come, on either database. */
export function auditRecords(run: RunSql): AuditStorage {
  const position = async (): Promise<number | undefined> => {
    const [row] = await run<{ readonly revision: number }>(selectAuditPosition);
    return row?.revision;
  };
  return {
    position,
    begin: async (known) => {
      const first = known === undefined ? sql`revision` : sql.value(known);
      // SQLite takes ON for a join's without the condition.
      await run(
        sql`INSERT INTO ${sql.table("cmgen_audit")} (id, revision) SELECT 1, ${first} FROM ${sql.table("cmgen_revision")} WHERE true ON CONFLICT (id) DO NOTHING`,
      );
      return (await position()) ?? known ?? 0;
    },
    move: async (from, to) => {
      const moved = sql`UPDATE ${sql.table("cmgen_audit")} SET revision = ${sql.value(to)} WHERE id = 1 AND revision = ${sql.value(from)} RETURNING id`;
      return (await run(moved)).length > 0;
    },
    end: async () => void (await run(sql`DELETE FROM ${sql.table("cmgen_audit")} WHERE id = 1`)),
  };
}

/** Selects the revision up to which the audit has written changes; no row where nothing is audited. */
export const selectAuditPosition = sql`SELECT revision FROM ${sql.table("cmgen_audit")} WHERE id = 1`;
