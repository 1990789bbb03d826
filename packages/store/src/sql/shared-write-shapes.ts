import type { IndexValue } from "../index-value.js";
import type { ObjectRecord } from "../store.js";
import type { StoredModel, TableIndex } from "../stored-model.js";
import { guardOf, type ReferenceGuard, type WriteJob } from "../write-job.js";
import { idSequence, postgresDialect as dialect } from "./dialect.js";
import { insertFormer } from "./history-shapes.js";
import {
  insertObject,
  isExpected,
  knownDeletion,
  nameIsUnused,
  recordColumns,
  recordValues,
  replaceObject,
} from "./object-shapes.js";
import { guardConditions } from "./reference-shapes.js";
import { rowList, type RowColumn } from "./row-list.js";
import { compileShape, type Fragment, type Shape, type SlotFor, sql, type SqlScalar, where } from "./sql.js";

/*
 * The statements of writes that share a transaction on PostgreSQL. Each does one thing, on tables of one schema, so that Citus sends it as it is
 * to the node that has the schema.
 */

/** A create, and the id that its row gets: it was taken from the table's sequence before. */
export interface NumberedRecord {
  readonly id: number;
  readonly record: ObjectRecord;
}

/** A sort of write of a model's objects, with its conditions on other objects. */
export interface WriteSort {
  readonly model: StoredModel;
  readonly write: WriteJob["write"];
  readonly guard: ReferenceGuard;
}

/** A write, and the id that its row gets if it is a create. */
export interface NumberedJob {
  readonly job: WriteJob;
  readonly id: number | null;
}

/** Takes ids from a table's sequence, in order. */
export function takeIdsShape(table: string): Shape<{ readonly count: number }> {
  return compileShape<{ readonly count: number }>(
    dialect,
    (slot) => sql`SELECT nextval(${idSequence(table)}) AS id
 FROM generate_series(1, ${slot(({ count }) => count)}::bigint)`,
  );
}

/**
 * Writes an object's row; returns its `id` and `name`, or no row if that cannot be done. It does not wait for an object that another transaction has
 * locked: the other writes of its transaction would wait too.
 */
export function writeRowShape({ model, write, guard }: WriteSort): Shape<NumberedJob> {
  return compileShape<NumberedJob>(dialect, (slot) => {
    const job: SlotFor<WriteJob> = (valueOf) => slot((input) => valueOf(input.job));
    const record: SlotFor<ObjectRecord> = (valueOf) =>
      job((each) => (each.write === "remove" ? null : valueOf(each.record)));
    const conditions = guardConditions(guard, (valueOf) => job((each) => valueOf(guardOf(each))));
    if (write === "create") {
      const name = record((one) => one.name);
      const isUnused = nameIsUnused(model, name, record(knownDeletion));
      const id = { column: "id", type: "bigint", value: slot((input) => input.id) };
      const columns = [id, ...recordValues(model, dialect, record)];
      return sql`${insertObject(dialect, { table: model.table, columns }, [isUnused, ...conditions])} ON CONFLICT DO NOTHING RETURNING id, name`;
    }
    const isRemoved = write === "remove";
    const object = isRemoved ? sql`DELETE FROM ${sql.table(model.table)}` : replaceObject(dialect, model, record);
    const row = unlocked(model, isExpected(job), isRemoved ? sql`UPDATE` : sql`NO KEY UPDATE`);
    return sql`${object}${where([row, ...conditions])} RETURNING id, name`;
  });
}

/** True for a row unless another transaction has locked it. */
function unlocked({ table }: StoredModel, found: Fragment, lock: Fragment): Fragment {
  return sql`id = (SELECT id FROM ${sql.table(table)} WHERE ${found} FOR ${lock} SKIP LOCKED)`;
}

/** Writes the rows of several creates of one model, under different names and without a guard; returns the `id` and `name` of each that was stored. */
export function insertRowsShape(model: StoredModel): Shape<readonly NumberedRecord[]> {
  const columns: readonly RowColumn<NumberedRecord>[] = [
    { name: "id", type: "bigint", valueOf: ({ id }) => id },
    ...recordColumns(model).map(ofRecord),
  ];
  const known: RowColumn<NumberedRecord> = {
    name: "deleted_up_to",
    type: "bigint",
    valueOf: ({ record }) => knownDeletion(record),
  };
  return compileShape<readonly NumberedRecord[]>(dialect, (slot) => {
    const { from, values } = rowList(slot, "i", [...columns, known]);
    const isUnused = nameIsUnused(model, sql.id("i", "name"), sql.id("i", known.name));
    return sql`INSERT INTO ${sql.table(model.table)} (${sql.join(columns.map(({ name }) => sql.id(name)))})
 SELECT ${sql.join(values.slice(0, -1))} FROM ${from} WHERE ${isUnused} ON CONFLICT DO NOTHING RETURNING id, name`;
  });
}

function ofRecord(column: RowColumn<ObjectRecord>): RowColumn<NumberedRecord> {
  if ("bytesOf" in column) return { name: column.name, bytesOf: ({ record }) => column.bytesOf(record) };
  return { ...column, valueOf: ({ record }) => column.valueOf(record) };
}

