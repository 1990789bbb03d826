import { setImmediate } from "node:timers/promises";
import type { IndexState } from "../index-storage.js";
import type { SqlDialect } from "../sql/dialect.js";
import { splitIndexes } from "../sql/fill-shapes.js";
import {
  clearColumnShape,
  clearValuesShape,
  countAfterShape,
  declarationShape,
  declarationsShape,
  forgetIndexShape,
  indexStatesShape,
  saveIndexStateShape,
  type LimitInput,
} from "../sql/index-shapes.js";
import type { RunShape, Shape } from "../sql/sql.js";
import type { StoredModel } from "../stored-model.js";

/** Rows that one statement clears. */
const CLEARED_AT_ONCE = 2000;

/** A declaration is stored as the state of an index with an empty name. */
export function declaredState(declaration: string): IndexState {
  return { index: "", fingerprint: declaration, state: "ready", position: null };
}

/** Stores the states of indexes and clears indexes, on either database. */
export class IndexRecords {
  readonly #dialect: SqlDialect;
  readonly #run: RunShape;

  constructor(dialect: SqlDialect, run: RunShape) {
    this.#dialect = dialect;
    this.#run = run;
  }

  async declaration(table: string): Promise<string | undefined> {
    const [row] = await this.#run<{ table: string }, { fingerprint: string }>(declarationShape(this.#dialect), {
      table,
    });
    return row?.fingerprint;
  }

  async declarations(): Promise<ReadonlyMap<string, string>> {
    const shape = declarationsShape(this.#dialect);
    const rows = await this.#run<void, { table: string; fingerprint: string }>(shape, undefined);
    return new Map(rows.map(({ table, fingerprint }) => [table, fingerprint]));
  }

  /** One statement: on SQLite no write can overlap with it. */
  declare(table: string, declaration: string): Promise<void> {
    return this.save(table, [declaredState(declaration)]);
  }

  states(table: string): Promise<readonly IndexState[]> {
    return this.#run(indexStatesShape(this.#dialect), { table });
  }

  async save(table: string, states: readonly IndexState[]): Promise<void> {
    const shape = saveIndexStateShape(this.#dialect);
    for (const state of states) await this.#run(shape, { table, ...state });
  }

  async forget(table: string, indexes: readonly string[]): Promise<void> {
    const shape = forgetIndexShape(this.#dialect);
    for (const index of indexes) await this.#run(shape, { table, index });
  }

  async clear(model: StoredModel, indexes: readonly string[]): Promise<void> {
    const { single, multi } = splitIndexes(model.indexes, indexes);
    for (const { column } of single) await this.#repeat(clearColumnShape(this.#dialect, model.table, column));
    for (const { table } of multi) await this.#repeat(clearValuesShape(this.#dialect, table));
  }

  async countAfter(table: string, id: number): Promise<number> {
    const shape = countAfterShape(this.#dialect, table);
    const [row] = await this.#run<{ after: number }, { count: number }>(shape, { after: id });
    return row?.count ?? 0;
  }

  /** Other requests are served between two statements. */
  async #repeat(shape: Shape<LimitInput>): Promise<void> {
    while ((await this.#run(shape, { limit: CLEARED_AT_ONCE })).length > 0) await setImmediate();
  }
}
