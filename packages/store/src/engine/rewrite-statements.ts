import { logChanges, selectDeclaration } from "../sql/change-shapes.js";
import { columnTypes, type SqlDialect } from "../sql/dialect.js";
import { insertFormer, insertRewritten } from "../sql/history-shapes.js";
import { givenRows, type RowColumn } from "../sql/row-list.js";
import { type Fragment, sql } from "../sql/sql.js";
import type { ChangeOrigin } from "../store.js";
import { splitIndexes, type StoredModel, type TableIndex } from "../stored-model.js";
import { type RewriteBatch, type RewrittenObject, type WalkMark, markAt } from "../walk-storage.js";
import { moveStatement } from "./mark-statements.js";

interface RewriteStatement {
  readonly statement: Fragment;
  /** How many rows it must return. */
  readonly rows: number;
  /** How the batch ends if there are fewer. */
  readonly otherwise: "changed" | "superseded" | "lost";
}

/** A batch, and ids for two entries of the history for each object; absent if the database gives them. */
interface NumberedBatch extends RewriteBatch {
  readonly entryIds?: readonly number[] | undefined;
}

/** The statements of a transaction that stores what a walk has made of objects, tells the change log, and moves the walk's marks. */
export function rewriteStatements(
  dialect: SqlDialect,
  model: StoredModel,
  batch: NumberedBatch,
): readonly RewriteStatement[] {
  const { objects, marks, position } = batch;
  const built = marks.flatMap((mark) => ("index" in mark ? [mark.index.index] : []));
  const values = splitIndexes(model, built).multi.flatMap((index) => storeValues(dialect, index, objects));
  const moves = marks.map((from) => moveStatement(model.table, moveOf(from, markAt(from, position))));
  return [
    ...(batch.isSeen === true ? [] : keepFormers(model, batch)),
    ...(objects.length === 0 ? [] : [storeRows(dialect, model, { batch, built })]),
    ...values.map((statement) => ({ statement, rows: 0, otherwise: "changed" }) as const),
    ...(batch.isSeen === true ? [] : logRewritten(dialect, model, batch)),
    ...moves.map((statement) => ({ statement, rows: 1, otherwise: "lost" }) as const),
  ];
}

function moveOf(from: WalkMark, to: WalkMark): Parameters<typeof moveStatement>[1] {
  if ("step" in from && "step" in to) return { step: { from: from.step, to: to.step } };
  if ("index" in from && "index" in to) return { index: { from: from.index, to: to.index } };
  throw new Error("A mark becomes one of another kind");
}

interface StoredRows {
  readonly batch: RewriteBatch;
  /** Names of the indexes that are being built. */
  readonly built: readonly string[];
}

/**
 * Stores bytes, the schema and the values of single-valued indexes, together, since every update writes a whole new row; or locks the rows if
 * nothing of theirs changes. Returns a row for each object that had its version.
 */
function storeRows(dialect: SqlDialect, model: StoredModel, { batch, built }: StoredRows): RewriteStatement {
  const { objects, schema, isSeen = false } = batch;
  const { single } = splitIndexes(model, built);
  const isChanged = objects.some(({ data }) => data !== undefined);
  const { from, values } = givenRows(dialect, "u", {
    rows: objects,
    columns: [
      ...walkedColumns,
      ...single.map(({ name, type }, place) => valueColumn(name, columnTypes[type], `value_${place}`)),
      ...(isChanged ? [dataColumn] : []),
    ],
  });
  const [id = none, version = none, ...given] = values;
  const sets = single.map(({ column }, place) => sql`${sql.id(column)} = ${given[place] ?? none}`);
  if (isChanged) {
    const data = given.at(-1) ?? none;
    sets.push(sql`data = coalesce(${data}, o.data)`);
    if (!isSeen) sets.push(sql`version = o.version + CAST(${data} IS NOT NULL AS integer)`);
  }
  if (schema !== undefined) sets.push(sql`schema = ${sql.lit(schema)}`);
  const table = sql`${sql.table(model.table)} AS o`;
  const isEarlier = isSeen && schema !== undefined ? sql` AND o.schema < ${sql.lit(schema)}` : sql``;
  const isExpected = sql`o.id = ${id} AND o.version = ${version}${isEarlier}`;
  const statement =
    sets.length === 0
      ? sql`SELECT 1 FROM ${table}, ${from} WHERE ${isExpected}${dialect.lockRows}`
      : sql`UPDATE ${table} SET ${sql.join(sets)} FROM ${from} WHERE ${isExpected} RETURNING 1`;
  return { statement, rows: objects.length, otherwise: "changed" };
}

