import { encodeContinue } from "../../list/continue-token.js";
import type { KeysetPosition, ListPlan } from "../../list/list-plan.js";
import { readKey } from "../read-key.js";
import { revisionShape } from "../sql/change-shapes.js";
import { sqliteDialect } from "../sql/dialect.js";
import { keysetSegments } from "../sql/keyset.js";
import {
  countShape,
  filterOperands,
  rowsShape,
  type ListInput,
  type ListStatement,
  type ListTables,
} from "../sql/list-shapes.js";
import type { ListPage } from "../store.js";
import type { SqliteDatabase } from "./open-database.js";
import { prepare } from "./prepared.js";

/** Answers a list from one snapshot. */
export function listPage(database: SqliteDatabase, tables: ListTables, plan: ListPlan): ListPage {
  return database.transaction((): ListPage => {
    const { revision } = prepare(database, revisionShape(sqliteDialect)).get() as { revision: number };
    const statement: ListStatement = { dialect: sqliteDialect, tables, plan };
    const input: ListInput = { ...filterOperands(plan, sqliteDialect), after: [], limit: 0, offset: 0 };
    const total = plan.total
      ? (prepare(database, countShape(statement)).get(input) as { total: number }).total
      : undefined;
    return { ...rowsOf(database, statement, { plan, input }), revision, ...(total === undefined ? {} : { total }) };
  })();
}

interface Request {
  readonly plan: ListPlan;
  readonly input: ListInput;
}

interface DataRow {
  readonly data: Uint8Array;
  readonly [key: `k${number}`]: KeysetPosition[number];
}

function rowsOf(
  database: SqliteDatabase,
  statement: ListStatement,
  { plan, input }: Request,
): Pick<ListPage, "items" | "continue"> {
  const { window } = plan;
  if (window.by === "keyset") return keysetRows(database, statement, { plan, input });
  const limited = window.by === "page";
  const rows = prepare(database, rowsShape(statement, { limited, keys: false }));
  const size = limited ? { limit: window.size, offset: (window.page - 1) * window.size } : {};
  return { items: (rows.all({ ...input, ...size }) as DataRow[]).map(({ data }) => data) };
}

function keysetRows(
  database: SqliteDatabase,
  statement: ListStatement,
  { plan, input }: Request,
): Pick<ListPage, "items" | "continue"> {
  const { window, sort } = plan;
  if (window.by !== "keyset") throw new TypeError("Not a keyset walk");
  const { after, limit } = window;
  const rows: DataRow[] = [];
  for (const segment of after === undefined ? [undefined] : keysetSegments(sort, after)) {
    const shape = rowsShape(statement, { limited: true, keys: true, ...(segment === undefined ? {} : { segment }) });
    const found = prepare(database, shape, { bigints: true }).all({
      ...input,
      after: (after ?? []).map((value) => sqliteDialect.encode(value)),
      limit: limit + 1 - rows.length,
    });
    rows.push(...(found as DataRow[]));
    if (rows.length > limit) break;
  }
  const items = rows.slice(0, limit).map(({ data }) => data);
  const last = rows[limit - 1];
  if (rows.length <= limit || last === undefined) return { items };
  return {
    items,
    continue: encodeContinue(
      { ...plan, table: statement.tables.table },
      sort.map(({ field }, key) => readKey(field.type, last[`k${key}`])),
    ),
  };
}