/** Keeps the version that a write is about to replace or remove, where nothing is kept of it yet. */
export function keepFormerShape(model: StoredModel): Shape<{ readonly job: WriteJob; readonly id: number }> {
  return compileShape<{ readonly job: WriteJob; readonly id: number }>(dialect, (slot) => {
    const job: SlotFor<WriteJob> = (valueOf) => slot((input) => valueOf(input.job));
    // A transaction that holds the row's lock also keeps the version.
    return insertFormer(
      model,
      unlocked(model, isExpected(job), sql`NO KEY UPDATE`),
      slot(({ id }) => [id]),
    );
  });
}

/** A statement for the labels, or the values of an index, of objects whose rows are written. */
export interface CopyShape {
  /** Whether no two objects can have the same: then what one gives up and another takes has an order. */
  readonly isUnique: boolean;
  /** Deletes those that objects have no longer. */
  readonly deleteOthers: Shape<readonly NumberedRecord[]>;
  /** Adds those that are not there yet. */
  readonly insert: Shape<readonly NumberedRecord[]>;
  /** Whether there is anything to add. */
  hasRows(record: ObjectRecord): boolean;
}

/** Those of a model, index by index, and at last the labels. */
export function copyShapes(model: StoredModel): readonly CopyShape[] {
  const indexes = model.indexes.filter((index): index is TableIndex => index.multi);
  return [...indexes.map(valueCopies), labelCopies(model.labelTable)];
}

function valueCopies({ name, table, type, unique }: TableIndex): CopyShape {
  const valuesOf = ({ indexValues }: ObjectRecord): readonly IndexValue[] => indexValues.get(name) ?? [];
  return {
    isUnique: unique,
    hasRows: (record) => valuesOf(record).length > 0,
    deleteOthers: compileShape<readonly NumberedRecord[]>(dialect, (slot) => {
      const rows = listOf(slot, valuesOf);
      const values = dialect.list(
        rows((value) => value),
        type,
      );
      const kept = sql`SELECT 1 FROM unnest(${rows((_, id) => id)}::bigint[], ${values}) AS u (id, value)
 WHERE u.id = v.object_id AND u.value = v.value`;
      return sql`DELETE FROM ${sql.table(table)} AS v WHERE v.object_id = ANY (${idsOf(slot)}) AND NOT EXISTS (${kept})`;
    }),
    insert: compileShape<readonly NumberedRecord[]>(dialect, (slot) => {
      const rows = listOf(slot, valuesOf);
      const values = dialect.list(
        rows((value) => value),
        type,
      );
      return sql`INSERT INTO ${sql.table(table)} (object_id, value)
 SELECT u.id, u.value FROM ${ONE_ROW} CROSS JOIN unnest(${rows((_, id) => id)}::bigint[], ${values}) AS u (id, value)
 ON CONFLICT (object_id, value) DO NOTHING`;
    }),
  };
}

function labelCopies(table: string): CopyShape {
  const labelsOf = ({ labels }: ObjectRecord): readonly (readonly [string, string])[] => [...labels];
  return {
    isUnique: false,
    hasRows: ({ labels }) => labels.size > 0,
    deleteOthers: compileShape<readonly NumberedRecord[]>(dialect, (slot) => {
      const rows = listOf(slot, labelsOf);
      const kept = sql`SELECT 1 FROM unnest(${rows((_, id) => id)}::bigint[], ${rows(([key]) => key)}::text[]) AS u (id, key)
 WHERE u.id = l.object_id AND u.key = l.key`;
      return sql`DELETE FROM ${sql.table(table)} AS l WHERE l.object_id = ANY (${idsOf(slot)}) AND NOT EXISTS (${kept})`;
    }),
    insert: compileShape<readonly NumberedRecord[]>(dialect, (slot) => {
      const rows = listOf(slot, labelsOf);
      const lists = [
        sql`${rows((_, id) => id)}::bigint[]`,
        sql`${rows(([key]) => key)}::text[]`,
        sql`${rows(([, value]) => value)}::text[]`,
      ];
      return sql`INSERT INTO ${sql.table(table)} AS l (object_id, key, value)
 SELECT u.id, u.key, u.value FROM ${ONE_ROW} CROSS JOIN unnest(${sql.join(lists)}) AS u (id, key, value)
 ON CONFLICT (object_id, key) DO UPDATE SET value = excluded.value WHERE l.value <> excluded.value`;
    }),
  };
}

/** A statement that reads no table of the schema is not sent to the schema's node by Citus: it is run, and its rows are copied there. */
const ONE_ROW = sql.table("cmgen_revision");

function idsOf(slot: SlotFor<readonly NumberedRecord[]>): Fragment {
  return sql`${slot((rows) => rows.map(({ id }) => id))}::bigint[]`;
}

/** Makes lists of what some objects have: an element for each thing. */
function listOf<Thing>(
  slot: SlotFor<readonly NumberedRecord[]>,
  thingsOf: (record: ObjectRecord) => readonly Thing[],
): (valueOf: (thing: Thing, id: number) => SqlScalar) => Fragment {
  return (valueOf) =>
    slot((rows) => rows.flatMap(({ id, record }) => thingsOf(record).map((thing) => valueOf(thing, id))));
}
