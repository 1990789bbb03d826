import pg from "pg";
import { memoized } from "../memoized.js";
import type { SchemaNames } from "../sql/schema-names.js";
import type { SqlValue } from "../sql/sql.js";
import { destroyConnection } from "./connection-end.js";
import type { PostgresConnection } from "./database.js";

/**
 * Statements that a connection keeps prepared, at most. A server forgets one only with its connection, so a connection with more is replaced.
 * Otherwise each server process would hold those of all schemas, and requests would decide how many lists are among them.
 */
export const MOST_PREPARED = 500;

/** The names of the statements that connections have prepared. */
const prepared = new WeakMap<PostgresConnection, Set<string>>();

/** A schema of a server, as the statements of its store name it. */
export interface ServerSchema {
  readonly names: SchemaNames;
  /** Ends the names of its prepared statements: connections serve one schema after another. */
  readonly suffix: string;
}

/** A statement for the driver. Connections keep those with a name prepared. */
export interface DriverStatement {
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: SqlValue[];
}

/**
 * A connection while the store of a schema uses it. It has no schema itself: statements get theirs here. So nothing of one schema stays on a
 * connection that serves another next.
 */
export class PostgresClient {
  readonly connection: PostgresConnection;
  readonly #schema: ServerSchema;
  readonly #prepared: Set<string>;

  readonly #released: (() => void) | undefined;

  /** @param released called when the connection is returned. */
  constructor(connection: PostgresConnection, schema: ServerSchema, released?: () => void) {
    this.connection = connection;
    this.#schema = schema;
    this.#released = released;
    this.#prepared = memoized(prepared, connection, () => new Set<string>());
  }

  /** Runs a statement. */
  query<Row extends object = object>(
    statement: string | DriverStatement,
    values?: SqlValue[],
  ): Promise<pg.QueryResult<Row & pg.QueryResultRow>> {
    if (typeof statement === "string") return this.connection.query(this.#schema.names.fill(statement), values);
    return this.connection.query(this.#inSchema(statement));
  }

  /** Sends a statement; the returned query emits its rows. */
  send(statement: DriverStatement, rowMode?: "array"): pg.Query {
    // The types of the driver do not know of rows as arrays here.
    const config = rowMode === undefined ? this.#inSchema(statement) : { ...this.#inSchema(statement), rowMode };
    // The driver copies a query that it makes itself property by property, which takes as long as to read five rows.
    return this.connection.query(new pg.Query(config));
  }

  /** Breaks the connection off, because the server does not answer in time. */
  destroy(): void {
    destroyConnection(this.connection);
  }

  /** Returns the connection to its pool. */
  release(isBroken = false): void {
    this.connection.release(isBroken || this.#prepared.size > MOST_PREPARED);
    this.#released?.();
  }

  #inSchema({ name, text, values }: DriverStatement): pg.QueryConfig<SqlValue[]> {
    const filled = this.#schema.names.fill(text);
    if (name === undefined) return { text: filled, values };
    const full = name + this.#schema.suffix;
    this.#prepared.add(full);
    return { name: full, text: filled, values };
  }
}
