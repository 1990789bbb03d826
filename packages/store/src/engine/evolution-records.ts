import type { EvolvedObject, StepState } from "../evolution-storage.js";
import type { IndexableObject } from "../index-storage.js";
import { readBytes, type SqlDialect } from "../sql/dialect.js";
import type { ChangeInput } from "../sql/change-shapes.js";
import { objectsAfter } from "../sql/fill-statements.js";
import { type RunSql, sql } from "../sql/sql.js";
import type { StoredModel } from "../stored-model.js";

/** Objects that are read at once, at first and at most: each may be large, and those before it tell how large about. */
const AT_ONCE = { first: 20, most: 60 };

/** A batch has at least one object, and otherwise at most about as many as these. */
const BATCH = { objects: 200, bytes: 1024 * 1024 };

const TABLE = sql.id("table");

/** What is the same on each database about steps that change all objects of a table. */
export class EvolutionRecords {
  readonly #dialect: SqlDialect;
  readonly #run: RunSql;

  constructor(dialect: SqlDialect, run: RunSql) {
    this.#dialect = dialect;
    this.#run = run;
  }

  async states(table: string): Promise<readonly StepState[]> {
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

  async objectsAfter(table: string, id: number): Promise<readonly IndexableObject[]> {
    const objects: IndexableObject[] = [];
    let bytes = 0;
    while (objects.length < BATCH.objects && bytes < BATCH.bytes) {
      const after = objects.at(-1)?.id ?? id;
      const limit = objects.length === 0 ? AT_ONCE.first : roomBehind(objects.length, bytes);
      const rows = await this.#run<ReadObject>(objectsAfter(this.#dialect, table, { after, limit }));
      for (const { id: object, name, data } of rows) objects.push({ id: Number(object), name, data: readBytes(data) });
      bytes += rows.reduce((sum, { data }) => sum + data.length, 0);
      if (rows.length < limit) break;
    }
    return objects;
  }
}

/** The change that is logged for an object. What it was is not kept: it is of a shape that no selector of today knows. */
export function evolvedChange(
  model: StoredModel,
  { id, name, data }: EvolvedObject,
): Omit<ChangeInput, "revision" | "mark"> {
  const { group, plural, table, declaration = null } = model;
  const at = Date.now();
  return {
    at,
    type: "MODIFIED",
    group,
    plural,
    table,
    declaration,
    fence: null,
    objectId: id,
    name,
    data,
    previous: null,
  };
}

/** How many objects a batch has room for behind those that it has, if the next ones are as large. */
function roomBehind(count: number, bytes: number): number {
  const room = Math.floor(((BATCH.bytes - bytes) * count) / Math.max(bytes, 1));
  return Math.max(1, Math.min(room, BATCH.objects - count, AT_ONCE.most));
}

/** SQLite may give bigints. */
interface StepRow extends Pick<StepState, "step" | "state"> {
  readonly place: number | bigint;
  readonly position: number | bigint | null;
}

interface ReadObject {
  /** SQLite may give a bigint. */
  readonly id: number | bigint;
  readonly name: string;
  readonly data: Uint8Array | string;
}
