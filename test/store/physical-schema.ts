import type { IndexDescriptor, ModelDescriptor } from "../../packages/runtime/src/model/model-descriptor.js";

type Engine = "sqlite" | "postgresql";

/** The tables that generated migrations make for models, written by hand so that the store is tested apart from the generator. */
export function physicalSchema(engine: Engine, models: readonly ModelDescriptor[]): string {
  const print = printer(engine);
  return [
    ...models.flatMap((model) => [objectTable(print, model), ...copyTables(print, model)]),
    systemTables(print),
  ].join("\n");
}

interface Printer {
  readonly serial: string;
  /** What follows the columns of a table whose rows are found by their key alone. */
  readonly keyed: string;
  readonly bytes: string;
  readonly text: string;
  /** Type of a whole number that is a table's key. */
  readonly key: string;
  readonly column: Record<IndexDescriptor<never>["type"], string>;
  /** The order of a key whose absent values come first. */
  readonly absentFirst: string;
}

function printer(engine: Engine): Printer {
  if (engine === "sqlite") {
    const column = {
      string: "TEXT",
      integer: "BIGINT",
      int64: "BIGINT",
      timestamp: "BIGINT",
      number: "REAL",
      boolean: "BOOLEAN",
    };
    return {
      serial: "INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT",
      keyed: " WITHOUT ROWID",
      bytes: "BLOB",
      text: "TEXT",
      key: "INTEGER",
      column,
      absentFirst: "ASC",
    };
  }
  const text = 'TEXT COLLATE "C"';
  return {
    serial: "BIGSERIAL NOT NULL PRIMARY KEY",
    keyed: "",
    bytes: "BYTEA",
    text,
    key: "BIGINT",
    column: {
      string: text,
      integer: "BIGINT",
      int64: "BIGINT",
      timestamp: "BIGINT",
      number: "DOUBLE PRECISION",
      boolean: "BOOLEAN",
    },
    absentFirst: "ASC NULLS FIRST",
  };
}

function objectTable(print: Printer, { table, indexes }: ModelDescriptor): string {
  const keys = indexes.filter((index) => !index.multi);
  const columns = [
    `id ${print.serial}`,
    `name ${print.text} NOT NULL`,
    `uid ${print.text}`,
    "version BIGINT NOT NULL",
    "schema BIGINT",
    "created_at BIGINT NOT NULL",
    "deleted_at BIGINT",
    `data ${print.bytes} NOT NULL`,
    ...keys.map(({ column, type }) => `"${column}" ${print.column[type]}`),
  ];
  return [
    `CREATE TABLE "${table}" (${columns.join(", ")});`,
    `CREATE UNIQUE INDEX "${table}_name_key" ON "${table}" (name);`,
    `CREATE INDEX "${table}_created_at_id_idx" ON "${table}" (created_at, id);`,
    `CREATE INDEX "${table}_deleted_at_idx" ON "${table}" (deleted_at);`,
    ...keys.map(({ column, unique }) =>
      unique
        ? `CREATE UNIQUE INDEX "${table}_${column}_key" ON "${table}" ("${column}" ${print.absentFirst});`
        : `CREATE INDEX "${table}_${column}_id_idx" ON "${table}" ("${column}" ${print.absentFirst}, id);`,
    ),
  ].join("\n");
}

function copyTables(print: Printer, { table, labelTable, indexes }: ModelDescriptor): string[] {
  const owner = `object_id BIGINT NOT NULL REFERENCES "${table}" (id) ON DELETE CASCADE ON UPDATE CASCADE`;
  const labels = [
    `CREATE TABLE "${labelTable}" (${owner}, key ${print.text} NOT NULL, value ${print.text} NOT NULL, PRIMARY KEY (object_id, key))${print.keyed};`,
    `CREATE INDEX "${labelTable}_idx" ON "${labelTable}" (key, value, object_id);`,
  ];
  const values = indexes.flatMap((index) => {
    if (!index.multi) return [];
    return [
      `CREATE TABLE "${index.table}" (${owner}, value ${print.column[index.type]} NOT NULL, PRIMARY KEY (object_id, value))${print.keyed};`,
      index.unique
        ? `CREATE UNIQUE INDEX "${index.table}_value_key" ON "${index.table}" (value);`
        : `CREATE INDEX "${index.table}_value_idx" ON "${index.table}" (value, object_id);`,
    ];
  });
  return [...labels, ...values];
}

function systemTables(print: Printer): string {
  return `
CREATE TABLE cmgen_changes (revision ${print.key} NOT NULL PRIMARY KEY, at BIGINT NOT NULL, type ${print.text} NOT NULL, "group" ${print.text} NOT NULL,
  plural ${print.text} NOT NULL, object_id BIGINT NOT NULL, name ${print.text} NOT NULL, data ${print.bytes} NOT NULL, previous ${print.bytes}, mark BIGINT,
  actor ${print.text}, verb ${print.text}, request_id ${print.text}, address ${print.text});
CREATE INDEX cmgen_changes_deletions ON cmgen_changes ("group", plural, name) WHERE type = 'DELETED';
CREATE TABLE cmgen_indexes ("table" ${print.text} NOT NULL, "index" ${print.text} NOT NULL, fingerprint ${print.text} NOT NULL, state ${print.text} NOT NULL,
  position BIGINT, PRIMARY KEY ("table", "index"));
CREATE TABLE cmgen_revision (id INTEGER NOT NULL PRIMARY KEY, revision BIGINT NOT NULL, mark BIGINT);
CREATE TABLE cmgen_audit (id INTEGER NOT NULL PRIMARY KEY, revision BIGINT NOT NULL);
CREATE TABLE cmgen_history (id ${print.serial}, "group" ${print.text} NOT NULL, plural ${print.text} NOT NULL, name ${print.text} NOT NULL,
  uid ${print.text} NOT NULL, version BIGINT NOT NULL, type ${print.text} NOT NULL, revision BIGINT, at BIGINT NOT NULL, actor ${print.text}, verb ${print.text},
  schema BIGINT NOT NULL, data ${print.bytes} NOT NULL);
CREATE INDEX cmgen_history_idx ON cmgen_history ("group", plural, name, id);
CREATE TABLE cmgen_receipts (key ${print.text} NOT NULL PRIMARY KEY, request ${print.text} NOT NULL, at BIGINT NOT NULL, head ${print.text} NOT NULL,
  answer ${print.bytes} NOT NULL);
CREATE INDEX cmgen_receipts_at_idx ON cmgen_receipts (at);`;
}
