import type { SqlDialect } from "../sql/dialect.js";
import { type Fragment, sql } from "../sql/sql.js";
import type { StoredTenant, TenantState, TenantStorage } from "../tenant-storage.js";
import { optionalNumber, type RecordSql, type Whole } from "./identities/record-sql.js";

/** Tenants that one look finds due, at most. */
const DUE_AT_ONCE = 100;

interface TenantRow extends Pick<StoredTenant, "name" | "state" | "release" | "problem"> {
  readonly created_at: Whole;
  readonly due_at: Whole | null;
}

const select = sql`SELECT name, created_at, state, release, problem, due_at FROM ${sql.table("cmgen_tenants")}`;

const countFailing = sql`SELECT count(*) AS failing FROM ${sql.table("cmgen_tenants")} WHERE problem IS NOT NULL AND state = 'ready'`;

/** Remembers the tenants of a service, on either database. */
export function tenantRecords(dialect: SqlDialect, { read, note, transact }: RecordSql): TenantStorage {
  const change = async (statement: Fragment): Promise<boolean> => ((await transact([statement]))[0] ?? []).length > 0;
  return {
    isThere: async () => (await read(dialect.tableColumns(sql.value("cmgen_tenants")))).length > 0,
    all: async () => (await read<TenantRow>(sql`${select} ORDER BY name`)).map(tenantOf),
    find: async (name) => (await read<TenantRow>(sql`${select} WHERE name = ${sql.value(name)}`)).map(tenantOf)[0],
    add: (name, at, most = Number.MAX_SAFE_INTEGER) =>
      change(
        sql`INSERT INTO ${sql.table("cmgen_tenants")} (name, created_at, state)
 SELECT ${text(name)}, CAST(${sql.value(at)} AS bigint), 'creating' WHERE (SELECT count(*) FROM ${sql.table("cmgen_tenants")}) < CAST(${sql.value(most)} AS bigint)
 ON CONFLICT (name) DO NOTHING RETURNING name`,
      ),
    move: (name, from, to) =>
      change(
        sql`UPDATE ${sql.table("cmgen_tenants")} SET state = ${sql.value(to)} WHERE name = ${sql.value(name)} AND state IN (${states(from)}) RETURNING name`,
      ),
    prepared: async (name, release) => {
      await change(
        sql`UPDATE ${sql.table("cmgen_tenants")} SET release = ${sql.value(release)}, problem = NULL WHERE name = ${sql.value(name)} RETURNING name`,
      );
    },
    failed: async (name, problem) => {
      await change(
        sql`UPDATE ${sql.table("cmgen_tenants")} SET problem = ${sql.value(problem)} WHERE name = ${sql.value(name)} RETURNING name`,
      );
    },
    failing: async () => Number((await read<{ readonly failing: Whole }>(countFailing))[0]?.failing),
    forget: async (name) => {
      await change(
        sql`DELETE FROM ${sql.table("cmgen_tenants")} WHERE name = ${sql.value(name)} AND state = 'dropping' RETURNING name`,
      );
    },
    due: (at) =>
      read(
        sql`SELECT name, state FROM ${sql.table("cmgen_tenants")} WHERE state = 'dropping' OR (state = 'ready' AND due_at <= ${sql.value(at)})
 ORDER BY due_at LIMIT ${sql.lit(DUE_AT_ONCE)}`,
      ),
    hold: async (names, until) => {
      if (names.length > 0)
        await note(
          sql`UPDATE ${sql.table("cmgen_tenants")} SET due_at = ${sql.value(until)} WHERE name IN (${sql.join(names.map(sql.value))}) RETURNING name`,
        );
    },
    settle: async (name, dueAt) => {
      await note(
        sql`UPDATE ${sql.table("cmgen_tenants")} SET due_at = ${sql.value(dueAt)} WHERE name = ${sql.value(name)} RETURNING name`,
      );
    },
  };
}

function states(all: readonly TenantState[]): Fragment {
  return sql.join(all.map(sql.value));
}

/** PostgreSQL does not know the type of a parameter that is selected. */
function text(value: string): Fragment {
  return sql`CAST(${sql.value(value)} AS text)`;
}

function tenantOf({ created_at: createdAt, due_at: dueAt, ...row }: TenantRow): StoredTenant {
  return { ...row, createdAt: Number(createdAt), dueAt: optionalNumber(dueAt) };
}
