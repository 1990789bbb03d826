import pg from "pg";
import { memoized } from "../memoized.js";
import type { SchemaNames } from "../sql/schema-names.js";
import type { SqlValue } from "../sql/sql.js";
import { destroyConnection } from "./connection-end.js";
import type { PostgresConnection } from "./database.js";
import { isDatabaseError } from "./postgres-trouble.js";

/**
 * Statements that a connection prepares, at most, of those whose number grows with schemas or with what requests ask. A server forgets one only with
 * its connection, so a connection with more is replaced. Each takes 70 to 100 KB of the server, with what it remembers of the tables: 50 MB a
 * connection. A schema that is written to in all ways has twelve of them, so forty busy schemas have all of theirs prepared.
 */
export const MOST_PREPARED = 500;

/** How many such statements connections have prepared. */
const counts = new WeakMap<PostgresConnection, { prepared: number }>();

/** A schema of a server, as the statements of its store name it. */
export interface ServerSchema {
  readonly names: SchemaNames;
  /** Ends the names of its prepared statements where connections serve one schema after another. Empty where they serve no other. */
  readonly suffix: string;
}

/** A statement for the driver. Connections keep those with a name prepared. */
export interface DriverStatement {
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: SqlValue[];
}

/**
 * A connection as the store of a schema uses it. It has no schema itself: statements get theirs here. So nothing of one schema stays on a
 * connection that serves another next.
 */
export class PostgresClient {
  readonly connection: PostgresConnection;
  readonly #schema: ServerSchema;
  readonly #released: (() => void) | undefined;
  readonly #count: { prepared: number };
  /** By the names that statements have for all schemas. */
  readonly #prepared = new Map<string, PreparedText>();

  /** @param released called when the connection is returned. */
  constructor(connection: PostgresConnection, schema: ServerSchema, released?: () => void) {
    this.connection = connection;
    this.#schema = schema;
    this.#released = released;
    this.#count = memoized(counts, connection, () => ({ prepared: 0 }));
  }

  /** Runs a statement. */
  query<Row extends object = object>(
    statement: string | DriverStatement,
    values?: SqlValue[],
  ): Promise<pg.QueryResult<Row & pg.QueryResultRow>> {
    if (typeof statement === "string") return this.connection.query(this.#schema.names.fill(statement), values);
    return this.connection.query(this.#ofModel(statement));
  }

  /** Runs a statement and returns the connection, unless it broke. */
  queryLast(statement: string | DriverStatement, values: SqlValue[] | undefined, done: QueryDone): void {
    const ended: QueryDone = (error, result) => {
      this.release(error !== null && error !== undefined && !isDatabaseError(error));
      done(error, result);
    };
    if (typeof statement === "string") this.connection.query(this.#schema.names.fill(statement), values ?? [], ended);
    else this.connection.query(this.#ofModel(statement), ended);
  }

  /** Sends the statement of a list; the returned query emits its rows. */
  send(statement: DriverStatement, rowMode?: "array"): pg.Query {
    // The types of the driver do not know of rows as arrays here.
    const config = this.#inSchema(statement, true);
    if (rowMode !== undefined) Object.assign(config, { rowMode });
    // The driver copies a query that it makes itself property by property, which takes as long as to read five rows.
    return this.connection.query(new pg.Query(config));
  }

  /** Breaks the connection off, because the server does not answer in time. */
  destroy(): void {
    destroyConnection(this.connection);
  }

  /** Returns the connection to its pool. */
  release(isBroken = false): void {
    this.connection.release(isBroken || this.#count.prepared > MOST_PREPARED);
    this.#released?.();
  }

  /** A statement of a model. A schema has some for each of its models, and no more. */
  #ofModel(statement: DriverStatement): pg.QueryConfig<SqlValue[]> {
    return this.#inSchema(statement, this.#schema.suffix !== "");
  }

  #inSchema({ name, text, values }: DriverStatement, isCounted: boolean): pg.QueryConfig<SqlValue[]> {
    if (name === undefined) return { text: this.#schema.names.fill(text), values };
    const prepared = memoized(this.#prepared, name, () => {
      if (isCounted) this.#count.prepared += 1;
      return { name: name + this.#schema.suffix, text: this.#schema.names.fill(text) };
    });
    return { name: prepared.name, text: prepared.text, values };
  }
}

type QueryDone = (error: Error | null | undefined, result: pg.QueryResult) => void;

/** A statement that the connection has prepared. */
interface PreparedText {
  readonly name: string;
  readonly text: string;
}
