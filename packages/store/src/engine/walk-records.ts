import { readBytes, type SqlDialect } from "../sql/dialect.js";
import { type Fragment, type RunSql, sql } from "../sql/sql.js";
import type { NumberedObject, StepState, WalkedObject } from "../walk-storage.js";

/** Objects that are read first: each may be large, and they tell how large the next ones are about. */
const FIRST = 20;

/** At least one object is read, and otherwise at most about as many as these. */
const AT_A_TIME = { objects: 200, bytes: 1024 * 1024 };

const TABLE = sql.id("table");

/** Reads what a walk over all objects of a table needs, on either database. */
export class WalkRecords {
  readonly #dialect: SqlDialect;
  readonly #run: RunSql;

  constructor(dialect: SqlDialect, run: RunSql) {
    this.#dialect = dialect;
    this.#run = run;
  }

  async steps(table: string): Promise<readonly StepState[]> {
    const rows = await this.#run<StepRow>(
      sql`SELECT step, place, state, position FROM cmgen_evolutions WHERE ${TABLE} = ${sql.value(table)} ORDER BY place`,
    );
    return rows.map(({ step, place, state, position }) => ({
      step,
      place: Number(place),
      state,
      position: position === null ? null : Number(position),
    }));
  }

  objectsAfter(table: string, id: number, most: number): Promise<readonly WalkedObject[]> {
    return this.#objects(
      table,
      { after: id, most, columns: ["version", "schema"] },
      (row: ReadObject & ReadNumbers) => ({
        ...objectOf(row),
        version: Number(row.version),
        schema: Number(row.schema),
      }),
    );
  }

  /** The same in a database that may be of an earlier release: then rows do not have the number of their schema. */
  numberedAfter(table: string, id: number): Promise<readonly NumberedObject[]> {
    return this.#objects(table, { after: id, most: AT_A_TIME.objects, columns: [] }, objectOf);
  }

  async #objects<Row extends ReadObject, Read extends NumberedObject>(
    table: string,
    { after, most, columns }: { readonly after: number; readonly most: number; readonly columns: readonly string[] },
    readRow: (row: Row) => Read,
  ): Promise<readonly Read[]> {
    const objects: Read[] = [];
    let bytes = 0;
    while (objects.length < most && bytes < AT_A_TIME.bytes) {
      const limit = Math.min(most - objects.length, objects.length === 0 ? FIRST : roomBehind(objects.length, bytes));
      const range = { after: objects.at(-1)?.id ?? after, limit, columns };
      const rows = await this.#run<Row>(objectsAfter(this.#dialect, table, range));
      objects.push(...rows.map(readRow));
      bytes += rows.reduce((sum, { data }) => sum + data.length, 0);
      if (rows.length < limit) break;
    }
    return objects;
  }
}

/** Reads objects in the order of their ids. */
function objectsAfter(dialect: SqlDialect, table: string, { after, limit, columns }: ObjectRange): Fragment {
  const read = ["id", "name", ...columns].map((column) => sql.id("o", column));
  return sql`SELECT ${sql.join(read)}, ${dialect.data(sql.id("o", "data"))} AS data FROM ${sql.id(table)} AS o
 WHERE o.id > ${sql.value(after)} ORDER BY o.id LIMIT ${dialect.rowCount(sql.value(limit))}`;
}

interface ObjectRange {
  readonly after: number;
  readonly limit: number;
  /** Those that are read beside id, name and bytes. */
  readonly columns: readonly string[];
}

function objectOf({ id, name, data }: ReadObject): NumberedObject {
  return { id: Number(id), name, data: readBytes(data) };
}

/** How many objects there is room for behind those that were read, if the next ones are as large. */
function roomBehind(count: number, bytes: number): number {
  const room = Math.floor(((AT_A_TIME.bytes - bytes) * count) / Math.max(bytes, 1));
  return Math.max(1, room);
}

/** SQLite may give bigints. */
interface StepRow extends Pick<StepState, "step" | "state"> {
  readonly place: number | bigint;
  readonly position: number | bigint | null;
}

interface ReadNumbers {
  readonly version: number | bigint;
  readonly schema: number | bigint;
}

interface ReadObject {
  /** SQLite may give a bigint. */
  readonly id: number | bigint;
  readonly name: string;
  readonly data: Uint8Array | string;
}
