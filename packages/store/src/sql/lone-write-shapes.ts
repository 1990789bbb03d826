import type { IndexValue } from "../index-value.js";
import type { StoredModel, TableIndex } from "../stored-model.js";
import type { ObjectRecord } from "../store.js";
import { guardOf, type LoggedChange, type WriteJob } from "../write-job.js";
import { logParts } from "./change-shapes.js";
import { postgresDialect as dialect } from "./dialect.js";
import {
  insertObject,
  isExpected,
  knownDeletion,
  nameIsUnused,
  recordColumns,
  recordValues,
  replaceObject,
} from "./object-shapes.js";
import { insertFormer, isFormer, keepPart } from "./history-shapes.js";
import { originColumns } from "./origin-columns.js";
import { rowList, type RowColumn } from "./row-list.js";
import { guardConditions } from "./reference-shapes.js";
import type { WriteSort } from "./shared-write-shapes.js";
import { compileShape, type Fragment, type Shape, type SlotFor, sql, where } from "./sql.js";

/** A write, and the change that it adds to the change log. */
export interface LoneWriteInput<Input> {
  readonly write: Input;
  readonly change: LoggedChange;
}

/** The parts of a write, which are one statement to save round trips. */
interface WriteParts {
  /** Writes the object and returns its `id`. No row: the object does not have the expected version, and nothing is written. */
  readonly object: Fragment;
  /** Update the object's labels and index values. Each returns one row for each row it writes. */
  readonly copies: readonly Fragment[];
}

/**
 * The parts of one sort of write. A create has no row if its name, or a value of a single-valued unique index, is taken, or if an object of its name
 * was deleted lately; every write if its guard does not hold. (Its transaction stays usable, which an error would end.)
 */
function partsOf({ model, write, guard }: WriteSort, slot: SlotFor<WriteJob>): WriteParts {
  // A statement is run only for writes of the sort that it was made for.
  const record: SlotFor<ObjectRecord> = (valueOf) =>
    slot((job) => (job.write === "remove" ? null : valueOf(job.record)));
  const conditions = guardConditions(guard, (valueOf) => slot((job) => valueOf(guardOf(job))));
  const copies = write === "remove" ? [] : insertCopies(model, (valueOf) => record((one) => valueOf([one])));
  if (write === "create") {
    const isUnused = nameIsUnused(
      model,
      record(({ name }) => name),
      record(knownDeletion),
    );
    const columns = recordValues(model, dialect, record);
    const object = insertObject(dialect, { table: model.table, columns }, [isUnused, ...conditions]);
    return { object: sql`${object} ON CONFLICT DO NOTHING RETURNING id, name`, copies };
  }
  const isRemoved = write === "remove";
  const object = isRemoved ? sql`DELETE FROM ${sql.table(model.table)}` : replaceObject(dialect, model, record);
  // What is deleted and what is inserted are never the same row.
  const deletions = isRemoved ? [] : deleteOtherCopies(model, record);
  // Only for what is written: the part `o` has no row otherwise.
  const former = sql`${isFormer(slot)} AND EXISTS (SELECT 1 FROM o)`;
  const formers = model.history === undefined ? [] : [insertFormer(model, former)];
  return {
    object: sql`${object}${where([isExpected(slot), ...conditions])} RETURNING id, name`,
    copies: [...formers, ...deletions, ...copies],
  };
}

/** The same for all rows: the server sends equal notifications of a transaction once. */
const lastLogged = sql`(max(revision) OVER ())`;

/**
 * The statement of several creates that is a transaction by itself; returns the `revision` and the `name` of each that was stored. It is made
 * as that of one write: see {@link loneWriteShape}.
 */
export function loneCreateManyShape(model: StoredModel): Shape<LoneWriteInput<readonly ObjectRecord[]>> {
  return compileShape<LoneWriteInput<readonly ObjectRecord[]>>(dialect, (slot) => {
    const { input, ...parts } = createMany(model, (valueOf) => slot(({ write }) => valueOf(write)), writerColumns);
    const rows = sql`SELECT o.id, o.name, row_number() OVER () AS place${counted(parts)} FROM o`;
    const origin = originColumns.map(({ name }) => sql.id("input", name));
    const logged = { name: sql`done.name`, data: sql`input.data`, previous: sql`NULL`, origin };
    const from = sql` JOIN input ON input.name = done.name`;
    const change: SlotFor<LoggedChange> = (valueOf) => slot((of) => valueOf(of.change));
    const log = logParts(change, { ...logged, from });
    const kept = model.history === undefined ? sql`` : sql`, ${keepPart(change, "inputs")}`;
    return sql`WITH ${input}, ${writeParts(parts)}, done AS MATERIALIZED (${rows}), ${log}${kept}
 SELECT revision, name, ${dialect.notify(lastLogged)} FROM logged`;
  });
}

const writerColumns = originColumns.map(({ name, valueOf }) => ({ name, type: "text", valueOf }));

/**
 * The rows to be stored, as the part `input`, and the parts that store them with their labels and index values.
 *
 * @param beside columns of `input` that are not stored with the object.
 */
