import { memoized } from "../memoized.js";
import type { SqlDialect } from "./dialect.js";
import { rowList, type RowColumn } from "./row-list.js";
import { compileShape, type Query, type Shape, sql } from "./sql.js";

/** What SQLite can bind to one statement is limited to some 32,000 values. */
const MOST_VALUES = 30_000;

/** Longer statements take longer to prepare, and are not faster. */
const MOST_ROWS = 500;

/** Stores many rows in a table, on either database. */
export class RowInsert<Row> {
  readonly #dialect: SqlDialect;
  readonly #table: string;
  readonly #columns: readonly RowColumn<Row>[];
  /** By the number of rows; those for PostgreSQL take any number. */
  readonly #shapes = new Map<number, Shape<readonly Row[]>>();
  readonly #most: number;

  constructor(dialect: SqlDialect, table: string, columns: readonly RowColumn<Row>[]) {
    this.#dialect = dialect;
    this.#table = table;
    this.#columns = columns;
    this.#most = dialect.arrays ? Infinity : Math.min(MOST_ROWS, Math.floor(MOST_VALUES / columns.length));
  }

  /** The statements that store rows; none for no rows. */
  statements(rows: readonly Row[]): readonly Query[] {
    if (rows.length === 0) return [];
    if (rows.length <= this.#most) return [this.#statement(rows)];
    return [this.#statement(rows.slice(0, this.#most)), ...this.statements(rows.slice(this.#most))];
  }

  #statement(rows: readonly Row[]): Query {
    const shape = this.#shapeFor(rows.length);
    return { sql: shape.sql, values: shape.bind(rows) };
  }

  #shapeFor(count: number): Shape<readonly Row[]> {
    if (this.#dialect.arrays) return memoized(this.#shapes, 0, () => this.#listShape());
    // Of other numbers there are many, and each is needed once.
    return count === this.#most
      ? memoized(this.#shapes, count, () => this.#valuesShape(count))
      : this.#valuesShape(count);
  }

  get #insert() {
    const names = this.#columns.map(({ name }) => sql.id(name));
    return sql`INSERT INTO ${sql.table(this.#table)} (${sql.join(names)})`;
  }

  #listShape(): Shape<readonly Row[]> {
    return compileShape<readonly Row[]>(this.#dialect, (slot) => {
      const { from, values } = rowList(slot, "r", this.#columns);
      return sql`${this.#insert} SELECT ${sql.join(values)} FROM ${from}`;
    });
  }

  #valuesShape(count: number): Shape<readonly Row[]> {
    const valueIn = (column: RowColumn<Row>, row: Row | undefined) => {
      if (row === undefined) return null;
      return "bytesOf" in column ? column.bytesOf(row) : this.#dialect.encode(column.valueOf(row));
    };
    return compileShape<readonly Row[]>(this.#dialect, (slot) => {
      const rows = Array.from({ length: count }, (_, place) => {
        const values = this.#columns.map((column) => slot((all) => valueIn(column, all[place])));
        return sql`(${sql.join(values)})`;
      });
      return sql`${this.#insert} VALUES ${sql.join(rows)}`;
    });
  }
}
