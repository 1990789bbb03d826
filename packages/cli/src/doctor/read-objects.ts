import { type DatabaseSnapshot, inspectLabels, inspectObjects, inspectValues } from "@cmgen/store/inspect";
import { type StoredModel, exactInteger } from "@cmgen/store";
import type { DriverValue, InspectedObject } from "./inspected-object.js";

/** Bytes of objects that are read at once, about, and most objects: so memory is bounded however many and however large they are. */
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_OBJECTS = 500;

/** Objects of the first batch, whose size nobody knows. */
const FIRST_BATCH = 16;

type ObjectRow = Readonly<Record<string, DriverValue>> & {
  readonly id: number | bigint;
  readonly name: string;
  readonly data: Uint8Array & DriverValue;
};

interface CopyRow {
  readonly object_id: number | bigint;
  readonly value: DriverValue;
}

type Batch = readonly InspectedObject[];

/** Reads every object of a table with all that is copied of it, some at a time, in the order of their ids. */
export async function* readObjects(snapshot: DatabaseSnapshot, model: StoredModel): AsyncGenerator<Batch, void> {
  let limit = FIRST_BATCH;
  let after = 0;
  for (;;) {
    const rows: readonly ObjectRow[] = await snapshot.rows(inspectObjects(model, { after, limit }));
    const last = Number(rows.at(-1)?.id ?? after);
    if (rows.length === 0) return;
    const copies = await readCopies(snapshot, model, { after, last });
    yield rows.map((row) => inspected(model, row, copies));
    after = last;
    const bytes = rows.reduce((sum, { data }) => sum + data.length, 0);
    limit = Math.max(1, Math.min(BATCH_OBJECTS, Math.floor((BATCH_BYTES * rows.length) / Math.max(bytes, 1))));
  }
}

interface Copies {
  /** Values by index name and object. */
  readonly values: ReadonlyMap<string, ReadonlyMap<number, readonly DriverValue[]>>;
  readonly labels: ReadonlyMap<number, ReadonlyMap<string, string>>;
}

type Range = { readonly after: number; readonly last: number };

async function readCopies(snapshot: DatabaseSnapshot, model: StoredModel, range: Range): Promise<Copies> {
  const values = new Map<string, ReadonlyMap<number, readonly DriverValue[]>>();
  for (const index of model.indexes) {
    if (!index.multi) continue;
    values.set(index.name, byObject(await snapshot.rows<CopyRow>(inspectValues(index.table, range))));
  }
  const labels = await snapshot.rows<LabelRow>(inspectLabels(model.labelTable, range));
  return { values, labels: labelsByObject(labels) };
}

function byObject(rows: readonly CopyRow[]): ReadonlyMap<number, readonly DriverValue[]> {
  const values = new Map<number, DriverValue[]>();
  for (const { object_id: id, value } of rows) {
    const known = values.get(Number(id));
    if (known === undefined) values.set(Number(id), [exact(value)]);
    else known.push(exact(value));
  }
  return values;
}

interface LabelRow {
  readonly object_id: number | bigint;
  readonly key: string;
  readonly value: string;
}

function labelsByObject(rows: readonly LabelRow[]): ReadonlyMap<number, ReadonlyMap<string, string>> {
  const labels = new Map<number, Map<string, string>>();
  for (const { object_id: id, key, value } of rows) {
    const known = labels.get(Number(id)) ?? new Map<string, string>();
    labels.set(Number(id), known.set(key, value));
  }
  return labels;
}

function inspected(model: StoredModel, row: ObjectRow, { values, labels }: Copies): InspectedObject {
  const id = Number(row.id);
  const found = model.indexes.map((index): readonly [string, readonly DriverValue[]] => {
    if (index.multi) return [index.name, values.get(index.name)?.get(id) ?? []];
    const value = exact(row[index.column] ?? null);
    return [index.name, value === null ? [] : [value]];
  });
  return {
    name: row.name,
    uid: exact(row["uid"] ?? null),
    version: exact(row["version"] ?? null),
    createdAt: exact(row["created_at"] ?? null),
    deletedAt: exact(row["deleted_at"] ?? null),
    data: row.data,
    values: new Map(found),
    labels: labels.get(id) ?? new Map(),
  };
}

function exact(value: DriverValue): DriverValue {
  return typeof value === "bigint" ? exactInteger(value) : value;
}
