import { readBytes, type SqlDialect } from "../sql/dialect.js";
import { type Fragment, type RunSql, sql } from "../sql/sql.js";
import type { EngineStore } from "./engine-store.js";
import type { NumberedObject, StepState, SteppedObject, WalkedObject } from "../walk-storage.js";

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
      sql`SELECT step, place, state, position FROM ${sql.table("cmgen_evolutions")} WHERE ${TABLE} = ${sql.value(table)} ORDER BY place`,
    );
    return rows.map(stepOf);
  }

  async allSteps(): Promise<ReadonlyMap<string, readonly StepState[]>> {
    const rows = await this.#run<StepRow & { readonly table: string }>(
      sql`SELECT ${TABLE}, step, place, state, position FROM ${sql.table("cmgen_evolutions")} ORDER BY place`,
    );
    const tables = new Map<string, StepState[]>();
    for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), stepOf(row)]);
    return tables;
  }

  async objectsAfter(table: string, id: number, most: number): Promise<readonly WalkedObject[]> {
    const range = { after: id, limit: most, columns: ["version", "schema"] };
    const rows = await this.#run<ReadObject & ReadNumbers>(objectsAfter(this.#dialect, table, range));
    return rows.map(walkedObject);
  }

  /** The same in a database that may be of an earlier release: then rows do not have the number of their schema. */
  async numberedAfter(table: string, id: number): Promise<readonly NumberedObject[]> {
    const range = { after: id, limit: AT_A_TIME.objects, columns: [] };
    return (await this.#run<ReadObject>(objectsAfter(this.#dialect, table, range))).map(objectOf);
  }
}

/** What reads an object by its name while a walk may change the objects of its table. */
export function steppedObjects(dialect: SqlDialect, run: RunSql): EngineStore["readStepped"] {
  const records = new WalkRecords(dialect, run);
  const columns = sql.join(["id", "name", "uid", "version", "schema"].map((column) => sql.id("o", column)));
  const data = dialect.data(sql.id("o", "data"));
  return async ({ table }, name) => {
    // First: a step that ends in between has then been made on the object that is read.
    const steps = await records.steps(table);
    const [row] = await run<ReadObject & ReadNumbers & Pick<SteppedObject, "uid">>(
      sql`SELECT ${columns}, ${data} AS data FROM ${sql.table(table)} AS o WHERE o.name = ${sql.value(name)}`,
    );
    return row && { ...walkedObject(row), uid: row.uid, steps };
  };
}

/** Reads rows with bytes in the order of their ids. It looks at their sizes first, so that only what is returned is read. */
export function objectsAfter(dialect: SqlDialect, table: string, { after, limit, columns }: ObjectRange): Fragment {
  const read = ["id", "name", ...columns].map((column) => sql.id("o", column));
  const isAfter = sql`o.id > ${sql.value(after)}`;
  const next = sql`SELECT o.id, length(o.data) AS size FROM ${sql.table(table)} AS o WHERE ${isAfter} ORDER BY o.id LIMIT ${sql.lit(limit)}`;
  const sums = sql`SELECT n.id, sum(n.size) OVER (ORDER BY n.id) - n.size AS earlier FROM (${next}) AS n`;
  return sql`SELECT ${sql.join(read)}, ${dialect.data(sql.id("o", "data"))} AS data FROM ${sql.table(table)} AS o
 WHERE ${isAfter} AND o.id <= (SELECT max(s.id) FROM (${sums}) AS s WHERE s.earlier < ${sql.lit(AT_A_TIME.bytes)}) ORDER BY o.id`;
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

function walkedObject(row: ReadObject & ReadNumbers): WalkedObject {
  return { ...objectOf(row), version: Number(row.version), schema: Number(row.schema) };
}

function stepOf({ step, place, state, position }: StepRow): StepState {
  return { step, place: Number(place), state, position: position === null ? null : Number(position) };
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
