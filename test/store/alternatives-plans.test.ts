import Database from "better-sqlite3";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planList } from "../../packages/runtime/dist/list/plan-list.js";
import { defaultTuning } from "../../packages/store/dist/list-tuning.js";
import { BoundList } from "../../packages/store/dist/lists/bound-list.js";
import { planIds, readsOf } from "../../packages/store/dist/lists/id-plan.js";
import { SelectionMemory } from "../../packages/store/dist/lists/selection-memory.js";
import { surveySteps } from "../../packages/store/dist/lists/selection-steps.js";
import type { Rows, Steps } from "../../packages/store/dist/lists/steps.js";
import { IN_TIME, postgresDialect, sqliteDialect } from "../../packages/store/dist/sql/dialect.js";
import { noCatalog } from "../../packages/store/dist/sql/list-statement.js";
import type { Query } from "../../packages/store/dist/sql/sql.js";
import { readIndexCatalog } from "../../packages/store/dist/sqlite/index-catalog.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { entryModel } from "./entry-model.js";
import { execute } from "./execute.js";
import { publicSchema } from "./public-schema.js";

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
type Explain = (statement: Query) => Promise<string>;
type Run = (statement: Query) => Promise<Rows>;

describe.each(["sqlite file", "postgresql"] as const)("alternatives on %s", (engine) => {
  const isSqlite = engine === "sqlite file";
  const [dialect, scan] = isSqlite
    ? [sqliteDialect, /^SCAN (o|lists)/m]
    : [postgresDialect, /Seq Scan on lists_example_com_entries/];
  let database: TestDatabase;
  let catalog = noCatalog;
  let explain: Explain;
  let run: Run;
  let close: () => unknown;

  beforeAll(async () => {
    database = await openTestDatabase(engine, [entryModel]);
    await database.closeStores();
    await execute(database.url, fill(isSqlite ? "zeroblob(1000)" : "decode(repeat('00', 1000), 'hex')"));
    if (isSqlite) {
      const file = openSqlite(database.url);
      catalog = readIndexCatalog(file);
      explain = (statement) => explainSqlite(file, statement);
      run = async ({ sql, values }) => file.prepare<unknown[], object>(sql).all(...values);
      close = () => file.close();
    } else {
      const client = new pg.Client({ connectionString: database.url, types: exactTypes });
      await client.connect();
      explain = (statement) => explainPostgres(client, statement);
      run = async ({ sql, values }) => (await client.query<object>(publicSchema.names.fill(sql), values)).rows;
      close = () => client.end();
    }
  }, 120_000);
  afterAll(async () => {
    await close();
    await database.close();
  });

  /** How the objects that a selector selects are found, for each statement that reads their ids. */
  async function plansOf(selector: string): Promise<readonly string[]> {
    const plan = planList(entryModel, [["fieldSelector", selector]]);
    const list = new BoundList({ dialect, catalog, tuning: defaultTuning }, entryModel, plan);
    const { counts } = await finish(surveySteps(list, new SelectionMemory()), run);
    const plans: string[] = [];
    for (const read of readsOf(planIds(list, plan, counts))) plans.push(await explain(read));
    return plans;
  }

  /** Tests that each statement uses its index, and none reads all objects. */
  async function expectIndexes(selector: string, indexes: readonly string[]): Promise<void> {
    const plans = await plansOf(selector);
    expect(plans).toHaveLength(indexes.length);
    for (const [place, plan] of plans.entries()) {
      // SQLite begins with what it searches first. PostgreSQL chooses itself.
      expect(isSqlite ? /SEARCH .*/.exec(plan)?.[0] : plan).toContain(indexes[place]);
      expect(plan).not.toMatch(scan);
    }
  }

  it.each([
    ["(spec.code=c-7|spec.owner=owner-7)", ["x_spec_code_id_idx", "x_spec_owner_id_idx"]],
    ["(spec.tags=tag-7|spec.code^=c-77)", ["x_spec_tags_value_idx", "x_spec_code_id_idx"]],
    ["spec.group=g1,(spec.tags in (tag-7,tag-8)|!spec.due,spec.code=c-7)", ["tags_value_idx", "x_spec_code_id_idx"]],
    ["(spec.age>1498|spec.owner=owner-7,spec.tags!=tag-7)", ["x_spec_age_id_idx", "x_spec_owner_id_idx"]],
  ])("each of %s is found in its index", expectIndexes);

  it.each([
    ["(spec.group=g1,spec.owner=owner-7|spec.code=c-7)", ["x_spec_owner_id_idx", "x_spec_code_id_idx"]],
    ["(spec.group in (g0,g1),spec.code^=c-77|spec.tags=tag-7)", ["x_spec_code_id_idx", "x_spec_tags_value_idx"]],
    ["(spec.tags=tag-7,spec.code=c-7|spec.owner=owner-7)", ["x_spec_code_id_idx", "x_spec_owner_id_idx"]],
    ["spec.group=g1,(spec.group=g1,spec.age=7|spec.owner=owner-7)", ["x_spec_age_id_idx", "x_spec_owner_id_idx"]],
  ])("an alternative is found through its term that finds the fewest, wherever it stands: %s", expectIndexes);

  it.each([["(spec.group=g1,spec.owner=nobody|spec.code=c-7)", ["x_spec_code_id_idx"]]])(
    "an alternative of which a term finds nothing is not read: %s",
    expectIndexes,
  );

  // PostgreSQL may rather read a table that is this small.
  it
    .runIf(isSqlite)
    .each([
      [
        "(spec.group=g1,spec.owner>=owner-3|spec.code=c-7)",
        ["x_spec_group_id_idx", "x_spec_owner_id_idx", "x_spec_code_id_idx"],
      ],
    ])("an alternative whose terms all find many is intersected, each read from its index alone: %s", expectIndexes);

  it.each([
    ["(spec.owner!=owner-7|spec.code=c-7)", ["x_spec_owner_id_idx", "x_spec_code_id_idx"]],
    ["(spec.owner!=owner-7,spec.age!=3|spec.code=c-7)", ["owner_id_idx", "x_spec_age_id_idx", "x_spec_code_id_idx"]],
    ["(spec.tags!=tag-7|spec.code=c-7)", ["x_spec_tags_value_idx", "x_spec_code_id_idx"]],
  ])("an alternative that only excludes objects is found by what it excludes: %s", expectIndexes);
});

/** Counts are read as numbers, as the store does. */
const exactTypes: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format)),
};

/** Runs the steps of a list, and returns what they come to. */
async function finish<Answer>(steps: Steps<Answer>, run: Run): Promise<Answer> {
  let next = steps.next([]);
  while (next.done !== true) {
    const rows: Rows[] = [];
    for (const statement of next.value.statements) rows.push(await run(statement));
    next = steps.next(rows);
  }
  return next.value;
}

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
  const { rows } = await client.query<{ "QUERY PLAN": string }>(
    `EXPLAIN (COSTS OFF) ${publicSchema.names.fill(sql)}`,
    values,
  );
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}
