import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openDatabase, openStore } from "../../packages/store/dist/open/open-database.js";
import { emptyDatabase, engineNames } from "./engines.js";
import { physicalSchema } from "./physical-schema.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

describe.each(engineNames)("opening a store on %s", (engine) => {
  const sql = physicalSchema(engine === "postgresql" ? "postgresql" : "sqlite", [sampleModel]);
  const migrations = [{ name: "20300101000000_init", sql }];

  it("is refused until the database is migrated, and does not migrate it", async () => {
    const { url, cleanUp } = await emptyDatabase(engine);
    const database = openDatabase(url);
    const refused =
      /^The database (has no table cmgen_revision|file .* does not exist): .* with `cmgen migrate deploy`\.$/;
    await expect(database.openStore()).rejects.toMatchObject({
      name: "NotMigratedError",
      message: expect.stringMatching(refused) as string,
    });
    await expect(database.openStore()).rejects.toThrow(refused);
    expect(await database.migrate(migrations)).toEqual(["20300101000000_init"]);
    expect(await database.migrate(migrations)).toEqual([]);
    const store = await database.openStore();
    expect(await store.create(sampleModel, sampleRecord("a"))).toEqual({ revision: 1 });
    await store.close();
    await cleanUp();
  });

  it("by its URL gives up the connection where it is refused", async () => {
    const { url, cleanUp } = await emptyDatabase(engine);
    await expect(openStore(url)).rejects.toThrow(/migrations have not been applied/);
    await cleanUp();
  });

  it.skipIf(engine === "sqlite memory")("by its URL finds what was migrated before", async () => {
    const { url, cleanUp } = await emptyDatabase(engine);
    const database = openDatabase(url);
    await database.migrate(migrations);
    await database.close();
    const store = await openStore(url);
    expect(await store.revision()).toBe(0);
    await store.close();
    await cleanUp();
  });
});

describe("opening the store of a SQLite file that does not exist", () => {
  it.each([
    ["in a folder", "data.db"],
    ["in a folder that does not exist", "folder/data.db"],
  ])("%s is refused and makes nothing", async (_, path) => {
    const folder = await mkdtemp(join(tmpdir(), "cmgen-missing-"));
    const file = join(folder, path);
    await expect(openStore(`file:${file}`)).rejects.toMatchObject({
      name: "NotMigratedError",
      message: `The database file ${file} does not exist: its migrations have not been applied. Apply them with \`cmgen migrate deploy\`.`,
    });
    const database = openDatabase(`file:${file}`);
    await expect(database.openStore()).rejects.toThrow(/does not exist/);
    await database.close();
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
