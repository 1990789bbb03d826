import type { ColumnIndex, StoredModel, TableIndex } from "../stored-model.js";
import { guardOf, type ReplaceJob, type WriteJob } from "../write-job.js";
import { postgresDialect as dialect } from "./dialect.js";
import { advisoryKey } from "./fence.js";
import { type Fragment, sql } from "./sql.js";

/** How strongly PostgreSQL locks rows, from the weakest: `FOR KEY SHARE` for those that must stay, the others for those that are written. */
const strengths = ["KEY SHARE", "NO KEY UPDATE", "UPDATE"] as const;
type Strength = (typeof strengths)[number];

/** The rows of a table that a batch writes or needs. */
interface LockedRows {
  readonly names: Set<string>;
  strength: Strength;
}

/**
 * Statements that take all locks of a batch on PostgreSQL before it writes, in an order that is the same for all batches: so batches that overlap
 * wait for each other, and never each for the other. The first is for what has no row yet: new names and unique values.
 */
export function lockBatch(jobs: readonly WriteJob[]): readonly Fragment[] {
  const tables = jobs.filter(takesNewValue).map(({ model }) => model.table);
  const isFirst = (table: string, place: number, sorted: readonly string[]): boolean => table !== sorted[place - 1];
  const sorted = tables.toSorted().filter(isFirst);
  const key = advisoryKey(sql`'batch ' || t.name`);
  const keys = sql`SELECT ${key} AS key FROM unnest(${sql.value(sorted)}::text[]) WITH ORDINALITY AS t (name, place) ORDER BY t.place`;
  const rows = [...lockedRows(jobs)].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return [
    ...(sorted.length === 0 ? [] : [sql`SELECT count(pg_advisory_xact_lock(k.key)) FROM (${keys}) AS k`]),
    ...rows.map(
      ([table, { names, strength }]) =>
        sql`SELECT 1 FROM ${sql.table(table)} WHERE name = ANY (${sql.value([...names])}::text[]) ORDER BY name FOR ${sql.raw(strength)}`,
    ),
  ];
}

function takesNewValue({ write, model }: WriteJob): boolean {
  return write === "create" || (write === "replace" && model.indexes.some(({ unique }) => unique));
}

/** The rows to lock, by their table. All of a table's are locked by one statement in the order of their names, and so as strongly as one needs. */
function lockedRows(jobs: readonly WriteJob[]): ReadonlyMap<string, LockedRows> {
  const rows = new Map<string, LockedRows>();
  const add = (table: string, names: readonly string[], strength: Strength): void => {
    const known = rows.get(table) ?? { names: new Set(), strength };
    for (const name of names) known.names.add(name);
    if (strengths.indexOf(strength) > strengths.indexOf(known.strength)) known.strength = strength;
    rows.set(table, known);
  };
  for (const job of jobs) {
    const { name, needs = [], unreferred } = guardOf(job);
    for (const needed of needs) add(needed.table, needed.names, "KEY SHARE");
    if (job.write === "create") continue;
    // A unique column is part of the row's key for PostgreSQL. What nothing may refer to is locked against those that begin to.
    const isKey = job.write === "remove" || unreferred !== undefined || takesNewValue(job);
    add(job.model.table, [name], isKey ? "UPDATE" : "NO KEY UPDATE");
  }
  return rows;
}

/**
 * Statements that take unique values away from objects that are about to get others, so that another object can get them before: PostgreSQL compares
 * them at each statement, and not at the end of a transaction.
 */
export function freeValues(model: StoredModel, jobs: readonly ReplaceJob[]): readonly Fragment[] {
  return model.indexes
    .filter(({ unique }) => unique)
    .map((index) => (index.multi ? freeRows(model, index, jobs) : freeColumn(model, index, jobs)));
}

function freeColumn(
  { table }: StoredModel,
  { name, column, type }: ColumnIndex,
  jobs: readonly ReplaceJob[],
): Fragment {
  const names = sql.value(jobs.map(({ record }) => record.name));
  const values = sql.value(jobs.map(({ record }) => record.indexValues.get(name)?.[0] ?? null));
  const key = sql.id("o", column);
  return sql`UPDATE ${sql.table(table)} AS o SET ${sql.id(column)} = NULL
 FROM unnest(${names}::text[], ${dialect.list(values, type)}) AS n (name, value) WHERE o.name = n.name AND ${dialect.isOther(key, sql`n.value`)}`;
}

/** Of an index with several values for an object, the ones that it keeps are written again. */
function freeRows({ table }: StoredModel, index: TableIndex, jobs: readonly ReplaceJob[]): Fragment {
  const names = sql.value(jobs.map(({ record }) => record.name));
  return sql`DELETE FROM ${sql.table(index.table)} AS v USING ${sql.table(table)} AS o
 WHERE v.object_id = o.id AND o.name = ANY (${names}::text[])`;
}
