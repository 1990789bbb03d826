import Database from "better-sqlite3";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planSelection } from "../../packages/runtime/dist/list/plan-list.js";
import { idsOfFilter, selectedIds } from "../../packages/store/dist/sql/count-shapes.js";
import { IN_TIME, postgresDialect, sqliteDialect } from "../../packages/store/dist/sql/dialect.js";
import { type ListStatement, noCatalog } from "../../packages/store/dist/sql/list-statement.js";
import { compileQuery, type Fragment, type Query } from "../../packages/store/dist/sql/sql.js";
import { readIndexCatalog } from "../../packages/store/dist/sqlite/index-catalog.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { entryModel } from "./entry-model.js";
import { execute } from "./execute.js";

/** Enough that no planner would rather read all of it. */
const SIZE = 20_000;

/** Numbers from 1, in both databases' SQL. */
const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${SIZE})`;
const { table, labelTable } = entryModel;

const fill = (bytes: string): string => `
INSERT INTO ${table} (name, uid, version, created_at, data, x_spec_code, x_spec_group, x_spec_age, x_spec_owner)
${numbers} SELECT 'entry-' || i, 'uid-' || i, 1, i, ${bytes}, 'c-' || i, 'g' || (i % 3), i % 1500,
 CASE WHEN i % 10 > 0 THEN 'owner-' || (i % 1000) END FROM n;
INSERT INTO "${labelTable}" (object_id, key, value) SELECT id, 'example.com/team', 'team ' || (id % 400) FROM ${table};
INSERT INTO "${table}___x_spec_tags" (object_id, value) SELECT id, 'tag-' || (id % 400) FROM ${table};
ANALYZE;`;

/** What a database would do for a statement. */
type Explain = (statement: Fragment) => Promise<string>;

describe.each(["sqlite file", "postgresql"] as const)("alternatives on %s", (engine) => {
  const isSqlite = engine === "sqlite file";
  const [dialect, scan] = isSqlite
    ? [sqliteDialect, /^SCAN (o|lists)/m]
    : [postgresDialect, /Seq Scan on lists_example_com_entries/];
  let database: TestDatabase;
  let catalog = noCatalog;
  let explain: Explain;
  let close: () => unknown;

  beforeAll(async () => {
    database = await openTestDatabase(engine, [entryModel]);
    await database.closeStores();
    await execute(database.url, fill(isSqlite ? "zeroblob(1000)" : "decode(repeat('00', 1000), 'hex')"));
    if (isSqlite) {
      const file = openSqlite(database.url);
      catalog = readIndexCatalog(file);
      explain = (statement) => explainSqlite(file, compileQuery(dialect, statement));
      close = () => file.close();
    } else {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      explain = (statement) => explainPostgres(client, compileQuery(dialect, statement));
      close = () => client.end();
    }
  }, 120_000);
  afterAll(async () => {
    await close();
    await database.close();
  });

  /** How the objects of the alternatives of a selector are found: by themselves, and as what the other terms are asked of. */
  async function plansOf(selector: string): Promise<readonly string[]> {
    const selection = planSelection(entryModel, [["fieldSelector", selector]]);
    const [alternatives] = selection.any ?? [];
    if (alternatives === undefined) throw new Error("There are alternatives");
    const sort = [{ field: { in: "object", column: "created_at", type: "timestamp" }, descending: true }] as const;
    const statement: ListStatement = { dialect, catalog, tables: entryModel, plan: { ...selection, sort } };
    return [await explain(idsOfFilter(statement, alternatives)), await explain(selectedIds(statement, alternatives))];
  }

  it.each([
    ["(spec.code=c-7|spec.owner=owner-7)", ["x_spec_code_id_idx", "x_spec_owner_id_idx"]],
    ["(spec.tags=tag-7|spec.code^=c-77)", ["x_spec_tags_value_idx", "x_spec_code_id_idx"]],
    ["spec.group=g1,(spec.tags in (tag-7,tag-8)|!spec.due,spec.code=c-7)", ["tags_value_idx", "x_spec_code_id_idx"]],
    ["(spec.age>1498|spec.owner=owner-7,spec.tags!=tag-7)", ["x_spec_age_id_idx", "x_spec_owner_id_idx"]],
  ])("each of %s is found in its index", async (selector, indexes) => {
    for (const plan of await plansOf(selector)) {
      for (const index of indexes) expect(plan).toContain(index);
      expect(plan).not.toMatch(scan);
    }
  });

  it.each([
    "(spec.owner!=owner-7|spec.code=c-7)",
    "(spec.owner!=owner-7,spec.age!=3|spec.code=c-7)",
    "(spec.tags!=tag-7|spec.code=c-7)",
  ])("an alternative that only excludes objects is a filter of all: %s", async (selector) => {
    const [plan] = await plansOf(selector);
    expect(plan).toMatch(scan);
    expect(plan).toContain("x_spec_code_id_idx");
  });
});

function openSqlite(url: string): Database.Database {
  const database = new Database(url.slice("file:".length));
  database.function(IN_TIME, { deterministic: false }, () => 1);
  return database;
}

async function explainSqlite(database: Database.Database, { sql, values }: Query): Promise<string> {
  const rows = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
  return rows.map(({ detail }) => detail).join("\n");
}

async function explainPostgres(client: pg.Client, { sql, values }: Query): Promise<string> {
  const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN (COSTS OFF) ${sql}`, values);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}
