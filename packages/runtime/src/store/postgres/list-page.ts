import { encodeContinue } from "../../list/continue-token.js";
import type { KeysetPosition, ListPlan } from "../../list/list-plan.js";
import { readKey } from "../read-key.js";
import { revisionShape } from "../sql/change-shapes.js";
import { postgresDialect } from "../sql/dialect.js";
import { keysetSegments } from "../sql/keyset.js";
import {
  countShape,
  filterOperands,
  rowsShape,
  type ListInput,
  type ListStatement,
  type ListTables,
} from "../sql/list-shapes.js";
import type { Shape } from "../sql/shape.js";
import type { ListPage } from "../store.js";
import { statement, named, type PostgresClient, type PostgresPool } from "./database.js";
import { rollBack, withClient } from "./with-client.js";

const revisionStatement = named(revisionShape(postgresDialect));

/** Answers a list from one snapshot. */
export function listPage(pool: PostgresPool, tables: ListTables, plan: ListPlan): Promise<ListPage> {
  return withClient(pool, async (client) => {
    try {
      const begun = client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      const page = readPage(client, tables, plan);
      await begun;
      const read = await page;
      await client.query("COMMIT");
      return read;
    } catch (error) {
      return rollBack(client, error);
    }
  });
}

interface DataRow {
  readonly data: string;
  readonly [key: `k${number}`]: KeysetPosition[number];
}

async function readPage(client: PostgresClient, tables: ListTables, plan: ListPlan): Promise<ListPage> {
  const list: ListStatement = { dialect: postgresDialect, tables, plan };
  const input: ListInput = { ...filterOperands(plan, postgresDialect), after: [], limit: 0, offset: 0 };
  const [revisions, totals, rows] = await Promise.all([
    client.query<{ revision: number }>(statement(revisionStatement, undefined)),
    plan.total ? run<{ total: number }>(client, countShape(list), input) : undefined,
    readRows(client, list, { plan, input }),
  ]);
  const total = totals?.[0]?.total;
  return { ...rows, revision: revisions.rows[0]?.revision ?? 0, ...(total === undefined ? {} : { total }) };
}

interface Request {
  readonly plan: ListPlan;
  readonly input: ListInput;
}

async function readRows(
  client: PostgresClient,
  list: ListStatement,
  { plan, input }: Request,
): Promise<Pick<ListPage, "items" | "continue">> {
  const { window } = plan;
  if (window.by === "keyset") return walk(client, list, { plan, input });
  const limited = window.by === "page";
  const shape = rowsShape(list, { limited, keys: false });
  const size = limited ? { limit: window.size, offset: (window.page - 1) * window.size } : {};
  return { items: bytesOf(await run<DataRow>(client, shape, { ...input, ...size })) };
}

async function walk(
  client: PostgresClient,
  list: ListStatement,
  { plan, input }: Request,
): Promise<Pick<ListPage, "items" | "continue">> {
  const { window, sort } = plan;
  if (window.by !== "keyset") throw new TypeError("Not a keyset walk");
  const { after, limit } = window;
  const rows: DataRow[] = [];
  for (const segment of after === undefined ? [undefined] : keysetSegments(sort, after)) {
    const shape = rowsShape(list, { limited: true, keys: true, ...(segment === undefined ? {} : { segment }) });
    rows.push(...(await run<DataRow>(client, shape, { ...input, after: after ?? [], limit: limit + 1 - rows.length })));
    if (rows.length > limit) break;
  }
  const items = bytesOf(rows.slice(0, limit));
  const last = rows[limit - 1];
  if (rows.length <= limit || last === undefined) return { items };
  const position = sort.map(({ field }, key) => readKey(field.type, last[`k${key}`]));
  return { items, continue: encodeContinue({ ...plan, table: list.tables.table }, position) };
}

async function run<Row extends object>(
  client: PostgresClient,
  shape: Shape<ListInput>,
  input: ListInput,
): Promise<Row[]> {
  return (await client.query<Row>({ text: shape.sql, values: shape.bind(input) })).rows;
}

function bytesOf(rows: readonly DataRow[]): Uint8Array[] {
  return rows.map(({ data }) => Buffer.from(data));
}
