import { memoized } from "../memoized.js";
import type { MissingObject, NeededObjects, Referrers, ReferringIndex } from "../reference-guard.js";
import type { SqlDialect } from "../sql/dialect.js";
import { ownerShape, versionShape, type NameInput, type OwnerInput } from "../sql/object-shapes.js";
import {
  countReferrersShape,
  presentShape,
  referrersShape,
  type GuardedInput,
  type ReferrersInput,
} from "../sql/reference-shapes.js";
import { named, type Shape, type SqlValue } from "../sql/sql.js";
import type { ObjectRecord } from "../store.js";
import type { StoredModel } from "../stored-model.js";
import type { WriteRefusal } from "../write-job.js";

/** A statement of a check. */
interface CheckStatement {
  /** The same for every run of the same statement, which can be prepared by it. */
  readonly shape: Pick<Shape<never>, "sql" | "name">;
  readonly values: SqlValue[];
}

/** A check yields statements and is resumed with the rows of each: SQLite's connection runs it at once, PostgreSQL's awaits each. */
export type Check<Result> = Generator<CheckStatement, Result, readonly unknown[]>;

type ValueTaken = Extract<WriteRefusal, { refused: "value-taken" }>;

/** Finds out why a write is refused, on either database. */
export class RefusalChecks {
  readonly #dialect: SqlDialect;
  readonly #versions = new Map<string, Shape<NameInput>>();
  readonly #owners = new WeakMap<StoredModel, ReadonlyMap<string, Shape<OwnerInput>>>();
  readonly #present = new Map<string, Shape<Pick<NeededObjects, "names">>>();
  readonly #referrers = new Map<
    string,
    { readonly names: Shape<ReferrersInput>; readonly count: Shape<ReferrersInput> }
  >();

  constructor(dialect: SqlDialect) {
    this.#dialect = dialect;
  }

  /** The version of an object; undefined if there is none of that name. */
  *version(table: string, name: string): Check<number | undefined> {
    const shape = memoized(this.#versions, table, () => named(versionShape(this.#dialect, { table })));
    const [row] = yield* rowsOf<NameInput, { version: number }>(shape, { name });
    return row?.version;
  }

  /** The first unique value of a record that another object has. */
  *valueTaken(
    model: StoredModel,
    { name, indexValues }: Pick<ObjectRecord, "name" | "indexValues">,
  ): Check<ValueTaken | undefined> {
    for (const [index, shape] of memoized(this.#owners, model, () => ownerShapes(this.#dialect, model))) {
      for (const value of indexValues.get(index) ?? []) {
        const [row] = yield* rowsOf<OwnerInput, { name: string }>(shape, { name, value });
        if (row !== undefined) return { refused: "value-taken", index, value, owner: row.name };
      }
    }
    return undefined;
  }

  /** The part of a write's guard that does not hold. */
  *brokenGuard({ name, needs = [], unreferred = [] }: GuardedInput): Check<WriteRefusal | undefined> {
    const missing: MissingObject[] = [];
    for (const needed of needs) missing.push(...(yield* this.#missing(needed)));
    if (missing.length > 0) return { refused: "objects-missing", missing };
    const by: Referrers[] = [];
    for (const index of unreferred) by.push(...(yield* this.#referrersBy(index, name)));
    return by.length > 0 ? { refused: "referred", by } : undefined;
  }

  *#missing({ table, names }: NeededObjects): Check<readonly MissingObject[]> {
    const shape = memoized(this.#present, table, () => presentShape(this.#dialect, table));
    // SQLite's booleans are 0 and 1.
    const rows = yield* rowsOf<{ names: readonly string[] }, { name: string; deleted: boolean | number }>(shape, {
      names,
    });
    const deleted = new Map(rows.map((row) => [row.name, Boolean(row.deleted)]));
    return names
      .filter((name) => deleted.get(name) !== false)
      .map((name) => ({ table, name, isDeleted: deleted.has(name) }));
  }

  *#referrersBy(index: ReferringIndex, name: string): Check<readonly Referrers[]> {
    const key = JSON.stringify([index.table, index.names, index.isAliveOnly]);
    const shapes = memoized(this.#referrers, key, () => ({
      names: referrersShape(this.#dialect, index),
      count: countReferrersShape(this.#dialect, index),
    }));
    const input = { name, except: index.except };
    const rows = yield* rowsOf<ReferrersInput, { name: string }>(shapes.names, input);
    if (rows.length === 0) return [];
    const [counted] = yield* rowsOf<ReferrersInput, { count: number }>(shapes.count, input);
    return [{ index, names: rows.map((row) => row.name), count: counted?.count ?? rows.length }];
  }
}

function* rowsOf<Input, Row>(shape: Shape<Input>, input: Input): Check<readonly Row[]> {
  // The caller knows the type of the rows from the shape's text.
  return (yield { shape, values: shape.bind(input) }) as readonly Row[];
}

function ownerShapes(dialect: SqlDialect, { table, indexes }: StoredModel): ReadonlyMap<string, Shape<OwnerInput>> {
  const unique = indexes.filter((index) => index.unique);
  return new Map(unique.map((index) => [index.name, named(ownerShape(dialect, table, index))]));
}
