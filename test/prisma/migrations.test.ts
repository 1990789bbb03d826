import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { migrationScript } from "../../packages/generator/src/migrate/migration-script.js";
import { indexModel, person } from "../../packages/generator/src/model/people.test.fixture.js";
import type { Column, DatabaseSchema } from "../../packages/generator/src/storage/database-schema.js";
import { databaseSchemaOf } from "../../packages/generator/src/storage/database-schema-of.js";
import { labelTableName, tableName } from "../../packages/generator/src/storage/table-name.js";
import { deployMigrationsTo } from "../../packages/store/src/migrate/migration-status.js";
import { createDatabase } from "../postgres/create-database.js";
import { createPlugin, type GeneratedPlugin, type Provider } from "./generated-plugin.js";
import { withLiveEngine } from "./live-engine.js";
import { withRawDatabase } from "./raw-database.js";

describe.each<Provider>(["sqlite", "postgresql"])("migrations on %s", (provider) => {
  let plugin: GeneratedPlugin;
  let folder = "";
  let databases = 0;

  beforeEach(async () => {
    plugin = await createPlugin();
    folder = await mkdtemp(join(tmpdir(), "cmgen-databases-"));
  });

  afterEach(async () => {
    await plugin.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const emptyDatabase = async () =>
    provider === "sqlite" ? `file:${join(folder, `${(databases += 1)}.db`)}` : createDatabase();

  test("lead to what the Prisma schema says", async () => {
    await plugin.generate([person]);
    const url = await emptyDatabase();
    await deployMigrationsTo(url, await plugin.migrations(provider));
    await withLiveEngine(url, async (engine) => {
      expect(await engine.drift(plugin.schema(provider, [person]))).toBe("");
    });
  });

  test("are applied as Prisma Migrate would have, by its own account", async () => {
    await plugin.generate([person]);
    const migrations = await plugin.migrations(provider);
    const url = await emptyDatabase();
    await deployMigrationsTo(url, migrations);
    await withLiveEngine(url, async (engine) => {
      const inOrder = { editedMigrationNames: [], failedMigrationNames: [], hasMigrationsTable: true, history: null };
      expect(await engine.status(migrations)).toMatchObject(inOrder);
      expect(await engine.deploy(migrations)).toEqual([]);
      const [first] = migrations;
      expect(
        await engine.status([
          { name: "0_other", sql: "" },
          { name: first?.name ?? "", sql: "-- edited" },
        ]),
      ).toMatchObject({
        editedMigrationNames: [first?.name],
        history: { diagnostic: "databaseIsBehind" },
      });
    });
  });

  test("that Prisma Migrate applied are not applied again", async () => {
    await plugin.generate([person]);
    const migrations = await plugin.migrations(provider);
    const url = await emptyDatabase();
    await withLiveEngine(url, async (engine) => {
      expect(await engine.deploy(migrations)).toEqual(migrations.map(({ name }) => name));
    });
    expect(await deployMigrationsTo(url, migrations)).toEqual([]);
  });

  test("of models with names that nobody expects are as good", async () => {
    const long = `spec.${"aLongWay".repeat(9)}`;
    const names = [
      'it\'s "so"; DROP TABLE cmgen_revision; --',
      "日本",
      "__proto__",
      "spec.firstName",
      "spec.first.name",
      long,
      `${long}Too`,
    ];
    const indexes = names.flatMap((name, at) => [
      indexModel(name, at, { unique: at % 2 === 0 }),
      indexModel(`many ${name}`, at + names.length, { multi: true, unique: at % 2 === 1 }),
    ]);
    const models = [
      { ...person, indexes },
      { ...person, group: "pg", plural: "class" },
      { ...person, group: "cmgen", plural: "changes" },
      { ...person, group: `${"long-".repeat(8)}group.example.com`, plural: "people-of-a-very-long-name", indexes },
    ];
    const url = await emptyDatabase();
    for (const some of [
      models.slice(1),
      models,
      models.map((model) => ({ ...model, indexes: model.indexes.slice(1) })),
    ]) {
      await plugin.generate(some);
      await deployMigrationsTo(url, await plugin.migrations(provider));
      expect(await withLiveEngine(url, (engine) => engine.drift(plugin.schema(provider, some)))).toBe("");
    }
    await withRawDatabase(url, async (database) => {
      expect(await database.rows("SELECT count(*) AS rows FROM cmgen_revision")).toHaveLength(1);
    });
  });

  test("that make a table again keep what is in it, and what refers to it", async () => {
    await plugin.generate([person]);
    const url = await emptyDatabase();
    const migrations = await plugin.migrations(provider);
    await deployMigrationsTo(url, migrations);
    const [table, labels] = [tableName(person), labelTableName(person)];
    await withRawDatabase(url, (database) =>
      database.execute(`
INSERT INTO "${table}" (id, name, version, created_at, deleted_at, data) VALUES (1, 'ann', 1, 7, 8, 'a'), (2, 'bob', 1, 7, 9, 'b');
INSERT INTO "${labels}" (object_id, key, value) VALUES (1, 'example.com/a', 'x'), (2, 'example.com/a', 'y');`),
    );
    const from = databaseSchemaOf({ models: [person] });
    const sql = await migrationScript({ provider }, from, withOtherColumns(from));
    expect(sql.match(/CREATE TABLE/g)?.length ?? 0).toBe(provider === "sqlite" ? 2 : 0);
    await deployMigrationsTo(url, [...migrations, { name: "29990101000000_other_columns", sql }]);
    await withRawDatabase(url, async (database) => {
      const joined = `SELECT o.name, o.deleted_at, l.value FROM "${table}" o JOIN "${labels}" l ON l.object_id = o.id ORDER BY o.id`;
      expect(await database.rows(joined)).toEqual([
        { name: "ann", deleted_at: "8", value: "x" },
        { name: "bob", deleted_at: "9", value: "y" },
      ]);
    });
  });
});

/** The schema with one column of another type, and one that may be empty: such as only a new release of cmgen would want. */
function withOtherColumns({ tables }: DatabaseSchema): DatabaseSchema {
  const changed = (column: Column): Column => {
    if (column.name === "deleted_at") return { ...column, type: "text" };
    return column.name === "value" && column.index === undefined ? { ...column, nullable: true } : column;
  };
  return {
    tables: tables.map((table) => ({
      ...table,
      columns: table.index === undefined ? table.columns.map(changed) : table.columns,
    })),
  };
}