function createMany(
  model: StoredModel,
  slot: SlotFor<readonly ObjectRecord[]>,
  beside: readonly RowColumn<ObjectRecord>[] = [],
): WriteParts & { readonly input: Fragment } {
  const columns = recordColumns(model);
  const known: RowColumn<ObjectRecord> = { name: "deleted_up_to", type: "bigint", valueOf: knownDeletion };
  const { from, values: given } = rowList(slot, "i", [...columns, ...beside, known]);
  const selected = [...columns, ...beside].map(
    ({ name }, place) => sql`${given[place] ?? sql`NULL`} AS ${sql.id(name)}`,
  );
  const list = sql.join(columns.map(({ name }) => sql.id(name)));
  return {
    input: sql`input AS MATERIALIZED (SELECT ${sql.join(selected)} FROM ${from}
 WHERE ${nameIsUnused(model, sql.id("i", "name"), sql.id("i", known.name))})`,
    object: sql`INSERT INTO ${sql.table(model.table)} (${list}) SELECT ${list} FROM input
 ON CONFLICT DO NOTHING RETURNING id, name`,
    copies: insertCopies(model, slot),
  };
}

/** Insert the index values and labels of the objects `o`, as far as they are not there. */
function insertCopies(model: StoredModel, slot: SlotFor<readonly ObjectRecord[]>): readonly Fragment[] {
  return [...valueIndexes(model).map((index) => insertValues(index, slot)), insertLabels(model, slot)];
}

function insertValues({ name, table, type }: TableIndex, slot: SlotFor<readonly ObjectRecord[]>): Fragment {
  const pairs = (records: readonly ObjectRecord[]): readonly (readonly [string, IndexValue])[] =>
    records.flatMap((record) => (record.indexValues.get(name) ?? []).map((value) => [record.name, value] as const));
  const names = slot((records) => pairs(records).map(([owner]) => owner));
  const values = slot((records) => pairs(records).map(([, value]) => value));
  return sql`INSERT INTO ${sql.table(table)} (object_id, value)
 SELECT o.id, u.value FROM unnest(${names}::text[], ${dialect.list(values, type)}) AS u (name, value) JOIN o ON o.name = u.name
 ON CONFLICT (object_id, value) DO NOTHING`;
}

function insertLabels({ labelTable }: StoredModel, slot: SlotFor<readonly ObjectRecord[]>): Fragment {
  const names = slot((records) => records.flatMap(({ name, labels }) => [...labels.keys()].map(() => name)));
  const keys = slot((records) => records.flatMap(({ labels }) => [...labels.keys()]));
  const values = slot((records) => records.flatMap(({ labels }) => [...labels.values()]));
  return sql`INSERT INTO ${sql.table(labelTable)} AS l (object_id, key, value)
 SELECT o.id, u.key, u.value FROM unnest(${names}::text[], ${keys}::text[], ${values}::text[]) AS u (name, key, value)
 JOIN o ON o.name = u.name
 ON CONFLICT (object_id, key) DO UPDATE SET value = excluded.value WHERE l.value <> excluded.value`;
}

/**
 * The statement of a write that is a transaction by itself; returns the change's `revision`, or no row.
 *
 * Taking the revision locks it for all processes, so it comes after all parts that may wait for others: `done` has its row once they are
 * finished. (Foreign keys are checked later, at the statement's end, and concern rows that this write has locked.) `done` joins the parts and
 * does not test for them in conditions: PostgreSQL checks a condition again if another process took a revision first, and it cannot repeat a
 * part that writes.
 */
export function loneWriteShape(sort: WriteSort): Shape<LoneWriteInput<WriteJob>> {
  return compileShape<LoneWriteInput<WriteJob>>(dialect, (slot) => {
    const jobSlot: SlotFor<WriteJob> = (valueOf) => slot((input) => valueOf(input.write));
    const parts = partsOf(sort, jobSlot);
    const change: SlotFor<LoggedChange> = (valueOf) => slot((input) => valueOf(input.change));
    const log = logParts(change, {
      name: change(({ name }) => name),
      data: change(({ data }) => data),
      previous: change(({ previous }) => previous),
      origin: originColumns.map(({ valueOf }) => change(valueOf)),
      from: sql``,
    });
    const kept = sort.model.history === undefined ? sql`` : sql`, ${keepPart(change, "one")}`;
    return sql`WITH ${writeParts(parts)}, done AS MATERIALIZED (SELECT o.id, 1 AS place${counted(parts)} FROM o), ${log}${kept}
 SELECT revision, ${dialect.notify(sql`revision`)} FROM logged`;
  });
}

/** Columns that wait for the parts that copy. */
function counted({ copies }: WriteParts): Fragment {
  const counts = copies.map((_, place) => sql`, (SELECT count(*) FROM ${copyPart(place)}) AS ${copyPart(place)}`);
  return sql.join(counts, sql``);
}

function writeParts({ object, copies }: WriteParts): Fragment {
  const steps = copies.map((copy, place) => sql`, ${copyPart(place)} AS (${copy} RETURNING 1)`);
  return sql`o AS (${object})${sql.join(steps, sql``)}`;
}

function copyPart(place: number): Fragment {
  return sql.id(`copy${place}`);
}

function valueIndexes(model: StoredModel): readonly TableIndex[] {
  return model.indexes.filter((index) => index.multi);
}

/** Delete the index values and labels that the object `o` has no longer. */
function deleteOtherCopies(model: StoredModel, slot: SlotFor<ObjectRecord>): readonly Fragment[] {
  const values = valueIndexes(model).map(({ name, table, type }) => {
    const kept = dialect.list(
      slot(({ indexValues }) => indexValues.get(name) ?? []),
      type,
    );
    return sql`DELETE FROM ${sql.table(table)} AS v USING o WHERE v.object_id = o.id AND v.value <> ALL (${kept})`;
  });
  const keys = sql`${slot(({ labels }) => [...labels.keys()])}::text[]`;
  const labels = sql`DELETE FROM ${sql.table(model.labelTable)} AS l USING o WHERE l.object_id = o.id AND l.key <> ALL (${keys})`;
  return [...values, labels];
}
