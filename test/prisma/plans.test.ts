import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { person } from "../../packages/generator/src/model/people.test.fixture.js";
import { labelTableName, tableName } from "../../packages/generator/src/storage/table-name.js";
import { deployMigrationsTo } from "../../packages/store/src/migrate/migration-status.js";
import { createDatabase } from "../postgres/create-database.js";
import { createPlugin, type Provider } from "./generated-plugin.js";
import { withRawDatabase } from "./raw-database.js";

const [table, labels] = [tableName(person), labelTableName(person)];
const tags = `${table}___x_spec_tags`;

/** Enough that no planner would rather read all of it. */
const SIZE = 20_000;

/** Numbers from 1, in both databases' SQL. */
const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${SIZE})`;

const fill = (provider: Provider): string => {
  const bytes = provider === "sqlite" ? "CAST('{}' AS BLOB)" : "convert_to('{}', 'UTF8')";
  return `
INSERT INTO "${table}" (name, version, created_at, data, x_spec_name, x_spec_age, x_initial)
${numbers} SELECT 'person-' || i, 1, i / 3, ${bytes}, 'Name ' || i, CASE WHEN i % 10 > 0 THEN i % 150 END, CAST(i % 7 AS TEXT) FROM n;
INSERT INTO "${labels}" (object_id, key, value) SELECT id, 'example.com/team', 'team ' || (id % 400) FROM "${table}";
INSERT INTO "${tags}" (object_id, value) SELECT id, 'tag ' || (id % 400) FROM "${table}";
ANALYZE;`;
};

/** What the planner would do, as text. */
async function planOf(url: string, select: string): Promise<string> {
  const prefix = url.startsWith("postgresql:") ? "EXPLAIN (COSTS OFF)" : "EXPLAIN QUERY PLAN";
  const rows = await withRawDatabase(url, (database) => database.rows(`${prefix} ${select}`));
  return rows.map((row) => row["QUERY PLAN"] ?? row["detail"]).join("\n");
}

async function deployPeople(url: string, provider: Provider): Promise<void> {
  const plugin = await createPlugin();
  await plugin.generate([person]);
  await deployMigrationsTo(url, await plugin.migrations(provider));
  await plugin.dispose();
}

/** A page of 20 in an order, asked for as the store does: with absent values where the contract wants them. */
function page(provider: Provider, column: string, direction: "ASC" | "DESC"): string {
  const absent = direction === "ASC" ? " NULLS FIRST" : " NULLS LAST";
  const order = `${column} ${direction}${provider === "sqlite" || column === "created_at" ? "" : absent}`;
  return `SELECT id FROM "${table}" ORDER BY ${order}, id ${direction} LIMIT 20`;
}

describe.each<Provider>(["sqlite", "postgresql"])("indexes on %s", (provider) => {
  const sort = provider === "sqlite" ? /TEMP B-TREE/ : /Sort/;
  let folder = "";
  let url = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cmgen-plans-"));
    url = provider === "sqlite" ? `file:${join(folder, "people.db")}` : await createDatabase();
    await deployPeople(url, provider);
    await withRawDatabase(url, (database) => database.execute(fill(provider)));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each([
    ["created_at", "ASC", "created_at_id_idx"],
    ["created_at", "DESC", "created_at_id_idx"],
    ["x_spec_age", "ASC", "x_spec_age_id_idx"],
    ["x_spec_age", "DESC", "x_spec_age_id_idx"],
    ["x_initial", "ASC", "x_initial_id_idx"],
    ["x_initial", "DESC", "x_initial_id_idx"],
  ] as const)("%s %s with ties by creation is the order of an index", async (column, direction, index) => {
    const plan = await planOf(url, page(provider, column, direction));
    expect(plan).toContain(`${table}_${index}`);
    expect(plan).not.toMatch(sort);
  });

  test.each([
    ["x_spec_name", "ASC", "x_spec_name_key"],
    ["x_spec_name", "DESC", "x_spec_name_key"],
  ] as const)("%s %s is the order of a unique index; PostgreSQL sorts ties", async (column, direction, index) => {
    const plan = await planOf(url, page(provider, column, direction));
    expect(plan).toContain(`${table}_${index}`);
    // SQLite's indexes end in the id.
    if (provider === "sqlite") expect(plan).not.toMatch(sort);
    else expect(plan).toContain("Incremental Sort");
  });

  test.each([
    ["an object by name", `SELECT id FROM "${table}" WHERE name = 'person-7'`, `${table}_name_key`],
    ["a range", `SELECT id FROM "${table}" WHERE x_spec_age > 148 AND x_spec_age < 150`, `${table}_x_spec_age_id_idx`],
    [
      "a prefix",
      `SELECT id FROM "${table}" WHERE x_spec_name >= 'Name 77' AND x_spec_name < 'Name 78'`,
      `${table}_x_spec_name_key`,
    ],
    [
      "objects that are being deleted",
      `SELECT id FROM "${table}" WHERE deleted_at IS NOT NULL`,
      `${table}_deleted_at_idx`,
    ],
    [
      "a label",
      `SELECT object_id FROM "${labels}" WHERE key = 'example.com/team' AND value = 'team 7'`,
      `${labels}_key_value_object_id_idx`,
    ],
    [
      "an object's label",
      `SELECT value FROM "${labels}" WHERE object_id = 7 AND key = 'example.com/team'`,
      provider === "sqlite" ? "PRIMARY KEY" : `${labels}_pkey`,
    ],
    ["a value of many", `SELECT object_id FROM "${tags}" WHERE value = 'tag 7'`, `${tags}_value_object_id_idx`],
  ])("%s is found in an index", async (_, select, index) => {
    const plan = await planOf(url, select);
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan|SCAN/);
  });
});

describe("text on PostgreSQL", () => {
  test("compares by code point, whatever the database's own language", async () => {
    const name = `test_icu_${process.pid}`;
    const server = inject("postgresUrl");
    const admin = new pg.Client({ connectionString: `${server}/postgres` });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'`);
    await admin.end();
    const url = `${server}/${name}`;
    await deployPeople(url, "postgresql");
    const inOrder = await withRawDatabase(url, async (database) => {
      const [one] = await database.rows("SELECT 'a' < 'B' AS language");
      expect(one).toEqual({ language: true });
      for (const [at, value] of ["é", "a", "B", "_", "ab", "𐐷", "\ufb01"].entries()) {
        await database.execute(
          `INSERT INTO "${table}" (name, version, created_at, data, x_initial) VALUES ('${value}', 1, ${at}, '', '${value}')`,
        );
      }
      return database.rows(`SELECT x_initial AS value FROM "${table}" ORDER BY x_initial`);
    });
    expect(inOrder.map(({ value }) => value)).toEqual(["B", "_", "a", "ab", "é", "\ufb01", "𐐷"]);
  });
});
