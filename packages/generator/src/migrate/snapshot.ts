import type { ModelShape } from "../model/model-shape.js";
import { oncePer } from "../model/once-per.js";
import type { DatabaseSchema, Table } from "../storage/database-schema.js";

/**
 * What the newest migration leads to, kept in its folder: with it the next one can be made where there is no database to ask. Of tables
 * only what the database knows is in it; names and comments of the Prisma schema are not.
 */
export interface Snapshot {
  /** Names of the migrations it was made on top of: one, none for the first, several where branches were merged. */
  readonly after: readonly string[];
  readonly schema: DatabaseSchema;
  /**
   * What objects of the models may be, to find changes that break stored ones. Brought up to date by changes that break none, which make
   * no migration. Absent in snapshots of releases that did not keep it.
   */
  readonly models?: readonly ModelShape[];
}

/** Form of the file; a later one gets another number. */
export const SNAPSHOT_FORM = 1;

/** As JSON with a line for each column and index, so that a difference reads well. */
export function printSnapshot({ after, schema, models }: Snapshot): string {
  const head = `{\n  "version": ${SNAPSHOT_FORM},\n  "after": ${JSON.stringify(after)},\n  "tables": [\n${printTables(schema)}\n  ]`;
  const list = models === undefined ? "" : `,\n  "models": [\n${models.map(printShape).join(",\n")}\n  ]`;
  return `${head}${list}\n}\n`;
}

/** The snapshots of all databases have the same tables and models. */
const printTables = oncePer(({ tables }: DatabaseSchema) => tables.map(printTable).join(",\n"));

/** A model in a snapshot, with a line for each schema. */
export const printShape = oncePer(({ apiVersion, kind, schema, types, steps }: ModelShape): string => {
  const parts = Object.entries(types).map(([name, type]) => `        ${JSON.stringify(name)}: ${JSON.stringify(type)}`);
  const rows = [
    `      "apiVersion": ${JSON.stringify(apiVersion)}`,
    `      "kind": ${JSON.stringify(kind)}`,
    `      "schema": ${JSON.stringify(schema)}`,
    `      "types": ${parts.length === 0 ? "{}" : `{\n${parts.join(",\n")}\n      }`}`,
    `      "steps": ${JSON.stringify(steps)}`,
  ];
  return `    {\n${rows.join(",\n")}\n    }`;
});

function printTable({ model: _model, comment: _comment, ...table }: Table): string {
  const columns = table.columns.map(({ field: _field, comment: _note, ...column }) => column);
  const owner = table.owner && { owner: { table: table.owner.table, column: table.owner.column } };
  const rows = Object.entries({ ...table, columns, ...owner }).map(
    ([name, value]) => `      ${JSON.stringify(name)}: ${printValue(value)}`,
  );
  return `    {\n${rows.join(",\n")}\n    }`;
}

function printValue(value: unknown): string {
  const isListOfObjects = Array.isArray(value) && typeof value[0] === "object";
  if (!isListOfObjects) return JSON.stringify(value);
  return `[\n${value.map((item) => `        ${JSON.stringify(item)}`).join(",\n")}\n      ]`;
}
