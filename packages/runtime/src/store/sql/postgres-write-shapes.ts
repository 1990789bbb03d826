import { sql } from "kysely";
import type { StoredModel, TableIndex } from "../stored-model.js";
import type { ObjectRecord } from "../store.js";
import { postgresDialect as dialect } from "./dialect.js";
import { insertObject, removeObject, replaceObject, type RemoveInput, type ReplaceInput } from "./object-shapes.js";
import { compileShape, type Fragment, type Shape, type SlotFor } from "./shape.js";

/**
 * Stores a new object with its labels and index values in one statement, which costs one turn to the database; returns its `id`. No row:
 * its name, or a value of a single-valued unique index, is taken. (Its transaction stays usable, which an error would end.)
 */
export function createShape(model: StoredModel): Shape<ObjectRecord> {
  return compileShape<ObjectRecord>(dialect, (slot) =>
    withCopies(sql`${insertObject(dialect, model, slot)} ON CONFLICT DO NOTHING RETURNING id`, [
      ...valueIndexes(model).map((index) => insertValues(index, slot)),
      insertLabels(model, slot),
    ]),
  );
}

/** Stores a record in place of the version expected, and makes its labels and index values the same; returns its `id`, or no row. */
export function updateShape(model: StoredModel): Shape<ReplaceInput> {
  return compileShape<ReplaceInput>(dialect, (slot) => {
    const record: SlotFor<ObjectRecord> = (valueOf) => slot((input) => valueOf(input.record));
    return withCopies(sql`${replaceObject(dialect, model, slot)} RETURNING id`, [
      ...valueIndexes(model).flatMap((index) => [deleteOtherValues(index, record), insertValues(index, record)]),
      deleteOtherLabels(model, record),
      insertLabels(model, record),
    ]);
  });
}

/** Removes the version expected; returns its `id`, or no row. */
export function deleteShape(model: StoredModel): Shape<RemoveInput> {
  return compileShape<RemoveInput>(dialect, (slot) => sql`${removeObject(model, slot)} RETURNING id`);
}

function valueIndexes(model: StoredModel): readonly TableIndex[] {
  return model.indexes.filter((index) => index.multi);
}

function withCopies(object: Fragment, copies: readonly Fragment[]): Fragment {
  const steps = copies.map((copy, place) => sql`, ${sql.id(`copy${place}`)} AS (${copy})`);
  return sql`WITH o AS (${object})${sql.join(steps, sql``)} SELECT id FROM o`;
}

/** The rows of other values are deleted beside, so these two never meet in one row. */
function insertValues(index: TableIndex, slot: SlotFor<ObjectRecord>): Fragment {
  return sql`INSERT INTO ${sql.table(index.table)} (object_id, value)
 SELECT o.id, u.value FROM o, unnest(${valueList(index, slot)}) AS u (value) ON CONFLICT (object_id, value) DO NOTHING`;
}

function deleteOtherValues(index: TableIndex, slot: SlotFor<ObjectRecord>): Fragment {
  return sql`DELETE FROM ${sql.table(index.table)} AS v USING o
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
  return sql`INSERT INTO ${sql.table(labelTable)} AS l (object_id, key, value)
 SELECT o.id, u.key, u.value FROM o, unnest(${keys}::text[], ${values}::text[]) AS u (key, value)
 ON CONFLICT (object_id, key) DO UPDATE SET value = excluded.value WHERE l.value <> excluded.value`;
}

function deleteOtherLabels({ labelTable }: StoredModel, slot: SlotFor<ObjectRecord>): Fragment {
  return sql`DELETE FROM ${sql.table(labelTable)} AS l USING o
 WHERE l.object_id = o.id AND l.key <> ALL (${slot(({ labels }) => [...labels.keys()])}::text[])`;
}
