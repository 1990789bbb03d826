import { memoized } from "../memoized.js";
import type { MissingObject, Referrers, ReferringIndex } from "../reference-guard.js";
import {
  countReferrersShape,
  type GuardedInput,
  presentShape,
  referrersShape,
  type ReferrersInput,
} from "../sql/reference-shapes.js";
import { sqliteDialect } from "../sql/dialect.js";
import type { WriteRefusal } from "../write-outcome.js";
import type { SqliteDatabase } from "./open-database.js";
import { prepare, type Prepared } from "./prepared.js";

interface ReferrerStatements {
  readonly names: Prepared<ReferrersInput>;
  readonly count: Prepared<ReferrersInput>;
}

/** Checks the guards of writes. During a write transaction there is no other writer, so the result holds until its end. */
export class ReferenceKeeper {
  readonly #database: SqliteDatabase;
  readonly #present = new Map<string, Prepared<{ readonly names: readonly string[] }>>();
  readonly #referrers = new Map<string, ReferrerStatements>();

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  /** Why a write must be refused, which the caller has done already and rolls back then; undefined if its guard holds. */
  refusal({ name, needs = [], unreferred = [] }: GuardedInput): WriteRefusal | undefined {
    const missing = needs.flatMap(({ table, names }) => this.#missing(table, names));
    if (missing.length > 0) return { refused: "objects-missing", missing };
    const by = unreferred.map((index) => this.#referrersBy(index, name)).filter(({ count }) => count > 0);
    return by.length > 0 ? { refused: "referred", by } : undefined;
  }

  #missing(table: string, names: readonly string[]): readonly MissingObject[] {
    const statement = memoized(this.#present, table, () => prepare(this.#database, presentShape(sqliteDialect, table)));
    const rows = statement.all({ names }) as { readonly name: string; readonly deleted: number }[];
    const present = new Map(rows.map((row) => [row.name, row.deleted === 1]));
    return names
      .filter((name) => present.get(name) !== false)
      .map((name) => ({ table, name, isDeleted: present.has(name) }));
  }

  #referrersBy(index: ReferringIndex, name: string): Referrers {
    const key = JSON.stringify([index.table, index.names, index.isAliveOnly]);
    const statements = memoized(this.#referrers, key, () => ({
      names: prepare(this.#database, referrersShape(sqliteDialect, index)),
      count: prepare(this.#database, countReferrersShape(sqliteDialect, index)),
    }));
    const input = { name, except: index.except };
    const names = (statements.names.all(input) as { readonly name: string }[]).map((row) => row.name);
    if (names.length === 0) return { index, names, count: 0 };
    const { count } = statements.count.get(input) as { readonly count: number };
    return { index, names, count };
  }
}
