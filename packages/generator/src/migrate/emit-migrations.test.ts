import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { GeneratedFile } from "../emit/emitter.js";
import type { Model, ProjectModel } from "../model/model.js";
import { indexModel, people, person } from "../model/people.test.fixture.js";
import { emitMigrations, type MigrationOptions } from "./emit-migrations.js";

const options: MigrationOptions = {
  prismaDir: "prisma",
  databases: ["sqlite", "postgresql"],
  time: new Date("2026-01-31T09:59:59Z"),
};
let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cmgen-migrate-"));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(files: readonly GeneratedFile[]): void {
  for (const { path, contents } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), contents);
  }
}

const projectOf = (...models: Model[]): ProjectModel => ({ ...people, models });
const withIndexes = (...indexes: Model["indexes"]): ProjectModel => projectOf({ ...person, indexes });
const paths = (files: readonly GeneratedFile[]) => files.map(({ path }) => path);

describe("the first migration", () => {
  test("is called init and makes every table, for each database", async () => {
    const { files, losses } = await emitMigrations(people, root, options);
    expect(paths(files)).toEqual([
      "prisma/migrations/migration_lock.toml",
      "prisma/postgresql/migrations/migration_lock.toml",
      "prisma/migrations/20260131095959_init/migration.sql",
      "prisma/migrations/20260131095959_init/snapshot.json",
      "prisma/postgresql/migrations/20260131095959_init/migration.sql",
      "prisma/postgresql/migrations/20260131095959_init/snapshot.json",
    ]);
    expect(losses).toEqual([]);
    expect(files[0]?.contents).toContain('provider = "sqlite"');
    expect(files[2]?.contents).toContain('CREATE TABLE "people_example_com_people" (');
    expect(files[4]?.contents).toContain('"name" TEXT COLLATE "C" NOT NULL');
    expect(files[4]?.contents).toContain('("x_spec_age" DESC NULLS LAST, "name");');
  });

  test("is the same whenever it is made", async () => {
    const [one, other] = [await emitMigrations(people, root, options), await emitMigrations(people, root, options)];
    expect(one).toEqual(other);
  });
});

describe("later migrations", () => {
  beforeEach(async () => {
    write((await emitMigrations(people, root, options)).files);
  });

  test("there is none where nothing changed", async () => {
    const { files } = await emitMigrations(people, root, { ...options, time: new Date() });
    expect(paths(files)).toEqual([
      "prisma/migrations/migration_lock.toml",
      "prisma/postgresql/migrations/migration_lock.toml",
    ]);
  });

  test("a new index adds a column and an index", async () => {
    const project = withIndexes(...person.indexes, indexModel("spec.gender", 4));
    const { files } = await emitMigrations(project, root, { ...options, time: new Date("2026-02-01T00:00:00Z") });
    expect(files[2]).toMatchObject({
      path: "prisma/migrations/20260201000000_index_person/migration.sql",
      ifExists: "keep",
    });
    expect(files[2]?.contents).toMatchInlineSnapshot(`
      "-- ResetIndexes
      DELETE FROM "cmgen_indexes" WHERE "table" = 'people_example_com_people' AND "index" = 'spec.gender';

      -- AlterTable
      ALTER TABLE "people_example_com_people" ADD COLUMN "x_spec_gender" TEXT;

      -- CreateIndex
      CREATE INDEX "people_example_com_people_x_spec_gender_name_idx" ON "people_example_com_people"("x_spec_gender", "name");
      "
    `);
    expect(files[4]?.contents).toMatchInlineSnapshot(`
      "-- ResetIndexes
      DELETE FROM "cmgen_indexes" WHERE "table" = 'people_example_com_people' AND "index" = 'spec.gender';

      -- AlterTable
      ALTER TABLE "people_example_com_people" ADD COLUMN     "x_spec_gender" TEXT COLLATE "C";

      -- CreateIndex
      CREATE INDEX "people_example_com_people_x_spec_gender_name_idx" ON "people_example_com_people"("x_spec_gender" NULLS FIRST, "name");
      "
    `);
  });
});
