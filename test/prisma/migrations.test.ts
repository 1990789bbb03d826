import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { person } from "../../packages/generator/src/model/people.test.fixture.js";
import { deployMigrationsTo } from "../../packages/runtime/src/migrate/migration-status.js";
import { createDatabase } from "../postgres/create-database.js";
import { createPlugin, type GeneratedPlugin, type Provider } from "./generated-plugin.js";
import { withLiveEngine } from "./live-engine.js";

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
});
