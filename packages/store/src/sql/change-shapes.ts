import { randomInt } from "node:crypto";
import type { LoggedChange } from "../write-job.js";
import { postgresDialect, type SqlDialect, sqliteDialect } from "./dialect.js";
import type { Fence } from "../process-locks.js";
import { holdsFence, isHeld } from "./fence.js";
import { originColumns } from "./origin-columns.js";
import { givenRows, rowList, type RowColumn } from "./row-list.js";
import { compileShape, type Fragment, type Shape, type SlotFor, sql } from "./sql.js";

/** A row of the change log. */
export interface ChangeInput extends LoggedChange {
  readonly revision: number;
  readonly mark: number;
  /** `id` of the object's row. */
  readonly objectId: number;
}

/**
 * Takes the next revisions on PostgreSQL and returns the last of them. The row stays locked until the transaction ends, so that revisions
 * commit in order.
 */
export function takeRevisionsShape(): Shape<{ readonly count: number }> {
  return compileShape<{ readonly count: number }>(
    postgresDialect,
    (slot) =>
      sql`UPDATE ${sql.table("cmgen_revision")} SET revision = revision + ${slot(({ count }) => count)}, mark = ${slot(newMark)} RETURNING revision`,
  );
}

/**
 * Fails, with a division by zero, where the lock of a fence is lost. It follows the taking of revisions, and reads no table of the schema: Citus
 * would ask the schema's node, which has no such locks.
 */
export function holdFenceShape(): Shape<Fence> {
  return compileShape<Fence>(postgresDialect, (slot) => {
    const lock = sql`CAST(${slot((fence) => fence.lock)} AS text)`;
    const holder = sql`CAST(${slot((fence) => fence.holder)} AS int)`;
    return sql`SELECT 1 / CAST(${isHeld({ lock, holder })} AS int) AS held`;
  });
}

/** Marks are whole numbers below this: all changes of a transaction have one. */
export const MARKS = 2 ** 31;

function newMark(): number {
  return randomInt(MARKS);
}

/** Locks the revisions, which every write takes before it commits, until the transaction ends. */
export const lockRevisions = sql`UPDATE ${sql.table("cmgen_revision")} SET revision = revision`;

/** Reads the newest revision, with its mark. */
export const selectRevision = sql`SELECT revision, mark FROM ${sql.table("cmgen_revision")}`;

/** Selects the newest position as one text: the revision, a dot and the mark. */
export const positionText = sql`CAST(revision AS TEXT) || '.' || coalesce(CAST(mark AS TEXT), '')`;

/** Selects {@link positionText}. */
export const selectPositionText = sql`SELECT ${positionText} FROM ${sql.table("cmgen_revision")}`;

/** Reads what is known of the position with a revision: a `PastRow`. */
export function selectPast(revision: Fragment): Fragment {
  return sql`SELECT r.revision AS newest, r.mark AS newest_mark, c.revision AS found, c.mark
 FROM ${sql.table("cmgen_revision")} AS r LEFT JOIN ${sql.table("cmgen_changes")} AS c ON c.revision = ${revision}`;
}

/** Logs a change, on SQLite. */
export function insertChangeShape(): Shape<ChangeInput> {
  return compileShape<ChangeInput>(sqliteDialect, (slot) => {
    const revision = slot((input) => input.revision);
    const mark = slot((input) => input.mark);
    return sql`${INSERT_CHANGE} VALUES (${revision}, ${mark}, ${sql.join(changeColumns(slot, slot(objectIdOf)))})`;
  });
}

/** A change of an object, before it is given its revision. */
export type NewChange = Omit<ChangeInput, "revision" | "mark">;

/** The newest revision, also of the transaction that takes it. */
export const newestRevision = sql`(SELECT revision FROM ${sql.table("cmgen_revision")})`;

/** Takes as many revisions as there are changes, and logs these. Other writes wait behind the first statement until the transaction ends. */
export function logChanges(dialect: SqlDialect, changes: readonly NewChange[]): readonly Fragment[] {
  const mark = sql.value(newMark());
  const rows = changes.map((change, place) => ({ ...change, following: changes.length - 1 - place }));
  const { from, values } = givenRows(dialect, "c", { rows, columns: loggedColumns });
  const [following = none, ...columns] = values;
  return [
    sql`UPDATE ${sql.table("cmgen_revision")} SET revision = revision + ${sql.lit(changes.length)}, mark = ${mark} RETURNING revision`,
    // A table is read, since Citus would not send the statement to the schema's node otherwise; and it would notify those who listen there.
    sql`${INSERT_CHANGE} SELECT r.revision - ${following}, r.mark, ${sql.join(columns)} FROM ${sql.table("cmgen_revision")} AS r CROSS JOIN ${from} RETURNING 1`,
    ...(dialect.isRemote ? [sql`SELECT ${dialect.notify(sql`''`)}`] : []),
  ];
}

/** A change of a transaction that has taken its revisions, and the place of the change among them. */
export interface BatchedChangeInput extends Omit<ChangeInput, "revision" | "mark"> {
  /** The number of changes of the transaction that come after it. */
  readonly following: number;
}

/**
 * Logs changes under revisions that their transaction has taken; the caller need not know them. If another release has declared other indexes
 * for a table, the revision is null, which the column refuses. This statement sees every declaration, because taking revisions before it
 * waits for a process that declares.
 */
