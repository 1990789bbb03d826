import type { StoredModel, TableIndex } from "../stored-model.js";
import type { ObjectRecord } from "../store.js";
import type { LoggedChange } from "../write-job.js";
import { logChangeParts } from "./change-shapes.js";
import { postgresDialect as dialect } from "./dialect.js";
import { insertObject, removeObject, replaceObject, type RemoveInput, type ReplaceInput } from "./object-shapes.js";
import { compileShape, type Shape, type SlotFor } from "./shape.js";
import { sql, type Fragment } from "./sql.js";

/** The channel on which processes notify each other of changes. */
export const CHANGES_CHANNEL = "cmgen_changes";

/** A write with what it puts into the change log. */
export interface LoneWriteInput<Input> {
  readonly write: Input;
  readonly change: LoggedChange;
}

/** The parts of a write, which are one statement to save round trips. */
export interface WriteParts {
  /** Writes the object and returns its `id`. No row: the object does not have the expected version, and nothing is written. */
  readonly object: Fragment;
  /** Update the object's labels and index values. Each returns one row for each row it writes. */
  readonly copies: readonly Fragment[];
}

/** Makes the parts of a kind of write for a model. */
export type Write<Input> = (model: StoredModel, slot: SlotFor<Input>) => WriteParts;

/**
 * Stores a new object with its labels and index values. No row: its name, or a value of a single-valued unique index, is taken. (The
 * transaction stays usable; an error would end it.)
 */
export const createObject: Write<ObjectRecord> = (model, slot) => ({
  object: sql`${insertObject(dialect, model, slot)} ON CONFLICT DO NOTHING RETURNING id`,
  copies: [...valueIndexes(model).map((index) => insertValues(index, slot)), insertLabels(model, slot)],
});

/** Replaces the expected version of an object, with its labels and index values. */
export const updateObject: Write<ReplaceInput> = (model, slot) => {
  const record: SlotFor<ObjectRecord> = (valueOf) => slot((input) => valueOf(input.record));
  return {
    object: sql`${replaceObject(dialect, model, slot)} RETURNING id`,
    copies: [
      ...valueIndexes(model).flatMap((index) => [deleteOtherValues(index, record), insertValues(index, record)]),
      deleteOtherLabels(model, record),
      insertLabels(model, record),
    ],
  };
};

/** Removes the expected version of an object. */
export const deleteObject: Write<RemoveInput> = (model, slot) => ({
  object: sql`${removeObject(model, slot)} RETURNING id`,
  copies: [],
});

/** The statement of a write that shares a transaction; returns the object's `id`, or no row. */
export function writeShape<Input>(model: StoredModel, write: Write<Input>): Shape<Input> {
  return compileShape<Input>(dialect, (slot) => sql`WITH ${writeParts(write(model, slot))} SELECT id FROM o`);
}

/**
 * The statement of a write that is a transaction by itself; returns the change's `revision`, or no row.
 *
 * Taking the revision locks it for all processes, so it comes after all parts that may wait for others: `done` has its row once they are
 * finished. (Foreign keys are checked later, at the statement's end, and concern rows that this write has locked.) `done` joins the parts and
 * does not test for them in conditions: PostgreSQL checks a condition again if another process took a revision first, and it cannot repeat a
 * part that writes.
 */
export function loneWriteShape<Input>(model: StoredModel, write: Write<Input>): Shape<LoneWriteInput<Input>> {
  return compileShape<LoneWriteInput<Input>>(dialect, (slot) => {
    const parts = write(model, (valueOf) => slot((input) => valueOf(input.write)));
    const log = logChangeParts((valueOf) => slot(({ change }) => valueOf(change)));
    const copied = parts.copies.map(
      (_, place) => sql`, (SELECT count(*) FROM ${copyPart(place)}) AS ${copyPart(place)}`,
    );
    const done = sql`done AS MATERIALIZED (SELECT o.id FROM o${sql.join(copied, sql``)})`;
    return sql`WITH ${writeParts(parts)}, ${done}, ${log}
 SELECT revision, pg_notify(${sql.lit(CHANGES_CHANNEL)}, '') FROM logged`;
  });
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

/** Rows of other values are deleted by another part, so the two never touch the same row. */
function insertValues(index: TableIndex, slot: SlotFor<ObjectRecord>): Fragment {
  return sql`INSERT INTO ${sql.id(index.table)} (object_id, value)
 SELECT o.id, u.value FROM o, unnest(${valueList(index, slot)}) AS u (value) ON CONFLICT (object_id, value) DO NOTHING`;
}

function deleteOtherValues(index: TableIndex, slot: SlotFor<ObjectRecord>): Fragment {
  return sql`DELETE FROM ${sql.id(index.table)} AS v USING o
 WHERE v.object_id = o.id AND v.value <> ALL (${valueList(index, slot)})`;
}

function valueList({ name, type }: TableIndex, slot: SlotFor<ObjectRecord>): Fragment {
  return dialect.list(
    slot(({ indexValues }) => indexValues.get(name) ?? []),
    type,
  );
}

function insertLabels({ labelTable }: StoredModel, slot: SlotFor<ObjectRecord>): Fragment {
  const keys = slot(({ labels }) => [...labels.keys()]);
  const values = slot(({ labels }) => [...labels.values()]);
  return sql`INSERT INTO ${sql.id(labelTable)} AS l (object_id, key, value)
 SELECT o.id, u.key, u.value FROM o, unnest(${keys}::text[], ${values}::text[]) AS u (key, value)
 ON CONFLICT (object_id, key) DO UPDATE SET value = excluded.value WHERE l.value <> excluded.value`;
}

function deleteOtherLabels({ labelTable }: StoredModel, slot: SlotFor<ObjectRecord>): Fragment {
  return sql`DELETE FROM ${sql.id(labelTable)} AS l USING o
 WHERE l.object_id = o.id AND l.key <> ALL (${slot(({ labels }) => [...labels.keys()])}::text[])`;
}