const none = sql`NULL`;

const walkedColumns: readonly RowColumn<RewrittenObject>[] = [
  { name: "id", type: "bigint", valueOf: ({ id }) => id },
  { name: "version", type: "bigint", valueOf: ({ version }) => version },
];

const dataColumn: RowColumn<RewrittenObject> = { name: "data", bytesOf: ({ data = null }) => data };

function valueColumn(index: string, type: string, name: string): RowColumn<RewrittenObject> {
  return { name, type, valueOf: ({ values }) => values?.get(index)?.[0] ?? null };
}

/** What SQLite can bind to one statement is limited to some 32,000 values. */
const VALUES_AT_ONCE = 10_000;

/** Replaces the values of many objects in a table of values. */
function storeValues(
  dialect: SqlDialect,
  { name, table }: TableIndex,
  objects: readonly RewrittenObject[],
): readonly Fragment[] {
  const ids = sql.join(objects.map(({ id }) => sql.lit(id)));
  const rows = objects.flatMap(({ id, values }) =>
    (values?.get(name) ?? []).map((value) => sql`(${sql.lit(id)}, ${sql.value(dialect.encode(value))})`),
  );
  const statements = objects.length === 0 ? [] : [sql`DELETE FROM ${sql.table(table)} WHERE object_id IN (${ids})`];
  for (let at = 0; at < rows.length; at += VALUES_AT_ONCE) {
    const part = sql.join(rows.slice(at, at + VALUES_AT_ONCE));
    statements.push(sql`INSERT INTO ${sql.table(table)} (object_id, value) VALUES ${part}`);
  }
  return statements;
}

/** Who wrote what evolve steps have made of objects. */
const EVOLVED: ChangeOrigin = { actor: "system:service", verb: "evolve" };

/** Tells the change log of objects whose bytes change, unless another release has declared the table's indexes. */
function logRewritten(
  dialect: SqlDialect,
  model: StoredModel,
  { objects, entryIds }: NumberedBatch,
): readonly RewriteStatement[] {
  const { group, plural, table, declaration = null } = model;
  const resource = { at: Date.now(), type: "MODIFIED", group, plural, table, declaration, fence: null } as const;
  const changes = objects.flatMap(({ id, name, data }) =>
    // What it was is not kept: it is of a shape that no selector of today knows.
    data === undefined ? [] : [{ ...resource, objectId: id, name, data, previous: null, origin: EVOLVED, kept: null }],
  );
  if (changes.length === 0) return [];
  const logged = logChanges(dialect, changes).map(
    (statement) => ({ statement, rows: 1, otherwise: "superseded" }) as const,
  );
  const ids = entryIds && { ids: sql.value(entryIds.slice(objects.length)) };
  const kept = keepRewritten(dialect, model, { count: changes.length, ...ids });
  if (declaration === null) return [...logged, ...kept];
  // From when revisions are taken nobody else can declare the table's indexes.
  const isDeclared = sql`${selectDeclaration(sql.value(table))} AND fingerprint = ${sql.value(declaration)}`;
  return [...logged, ...kept, { statement: isDeclared, rows: 1, otherwise: "superseded" }];
}

/** Keeps the versions whose bytes change and that nothing is kept of. */
function keepFormers(model: StoredModel, { objects, entryIds }: NumberedBatch): readonly RewriteStatement[] {
  const changed = objects.flatMap(({ id, data }) => (data === undefined ? [] : [sql.lit(id)]));
  if (model.history === undefined || changed.length === 0) return [];
  const ids = entryIds && sql.value(entryIds.slice(0, objects.length));
  const statement = insertFormer(model, sql`f.id IN (${sql.join(changed)})`, ids);
  return [{ statement, rows: 0, otherwise: "changed" }];
}

function keepRewritten(
  dialect: SqlDialect,
  model: StoredModel,
  kept: Parameters<typeof insertRewritten>[2],
): readonly RewriteStatement[] {
  if (model.history === undefined) return [];
  return [{ statement: insertRewritten(dialect, model, kept), rows: 0, otherwise: "changed" }];
}
