import type { ModelDescriptor } from "../../../../packages/runtime/dist/model/model-descriptor.js";
import { envLabel, type BenchItem } from "../data/bench-item.js";

export type Row = Readonly<Record<string, unknown>>;
type MaybePromise<Value> = Value | Promise<Value>;

export interface RawItem {
  readonly uid: string;
  readonly version: number;
  /** Its bytes. */
  readonly data: Uint8Array;
}

/**
 * What a hand-written create tells of itself, on PostgreSQL: a change under the next revision, as cmgen logs it (the default); a row that others
 * read, and a notification; or nothing.
 */
export type RawLog = "revision" | "outbox" | "none";

/** What hand-written programs do by the raw driver: the measure of what can be had. */
export interface RawItems {
  /** Runs a statement, whose parameters are `?`; it is prepared once. */
  all(statement: string, values: readonly unknown[]): MaybePromise<readonly Row[]>;
  /** An object, by name. */
  read(name: string): MaybePromise<RawItem | undefined>;
  /** Stores a new object with its index rows, label, change-log row and revision in one transaction; returns its bytes. */
  create(item: BenchItem, log?: RawLog): MaybePromise<Uint8Array>;
  /** Stores an object in place of its version before, and makes all that goes with it the same, in one transaction. */
  update(item: BenchItem, version: number): MaybePromise<void>;
  /** Goes through all objects, newest first; returns how many bytes they have. */
  scanAll(): MaybePromise<number>;
  close(): Promise<void>;
}

/** Statements that both databases take, but for a hint that SQLite needs where it would choose a plan many times slower. */
export interface RawStatements {
  readonly newest: string;
  /** Takes the group and the label's value. */
  readonly byLabelAndField: string;
  readonly byAge: string;
  /** Takes an offset. */
  readonly deepByAge: string;
  /** Takes the place's age, id, and its age again. */
  readonly afterByAge: string;
  readonly countLabelAndField: string;
  /** Takes the least age and the label's value. */
  readonly countBroad: string;
  readonly countAll: string;
  /** By score; takes the least age and the label's value. For filters that many objects match: along the order's index. */
  readonly broadByScore: string;
  /** The same for filters that few objects match: those with the label are found first. */
  readonly narrowByScore: string;
}

/** The tables of the items. */
export interface ItemTables {
  readonly table: string;
  readonly labels: string;
  readonly tags: string;
}

export function itemTables({ table, labelTable, indexes }: ModelDescriptor): ItemTables {
  const tags = indexes.find((index) => index.multi)?.table;
  if (tags === undefined) throw new Error("The items have no index of many values");
  return { table, labels: labelTable, tags };
}

/** How the two databases' statements differ. */
export interface RawDialect {
  /** An object's bytes. */
  readonly data: string;
  /** What makes the order's index be walked where the planner would not do it. */
  readonly walkAges: string;
  readonly walkScores: string;
  /** Where nulls stand in the indexes, which their orders have to repeat. */
  readonly nullsLast: string;
  readonly nullsFirst: string;
  /** Whether those that a filter finds are to be looked up in a subquery's order: a planner with statistics needs no such advice. */
  readonly advised: boolean;
}

export function rawStatements({ table, labels }: ItemTables, dialect: RawDialect): RawStatements {
  const byAge = `x_spec_age DESC${dialect.nullsLast}, id DESC`;
  const { data } = dialect;
  const byScore = `x_spec_score${dialect.nullsFirst}, id`;
  const hasLabel = `EXISTS (SELECT 1 FROM "${labels}" v WHERE v.object_id = o.id AND v.key = '${envLabel}' AND v.value = ?)`;
  const part = (condition: string): string =>
    `SELECT * FROM (SELECT ${data}, x_spec_age, id FROM "${table}"${dialect.walkAges} WHERE ${condition} ORDER BY ${byAge} LIMIT 20) part`;
  return {
    newest: `SELECT ${data} FROM "${table}" ORDER BY created_at DESC, id DESC LIMIT 20`,
    byLabelAndField: `SELECT ${data} FROM "${table}" o${dialect.walkAges} WHERE x_spec_group = ? AND ${hasLabel} ORDER BY ${byAge} LIMIT 20`,
    byAge: `SELECT ${data} FROM "${table}" ORDER BY ${byAge} LIMIT 20`,
    // Objects that are only passed are not fetched: the index of ages has their ids.
    deepByAge: `SELECT ${data} FROM "${table}" JOIN (SELECT id FROM "${table}" ORDER BY ${byAge} LIMIT 20 OFFSET ?) page USING (id) ORDER BY ${byAge}`,
    afterByAge: `${part("x_spec_age = ? AND id < ?")} UNION ALL ${part("x_spec_age < ?")} ORDER BY 2 DESC, 3 DESC LIMIT 20`,
    countLabelAndField: `SELECT count(*) AS total FROM "${table}" o WHERE x_spec_group = ? AND ${hasLabel}`,
    countAll: `SELECT count(*) AS total FROM "${table}"`,
    broadByScore: `SELECT ${data} FROM "${table}" o${dialect.walkScores} WHERE x_spec_age >= ? AND ${hasLabel} ORDER BY ${byScore} LIMIT 20`,
    narrowByScore: dialect.advised
      ? `SELECT ${data} FROM "${table}" JOIN (SELECT o.id FROM "${labels}" v CROSS JOIN "${table}" o ON o.id = v.object_id WHERE o.x_spec_age >= ? AND v.key = '${envLabel}' AND v.value = ? ORDER BY ${byScore} LIMIT 20) page USING (id) ORDER BY ${byScore}`
      : `SELECT ${data} FROM "${table}" o WHERE x_spec_age >= ? AND ${hasLabel} ORDER BY ${byScore} LIMIT 20`,
    countBroad: `SELECT count(*) AS total FROM "${table}" o WHERE x_spec_age >= ? AND ${hasLabel}`,
  };
}
