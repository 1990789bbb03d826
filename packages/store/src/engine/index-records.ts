import { setImmediate } from "node:timers/promises";
import type { IndexState, IndexStorage, ReleaseClaim, TableDeclaration } from "../index-storage.js";
import { type Fragment, type RunSql, sql, upsert } from "../sql/sql.js";
import { splitIndexes, type StoredModel } from "../stored-model.js";
import { WalkLostError } from "../walk-storage.js";
import { indexRow, isRow, moveStatement } from "./mark-statements.js";

/** Rows that one statement clears. */
const CLEARED_AT_ONCE = sql.lit(2000);

const TABLE = sql.id("table");
const INDEX = sql.id("index");

/** Saves the state of an index. */
export function saveIndexState(table: string, { index, ...rest }: IndexState): Fragment {
  const { fingerprint, state, position } = rest;
  return upsert("cmgen_indexes", { table, index }, { fingerprint, state, position });
}

/** Declares the indexes of a table. */
export function saveDeclaration(table: string, declared: TableDeclaration): Fragment {
  return saveIndexState(table, declarationState(declared));
}

/** A declaration is stored as the state of an index with an empty name. */
function declarationState({ declaration, isTried }: TableDeclaration): IndexState {
  return { index: "", fingerprint: declaration, state: isTried ? "building" : "ready", position: null };
}

/** Reads the states of a table's indexes. */
export function indexStates(table: string): Fragment {
  return sql`SELECT ${INDEX}, fingerprint, state, position FROM ${sql.table("cmgen_indexes")}
 WHERE ${TABLE} = ${sql.value(table)} AND ${INDEX} <> ''`;
}

/** What a database does for the states of indexes. */
interface IndexAccess {
  readonly run: RunSql;
  /** Ends a subquery that locks the rows it reads against changes, where statements of others can run at the same time. */
  readonly lockRow: Fragment;
  /** Runs statements in a transaction with which no write overlaps. */
  alone<Result>(use: (run: RunSql) => Promise<Result>): Promise<Result>;
  /** {@link IndexStorage.claim} in such a transaction. */
  claim(run: RunSql, table: string, claim: ReleaseClaim): Promise<boolean>;
}

/** Stores the states of indexes and clears indexes, on either database. */
export class IndexRecords implements IndexStorage {
  readonly #run: RunSql;
  readonly #access: IndexAccess;

  constructor(access: IndexAccess) {
    this.#run = access.run;
    this.#access = access;
  }

  async declaration(table: string): Promise<TableDeclaration | undefined> {
    return (await this.declarations()).get(table);
  }

  async declarations(): Promise<ReadonlyMap<string, TableDeclaration>> {
    const rows = await this.#run<{ table: string } & Pick<IndexState, "fingerprint" | "state">>(
      sql`SELECT ${TABLE}, fingerprint, state FROM ${sql.table("cmgen_indexes")} WHERE ${INDEX} = ''`,
    );
    return new Map(
      rows.map(({ table, fingerprint, state }) => [table, { declaration: fingerprint, isTried: state === "building" }]),
    );
  }

  declare(table: string, declared: TableDeclaration): Promise<void> {
    return this.#access.alone(async (run) => void (await run(saveDeclaration(table, declared))));
  }

  claim(table: string, claim: ReleaseClaim): Promise<boolean> {
    return this.#access.alone((run) => this.#access.claim(run, table, claim));
  }

  async endTrial(table: string, tried: string, declaration: string): Promise<void> {
    const from = declarationState({ declaration: tried, isTried: true });
    const to = declarationState({ declaration, isTried: false });
    const moved = await this.#run(moveStatement(table, { index: { from, to } }));
    if (moved.length === 0) throw new WalkLostError(table);
  }

  states(table: string): Promise<readonly IndexState[]> {
    return this.#run(indexStates(table));
  }

  async clear(model: StoredModel, state: IndexState): Promise<void> {
    const row = sql`SELECT 1 FROM ${sql.table("cmgen_indexes")} WHERE ${isRow(indexRow(model.table, state))}${this.#access.lockRow}`;
    const isOwned = sql`EXISTS (${row})`;
    const { single, multi } = splitIndexes(model, [state.index]);
    for (const { column } of single) await this.#repeat(clearColumn({ table: model.table, column, isOwned }));
    for (const { table } of multi) await this.#repeat(clearValues(table, isOwned));
    if ((await this.#run(row)).length === 0) throw new WalkLostError(model.table);
  }

  /** Repeats a statement until it returns no row, or until the index has another state. Other requests are served in between. */
  async #repeat(statement: Fragment): Promise<void> {
    while ((await this.#run(statement)).length > 0) await setImmediate();
  }
}

interface ColumnToClear {
  readonly table: string;
  readonly column: string;
  readonly isOwned: Fragment;
}

/** Clears a column in some rows; returns one row for each. */
function clearColumn({ table, column, isOwned }: ColumnToClear): Fragment {
  const name = sql.id(column);
  return sql`UPDATE ${sql.table(table)} SET ${name} = NULL WHERE id IN
 (SELECT id FROM ${sql.table(table)} WHERE ${name} IS NOT NULL LIMIT ${CLEARED_AT_ONCE}) AND ${isOwned} RETURNING id`;
}

/** Deletes some rows of a table of values; returns one row for each. */
function clearValues(table: string, isOwned: Fragment): Fragment {
  return sql`DELETE FROM ${sql.table(table)} WHERE object_id IN
 (SELECT object_id FROM ${sql.table(table)} LIMIT ${CLEARED_AT_ONCE}) AND ${isOwned} RETURNING object_id`;
}
