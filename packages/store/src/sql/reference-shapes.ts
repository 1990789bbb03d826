import {
  COUNTED_REFERRERS,
  type NamedGuard,
  type NeededObjects,
  type ReferenceGuard,
  type ReferringIndex,
  SHOWN_REFERRERS,
} from "../write-job.js";
import { postgresDialect, type SqlDialect } from "./dialect.js";
import { compileShape, type Fragment, type Shape, type SlotFor, sql } from "./sql.js";

/** Equal for guards with the same statement: it has the tables and columns, but no names. */
export function guardKey({ needs = [], unreferred = [] }: ReferenceGuard): string {
  if (needs.length === 0 && unreferred.length === 0) return "";
  return JSON.stringify([
    needs.map(({ table }) => table),
    unreferred.map(({ table, names, isAliveOnly }) => [table, names, isAliveOnly]),
  ]);
}

/**
 * The conditions under which PostgreSQL may write an object. They lock the rows of the objects that the write needs: a transaction that deletes
 * one of them waits until this one has ended, and then sees what it has written.
 */
export function guardConditions(
  { needs = [], unreferred = [] }: ReferenceGuard,
  slot: SlotFor<NamedGuard>,
): readonly Fragment[] {
  return [
    ...needs.map(({ table }, place) => {
      const names = slot((input) => input.needs?.[place]?.names ?? []);
      const count = slot((input) => input.needs?.[place]?.names.length ?? 0);
      return sql`(SELECT count(*) FROM (SELECT 1 FROM ${sql.table(table)}
 WHERE name = ANY (${names}::text[]) AND deleted_at IS NULL FOR KEY SHARE) AS n) = ${count}`;
    }),
    ...unreferred.map((index, place) => {
      const except = slot((input) => input.unreferred?.[place]?.except ?? []);
      const name = slot((input) => input.name);
      return sql`NOT EXISTS (SELECT 1 FROM ${referring(index, name)} AND r.name <> ALL (${except}::text[]))`;
    }),
  ];
}

/** Locks an object's row, on PostgreSQL: no other transaction can begin to refer to the object until this one has ended. */
export function lockShape(table: string): Shape<{ readonly name: string }> {
  return compileShape<{ readonly name: string }>(
    postgresDialect,
    (slot) => sql`SELECT id FROM ${sql.table(table)} WHERE name = ${slot(({ name }) => name)} FOR UPDATE`,
  );
}

/** Reads which of some objects exist, as `name`, and whether each is marked as `deleted`. */
export function presentObjects(dialect: SqlDialect, { table, names }: NeededObjects): Fragment {
  return sql`SELECT o.name, o.deleted_at IS NOT NULL AS deleted FROM ${sql.table(table)} AS o
 WHERE o.name ${among(dialect, names)}`;
}

/** The same. On PostgreSQL the objects that are there stay until the transaction ends. */
export function keptObjects(dialect: SqlDialect, needed: NeededObjects): Fragment {
  const present = presentObjects(dialect, needed);
  return dialect.arrays ? sql`${present} FOR KEY SHARE` : present;
}

/** Reads the versions of objects, as `name` and `version`. */
export function versionsOf(dialect: SqlDialect, { table, names }: NeededObjects): Fragment {
  return sql`SELECT o.name, o.version FROM ${sql.table(table)} AS o WHERE o.name ${among(dialect, names)}`;
}

/** Reads the `name`s of the first objects that refer to the one of a name. */
export function firstReferrers(dialect: SqlDialect, index: ReferringIndex, name: string): Fragment {
  return sql`SELECT r.name FROM ${referrers(dialect, index, name)} ORDER BY r.name LIMIT ${sql.lit(SHOWN_REFERRERS)}`;
}

/** Counts the objects that refer to the one of a name. */
export function countReferrers(dialect: SqlDialect, index: ReferringIndex, name: string): Fragment {
  return sql`SELECT count(*) AS count FROM (SELECT 1 FROM ${referrers(dialect, index, name)}
 LIMIT ${sql.lit(COUNTED_REFERRERS + 1)}) AS c`;
}

function referrers(dialect: SqlDialect, index: ReferringIndex, name: string): Fragment {
  return sql`${referring(index, sql.value(name))} AND NOT (r.name ${among(dialect, index.except)})`;
}

/** Rows `r` that refer to a name; a condition may follow. */
function referring({ table, names, isAliveOnly }: ReferringIndex, name: Fragment): Fragment {
  const alive = isAliveOnly ? sql` AND r.deleted_at IS NULL` : sql``;
  if ("column" in names) return sql`${sql.table(table)} AS r WHERE ${sql.id("r", names.column)} = ${name}${alive}`;
  return sql`${sql.table(names.table)} AS v JOIN ${sql.table(table)} AS r ON r.id = v.object_id
 WHERE v.value = ${name}${alive}`;
}

function among(dialect: SqlDialect, names: readonly string[]): Fragment {
  if (dialect.arrays) return sql`= ANY (${sql.value(names)}::text[])`;
  return sql`IN (SELECT j.value FROM json_each(${sql.value(JSON.stringify(names))}) AS j)`;
}
