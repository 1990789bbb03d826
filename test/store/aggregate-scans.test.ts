import Database from "better-sqlite3";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planAggregate } from "../../packages/runtime/dist/list/plan-aggregate.js";
import { aggregateQuery } from "../../packages/store/dist/lists/aggregate-steps.js";
import { postgresDialect, type SqlDialect, sqliteDialect } from "../../packages/store/dist/sql/dialect.js";
import type { Query } from "../../packages/store/src/sql/sql.js";
import { openTestDatabase, type TestDatabase } from "./engines.js";
import { execute } from "./execute.js";
import { publicSchema } from "./public-schema.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

const SIZE = 600;
/** Bytes of an object that PostgreSQL keeps apart from its row, even compressed. */
const LARGE = 16_000;

/** The statement of an aggregate; with `among`, of these groups alone. */
function statementOf(dialect: SqlDialect, query: string, among?: readonly string[]): Query {
  const plan = planAggregate(sampleModel, new URLSearchParams(query));
  const groups = plan.groups.map((key) => ({ ...key, ...(among && { among }) }));
  return aggregateQuery({ dialect, tables: sampleModel, plan: { ...plan, groups } });
}

/** A record whose bytes are many, and of all sorts. */
function largeRecord(number: number): ReturnType<typeof sampleRecord> {
  const values = { title: `t${number % 7}`, size: number, tags: [`tag${number % 5}`], serial: number };
  const padding = Array.from({ length: LARGE / 8 }, (_, at) => ((number * 7919 + at * 104_729) % 2 ** 31).toString(36));
  return { ...sampleRecord(`n${number}`, { values }), data: Buffer.from(JSON.stringify(padding)) };
}

async function fill({ store }: TestDatabase): Promise<void> {
  for (let first = 0; first < SIZE; first += 50)
    await Promise.all(Array.from({ length: 50 }, (_, at) => store.create(sampleModel, largeRecord(first + at))));
}

const byTitle = "aggregate=count&groupBy=spec.title";
const sumByTitle = "aggregate=count,sum(spec.size),max(spec.serial)&groupBy=spec.title";

describe("how SQLite reads for counts and sums", () => {
  let database: TestDatabase;
  let reader: Database.Database;

  beforeAll(async () => {
    database = await openTestDatabase("sqlite file", [sampleModel]);
    await fill(database);
    await database.closeStores();
    reader = new Database(database.url.slice("file:".length), { readonly: true });
    reader.function("cmgen_in_time", { deterministic: false }, () => 1);
  });
  afterAll(async () => {
    reader.close();
    await database.close();
  });

  const stepsOf = (query: string, among?: readonly string[]): readonly string[] => {
    const { sql, values } = statementOf(sqliteDialect, query, among);
    const rows = reader.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values) as { readonly detail: string }[];
    return rows.map(({ detail }) => detail);
  };

  it("counts along the index of the groups, and looks at no object", () => {
    expect(stepsOf(byTitle)).toEqual(["SCAN o USING COVERING INDEX sample_example_com_samples_x_spec_title_id_idx"]);
    expect(stepsOf("aggregate=sum(spec.size),max(spec.size)")[0]).toBe(
      "SCAN o USING COVERING INDEX sample_example_com_samples_x_spec_size_id_idx",
    );
  });

  it("adds another index's values in one scan of the table, and not along an index that says where each object is", () => {
    expect(stepsOf(sumByTitle)).toEqual(["SCAN o", "USE TEMP B-TREE FOR GROUP BY"]);
    expect(stepsOf("aggregate=sum(spec.size)&groupBy=month(spec.due)")).toEqual([
      "SCAN o",
      "USE TEMP B-TREE FOR GROUP BY",
    ]);
  });

  it("finds what a selector selects by its index", () => {
    expect(stepsOf(`${sumByTitle}&fieldSelector=spec.size<10`)).toEqual([
      "SEARCH o USING INDEX sample_example_com_samples_x_spec_size_id_idx (x_spec_size<?)",
      "USE TEMP B-TREE FOR GROUP BY",
    ]);
    expect(stepsOf(`${sumByTitle}&fieldSelector=spec.tags=tag1`)).toContain(
      "SEARCH o USING INTEGER PRIMARY KEY (rowid=?)",
    );
  });

  it("counts in some groups by the index of these, and no others", () => {
    const groups = Array.from({ length: 20 }, (_, at) => `t${at}`);
    expect(stepsOf(`${byTitle}&fieldSelector=spec.title in (${groups.join(",")})`)).toEqual([
      "SEARCH o USING COVERING INDEX sample_example_com_samples_x_spec_title_id_idx (x_spec_title=?)",
    ]);
    const byTag = "aggregate=count&groupBy=spec.tags";
    expect(stepsOf(byTag, groups)).toEqual([
      "SEARCH v0 USING COVERING INDEX sample_example_com_samples___x_spec_tags_value_idx (value=?)",
      "SEARCH o USING INTEGER PRIMARY KEY (rowid=?)",
    ]);
  });
});

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Loops": number;
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: readonly PlanNode[];
}

describe("how PostgreSQL reads for counts and sums", () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    database = await openTestDatabase("postgresql", [sampleModel]);
    await fill(database);
    await execute(database.url, "VACUUM ANALYZE");
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.close();
  });

  async function planOf(query: string, among?: readonly string[]): Promise<PlanNode> {
    const { sql, values } = statementOf(postgresDialect, query, among);
    const { rows } = await client.query<{ "QUERY PLAN": readonly [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${publicSchema.names.fill(sql)}`,
      values,
    );
    const [row] = rows;
    if (row === undefined) throw new Error("There is no plan");
    return row["QUERY PLAN"][0].Plan;
  }

  const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

  it.each([byTitle, sumByTitle, "aggregate=sum(spec.size)&groupBy=month(spec.due)"])(
    "reads the table once and none of the bytes: %s",
    async (query) => {
      const plan = await planOf(query);
      const scans = nodesOf(plan).filter((node) => node["Relation Name"] !== undefined);
      expect(scans.map((scan) => [scan["Relation Name"], scan["Actual Loops"]])).toEqual([[sampleModel.table, 1]]);
      const { rows } = await client.query<{ pages: number; toast: number }>(
        `SELECT (pg_relation_size(oid) / 8192)::int AS pages, (pg_relation_size(reltoastrelid) / 8192)::int AS toast
         FROM pg_class WHERE relname = $1`,
        [sampleModel.table],
      );
      const { pages = 0, toast = 0 } = rows[0] ?? {};
      const read = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
      expect(read).toBeLessThanOrEqual(pages + 10);
      // The bytes would be many times as much.
      expect(toast).toBeGreaterThan(5 * (pages + 10));
    },
  );

  it("finds what a selector selects by its index", async () => {
    const nodes = nodesOf(await planOf(`${sumByTitle}&fieldSelector=spec.size<3`));
    expect(nodes.map((node) => node["Node Type"]).join()).toMatch(/Index Scan/);
  });
});
