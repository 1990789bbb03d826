/**
 * What a column holds, whatever the database calls it. `counter` numbers rows and revisions: 64 bits wide on both databases, and the
 * row's own id on SQLite where it is the key.
 */
export type ColumnType = "counter" | "bigint" | "number" | "boolean" | "text" | "bytes";

export interface Column {
  readonly name: string;
  /** Name of the Prisma field. */
  readonly field: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** The database numbers new rows. Such a column is the table's whole primary key. */
  readonly generated?: true;
  /** Name of the model's index whose values it holds: copies, which can be made again from the objects. */
  readonly index?: string;
  /** One line of documentation. */
  readonly comment?: string;
}

export interface KeyPart {
  readonly column: string;
  readonly descending?: true;
}

/** An index of the database; not to be taken for an index of a model, which is one of these and a column, or a table. */
export interface TableIndex {
  readonly name: string;
  readonly unique: boolean;
  readonly parts: readonly KeyPart[];
  /** Only rows whose column has this text are in the index. */
  readonly only?: { readonly column: string; readonly text: string };
}

/** Rows of `table` own the rows that point at them by `column`, which go with them. */
export interface Owner {
  readonly table: string;
  readonly column: string;
  /** Name of the Prisma field that holds the rows, in the owner's model. */
  readonly field: string;
}

/**
 * `objects`: a model's objects, which exist nowhere else. `copies`: labels and index values, which can be made again from the
 * objects. `system`: the service's own.
 */
export type TableRole = "objects" | "copies" | "system";

export interface Table {
  readonly name: string;
  /** Name of the Prisma model. */
  readonly model: string;
  readonly role: TableRole;
  readonly columns: readonly Column[];
  /** Columns of the primary key, in order. */
  readonly key: readonly string[];
  readonly indexes: readonly TableIndex[];
  readonly owner?: Owner;
  /** Name of the model's multi-valued index whose values it holds. */
  readonly index?: string;
  /** Lines of documentation. */
  readonly comment?: string;
}

/** Everything a service keeps in its database, the same for SQLite and PostgreSQL. Plain, readonly, JSON-safe. */
export interface DatabaseSchema {
  readonly tables: readonly Table[];
}
