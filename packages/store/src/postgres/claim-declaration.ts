import { saveDeclaration } from "../engine/index-records.js";
import type { ReleaseClaim } from "../index-storage.js";
import { selectDeclaration } from "../sql/change-shapes.js";
import { tableClass } from "../sql/dialect.js";
import { type RunSql, sql, upsert } from "../sql/sql.js";

const TABLE = sql.id("table");
const INDEX = sql.id("index");

/** A declaration that the database has met. It is stored beside the states of indexes, under a name that no table has. */
interface MetDeclaration {
  readonly declaration: string;
  /** The latest applied migration that its release ships; empty for none. */
  readonly migration: string;
  /** Grows with each declaration that is met for the first time. */
  readonly place: number;
}

/** {@link IndexStorage.claim} in a transaction that no other claim overlaps with. */
export async function claimDeclaration(run: RunSql, table: string, claim: ReleaseClaim): Promise<boolean> {
  const { declaration, migrations, takeOver, ended } = claim;
  const [current] = await run<{ fingerprint: string }>(selectDeclaration(sql.value(table)));
  if (current?.fingerprint === declaration) return true;
  const applied = await appliedMigrations(run);
  const latest = applied.at(-1) ?? "";
  const migration = applied.findLast((name) => migrations?.has(name) ?? true) ?? "";
  const met = await metDeclarations(run, table);
  const before = current && (metAs(met, current.fingerprint) ?? { ...FIRST, declaration: current.fingerprint });
  const own = { ...(metAs(met, declaration) ?? { declaration, place: nextPlace(met) }), migration };
  const isFree = before === undefined || before.declaration === ended;
  if (!isFree && !(takeOver && isNewer(own, before, latest))) return false;
  for (const each of before === undefined ? [own] : [before, own]) await meet(run, table, each);
  await run(saveDeclaration(table, { declaration, isTried: true }));
  return true;
}

/** What an earlier release of cmgen has declared. */
const FIRST = { migration: "", place: 0 };

/** A release that lacks the latest migration is the older one. Of two that ship it, the one that was met later is newer. */
function isNewer(own: MetDeclaration, before: MetDeclaration, latest: string): boolean {
  if (own.migration !== latest) return false;
  return before.migration !== latest || own.place > before.place;
}

/** In the order in which they were applied. A database may have none: then there is no table of them. */
async function appliedMigrations(run: RunSql): Promise<readonly string[]> {
  const [history] = await run<{ there: boolean }>(
    sql`SELECT ${tableClass(sql.lit("_prisma_migrations"))} IS NOT NULL AS there`,
  );
  if (history?.there !== true) return [];
  const rows = await run<{ name: string }>(
    sql`SELECT migration_name AS name FROM ${sql.table("_prisma_migrations")}
 WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  );
  return rows.map(({ name }) => name);
}

async function metDeclarations(run: RunSql, table: string): Promise<readonly MetDeclaration[]> {
  return run<{ declaration: string; migration: string; place: number }>(
    sql`SELECT ${INDEX} AS declaration, fingerprint AS migration, position AS place FROM ${sql.table("cmgen_indexes")}
 WHERE ${TABLE} = ${sql.value(metIn(table))} ORDER BY position`,
  );
}

function metAs(met: readonly MetDeclaration[], declaration: string): MetDeclaration | undefined {
  return met.find((each) => each.declaration === declaration);
}

function nextPlace(met: readonly MetDeclaration[]): number {
  return (met.at(-1)?.place ?? 0) + 1;
}

async function meet(run: RunSql, table: string, { declaration, migration, place }: MetDeclaration): Promise<void> {
  const key = { table: metIn(table), index: declaration };
  await run(upsert("cmgen_indexes", key, { fingerprint: migration, state: "ready", position: place }));
}

function metIn(table: string): string {
  return `${table} declarations`;
}