export function insertChangesShape(): Shape<readonly BatchedChangeInput[]> {
  return compileShape<readonly BatchedChangeInput[]>(postgresDialect, (slot) => {
    const { from, values } = rowList(slot, "c", batchedColumns);
    const [table = none, declaration = none, following = none, ...columns] = values;
    const revision = sql`CASE WHEN ${isCurrent(declaration)} THEN r.revision - ${following} END`;
    return sql`${INSERT_CHANGE} SELECT ${revision}, r.mark, ${sql.join(columns)} FROM ${sql.table("cmgen_revision")} AS r CROSS JOIN ${from}
 LEFT JOIN ${sql.table("cmgen_indexes")} AS d ON ${sql.id("d", "table")} = ${table} AND ${sql.id("d", "index")} = ''`;
  });
}

const none = sql`NULL`;

/** The first says under which revision a change is logged; the others are those of {@link INSERT_CHANGE} behind the mark. */
const loggedColumns: readonly RowColumn<BatchedChangeInput>[] = [
  { name: "following", type: "bigint", valueOf: ({ following }) => following },
  { name: "at", type: "bigint", valueOf: ({ at }) => at },
  { name: "type", type: "text", valueOf: ({ type }) => type },
  { name: "group", type: "text", valueOf: ({ group }) => group },
  { name: "plural", type: "text", valueOf: ({ plural }) => plural },
  { name: "object_id", type: "bigint", valueOf: objectIdOf },
  { name: "name", type: "text", valueOf: ({ name }) => name },
  { name: "data", bytesOf: ({ data }) => data },
  { name: "previous", bytesOf: ({ previous }) => previous },
  ...originColumns.map(({ name, valueOf }) => ({ name, type: "text", valueOf })),
];

/** The same behind those that say whether it may be logged. */
const batchedColumns: readonly RowColumn<BatchedChangeInput>[] = [
  { name: "table", type: "text", valueOf: ({ table }) => table },
  { name: "declaration", type: "text", valueOf: ({ declaration }) => declaration },
  ...loggedColumns,
];

/** What is logged of the objects in the part `done`, and the tables that it is read from beside that. */
interface LoggedRows extends Readonly<Record<"name" | "data" | "previous", Fragment>> {
  /** Those of the {@link originColumns}. */
  readonly origin: readonly Fragment[];
  readonly from: Fragment;
}

/**
 * The parts of a PostgreSQL statement that take the next revisions for the objects that the part `done` has, each with its `place` from 1, and log
 * the changes; the last one, `logged`, has the revision and the name of each. The statement's snapshot may be older than a declaration made while
 * it waited for the revisions, so it reads the declaration with a lock, which reads the newest state.
 */
export function logParts(slot: SlotFor<LoggedChange>, { name, data, previous, origin, from }: LoggedRows): Fragment {
  const declared = selectDeclaration(slot(({ table }) => table));
  const assumed = sql`CAST(${slot(({ declaration }) => declaration)} AS text)`;
  const isFenced = holdsFence({
    lock: sql`CAST(${slot(({ fence }) => fence?.lock ?? null)} AS text)`,
    holder: sql`CAST(${slot(({ fence }) => fence?.holder ?? null)} AS int)`,
    revision: sql`taken.revision`,
  });
  const resource = [slot(({ type }) => type), slot(({ group }) => group), slot(({ plural }) => plural)];
  return sql`total AS MATERIALIZED (SELECT count(*) AS written FROM done HAVING count(*) > 0), taken AS (
 UPDATE ${sql.table("cmgen_revision")} AS r SET revision = r.revision + total.written, mark = ${slot(newMark)} FROM total
 RETURNING r.revision, r.mark, r.revision - total.written AS before
), logged AS (
 ${INSERT_CHANGE} SELECT ${ifMayCommit(assumed, isFenced, sql`taken.before + done.place`)}, taken.mark, ${slot(({ at }) => at)}::bigint,
 ${sql.join(resource)}, done.id, ${sql.join([name, data, previous, ...origin])} FROM taken CROSS JOIN done${from}
 LEFT JOIN LATERAL (${declared} AND taken.revision > 0 FOR SHARE) AS d ON true RETURNING revision, name
)`;
}

/** Selects the fingerprint of a table's indexes, as they were last declared. It is stored under the empty name. */
export function selectDeclaration(table: Fragment): Fragment {
  return sql`SELECT fingerprint FROM ${sql.table("cmgen_indexes")} WHERE ${sql.id("table")} = ${table} AND ${sql.id("index")} = ''`;
}

/**
 * The revision if the table's declaration `d` is the one that the writer assumes, and the lock of its fence is held; else null, which the column
 * refuses.
 */
function ifMayCommit(declaration: Fragment, isFenced: Fragment, revision: Fragment): Fragment {
  return sql`CASE WHEN ${isCurrent(declaration)} AND ${isFenced} THEN ${revision} END`;
}

/** Whether the table's declaration `d` is the one that the writer assumes. */
function isCurrent(declaration: Fragment): Fragment {
  return sql`coalesce(${declaration} = d.fingerprint, ${declaration} IS NULL)`;
}

function objectIdOf({ objectId }: Pick<ChangeInput, "objectId">): number {
  return objectId;
}

const INSERT_CHANGE = sql`INSERT INTO ${sql.table("cmgen_changes")}
 (revision, mark, at, type, ${sql.id("group")}, plural, object_id, name, data, previous, ${sql.join(originColumns.map(({ name }) => sql.id(name)))})`;

function changeColumns(slot: SlotFor<LoggedChange>, objectId: Fragment): readonly Fragment[] {
  const of = (field: Exclude<keyof LoggedChange, "fence" | "origin" | "kept">): Fragment =>
    slot((change) => change[field]);
  const origin = originColumns.map(({ valueOf }) => slot(valueOf));
  return [of("at"), of("type"), of("group"), of("plural"), objectId, of("name"), of("data"), of("previous"), ...origin];
}
