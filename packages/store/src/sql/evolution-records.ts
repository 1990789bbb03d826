import type { StepState } from "../evolution-storage.js";
import type { IndexableObject } from "../index-storage.js";
import type { SqlDialect } from "./dialect.js";
import { evolvingObjectsShape, saveStepShape, stepStatesShape } from "./evolution-shapes.js";
import type { RunShape } from "./index-records.js";

/** Objects that are read at once: each may be large. */
const AT_ONCE = 20;

/** A batch has at least one object, and otherwise at most about as many as these. */
const BATCH = { objects: 200, bytes: 1024 * 1024 };

/** What is the same on each database about steps that change all objects of a table. */
export class EvolutionRecords {
  readonly #dialect: SqlDialect;
  readonly #run: RunShape;

  constructor(dialect: SqlDialect, run: RunShape) {
    this.#dialect = dialect;
    this.#run = run;
  }

  async states(table: string): Promise<readonly StepState[]> {
    const rows = await this.#run<{ table: string }, StepRow>(stepStatesShape(this.#dialect), { table });
    return rows.map(({ step, place, state, position }) => ({
      step,
      place: Number(place),
      state,
      position: position === null ? null : Number(position),
    }));
  }

  async save(table: string, states: readonly StepState[]): Promise<void> {
    const shape = saveStepShape(this.#dialect);
    for (const state of states) await this.#run(shape, { table, ...state });
  }

  async objectsAfter(table: string, id: number): Promise<readonly IndexableObject[]> {
    const shape = evolvingObjectsShape(this.#dialect, table);
    const objects: IndexableObject[] = [];
    let bytes = 0;
    while (objects.length < BATCH.objects && bytes < BATCH.bytes) {
      const after = objects.at(-1)?.id ?? id;
      const rows = await this.#run<{ after: number; limit: number }, ReadObject>(shape, { after, limit: AT_ONCE });
      // PostgreSQL gives text, which is faster to read there.
      for (const { id: object, name, data } of rows) {
        objects.push({ id: Number(object), name, data: typeof data === "string" ? Buffer.from(data) : data });
      }
      bytes += rows.reduce((sum, { data }) => sum + data.length, 0);
      if (rows.length < AT_ONCE) break;
    }
    return objects;
  }
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
