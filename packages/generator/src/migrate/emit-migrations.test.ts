import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { GeneratedFile } from "../emitter/emitter.js";
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
    expect(files[4]?.contents).toContain('("x_spec_age" NULLS FIRST, "id");');
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
      "-- ForgetIndexes
      DELETE FROM "cmgen_indexes" WHERE "table" = 'people_example_com_people' AND "index" = 'spec.gender';

      -- AlterTable
      ALTER TABLE "people_example_com_people" ADD COLUMN "x_spec_gender" TEXT;

      -- CreateIndex
      CREATE INDEX "people_example_com_people_x_spec_gender_id_idx" ON "people_example_com_people"("x_spec_gender", "id");
      "
    `);
    expect(files[4]?.contents).toMatchInlineSnapshot(`
      "-- ForgetIndexes
      DELETE FROM "cmgen_indexes" WHERE "table" = 'people_example_com_people' AND "index" = 'spec.gender';

      -- AlterTable
      ALTER TABLE "people_example_com_people" ADD COLUMN     "x_spec_gender" TEXT COLLATE "C";

      -- CreateIndex
      CREATE INDEX "people_example_com_people_x_spec_gender_id_idx" ON "people_example_com_people"("x_spec_gender" NULLS FIRST, "id");
      "
    `);
  });

  test("an index that goes loses nothing, and keeps what else is in the table", async () => {
    const project = withIndexes(...person.indexes.filter(({ name }) => name !== "spec.age" && name !== "spec.tags"));
    const { files, losses } = await emitMigrations(project, root, options);
    expect(losses).toEqual([]);
    expect(paths(files)[2]).toBe("prisma/migrations/20260131100000_index_person/migration.sql");
    expect(files[2]?.contents).toMatchInlineSnapshot(`
      "-- ForgetIndexes
      DELETE FROM "cmgen_indexes" WHERE "table" = 'people_example_com_people' AND "index" = 'spec.age';
      DELETE FROM "cmgen_indexes" WHERE "table" = 'people_example_com_people' AND "index" = 'spec.tags';

      -- DropIndexValues
      DROP INDEX "people_example_com_people_x_spec_age_id_idx";
      ALTER TABLE "people_example_com_people" DROP COLUMN "x_spec_age";
      DROP TABLE "people_example_com_people___x_spec_tags";
      "
    `);
    expect(files[4]?.contents).toMatchInlineSnapshot(`
      "-- ForgetIndexes
      DELETE FROM "cmgen_indexes" WHERE "table" = 'people_example_com_people' AND "index" = 'spec.age';
      DELETE FROM "cmgen_indexes" WHERE "table" = 'people_example_com_people' AND "index" = 'spec.tags';

      -- DropIndexValues
      DROP INDEX "people_example_com_people_x_spec_age_id_idx";
      ALTER TABLE "people_example_com_people" DROP COLUMN "x_spec_age";
      DROP TABLE "people_example_com_people___x_spec_tags";
      "
    `);
  });

  test("an index that is now unique is emptied, so that the service can say who has a value twice", async () => {
    const initial = indexModel("initial", 2, { source: "function", unique: true });
    const tags = indexModel("spec.tags", 3, { source: "function", multi: true, unique: true });
    const { files, losses } = await emitMigrations(
      withIndexes(...person.indexes.slice(0, 2), initial, tags),
      root,
      options,
    );
    expect(losses).toEqual([]);
    expect(files[2]?.contents).toMatchInlineSnapshot(`
      "-- ForgetIndexes
      DELETE FROM "cmgen_indexes" WHERE "table" = 'people_example_com_people' AND "index" = 'initial';
      DELETE FROM "cmgen_indexes" WHERE "table" = 'people_example_com_people' AND "index" = 'spec.tags';

      -- DropIndexValues
      DROP INDEX "people_example_com_people_x_initial_id_idx";
      ALTER TABLE "people_example_com_people" DROP COLUMN "x_initial";
      DROP TABLE "people_example_com_people___x_spec_tags";

      -- AlterTable
      ALTER TABLE "people_example_com_people" ADD COLUMN "x_initial" TEXT;

      -- CreateTable
      CREATE TABLE "people_example_com_people___x_spec_tags" (
          "object_id" INTEGER NOT NULL,
          "value" TEXT NOT NULL,

          PRIMARY KEY ("object_id", "value"),
          CONSTRAINT "people_example_com_people___x_spec_tags_object_id_fkey" FOREIGN KEY ("object_id") REFERENCES "people_example_com_people" ("id") ON DELETE CASCADE ON UPDATE CASCADE
      ) WITHOUT ROWID;

      -- CreateIndex
      CREATE UNIQUE INDEX "people_example_com_people___x_spec_tags_value_key" ON "people_example_com_people___x_spec_tags"("value");

      -- CreateIndex
      CREATE UNIQUE INDEX "people_example_com_people_x_initial_key" ON "people_example_com_people"("x_initial");
      "
    `);
    expect(files[4]?.contents.startsWith(files[2]?.contents.split("\n\n")[0] ?? "nothing")).toBe(true);
  });

  test("a model that goes is a loss", async () => {
    const { files, losses } = await emitMigrations(projectOf(), root, { ...options, name: "farewell" });
    expect(losses).toEqual(["drops table people_example_com_people and all objects in it"]);
    expect(paths(files)[2]).toBe("prisma/migrations/20260131100000_farewell/migration.sql");
    expect(files[2]?.contents).toContain('DELETE FROM "cmgen_indexes" WHERE "table" = \'people_example_com_people\';');
    expect(files[2]?.contents).toContain('DROP TABLE "people_example_com_people";');
  });

  test("a model that comes is compared alone, whatever else there is", async () => {
    const project = { ...person, kind: "Project", plural: "projects", singular: "project", indexes: [] };
    const { files } = await emitMigrations(projectOf(person, project), root, options);
    expect(files[2]?.path).toContain("_add_project/");
    expect(files[2]?.contents.match(/^CREATE TABLE ".*"/gm)).toEqual([
      'CREATE TABLE "people_example_com_projects"',
      'CREATE TABLE "people_example_com_projects___labels"',
    ]);
    expect(files[2]?.contents).not.toMatch(/people_example_com_people|cmgen_/);
  });

  test("a database that is new to the config gets its first migration", async () => {
    rmSync(join(root, "prisma/postgresql"), { recursive: true });
    const { files } = await emitMigrations(people, root, { ...options, time: new Date("2026-02-01T00:00:00Z") });
    expect(paths(files).filter((path) => path.endsWith(".sql"))).toEqual([
      "prisma/postgresql/migrations/20260201000000_init/migration.sql",
    ]);
  });

  test("a migration that was deleted is made again", async () => {
    const project = withIndexes(...person.indexes, indexModel("spec.gender", 4));
    const later = { ...options, time: new Date("2026-02-01T00:00:00Z") };
    const { files } = await emitMigrations(project, root, later);
    write(files);
    for (const folder of ["prisma", "prisma/postgresql"]) {
      rmSync(join(root, folder, "migrations/20260201000000_index_person"), { recursive: true });
    }
    expect((await emitMigrations(project, root, later)).files).toEqual(files);
  });

  test("a migration that was edited, or written by hand, is left alone", async () => {
    writeFileSync(join(root, "prisma/migrations/20260131095959_init/migration.sql"), "-- edited");
    write([{ path: "prisma/migrations/20260201000000_fill/migration.sql", contents: "-- by hand" }]);
    expect(paths((await emitMigrations(people, root, options)).files)).toHaveLength(2);
  });

  test("a snapshot that cannot be read says where it is and what is wrong", async () => {
    writeFileSync(join(root, "prisma/migrations/20260131095959_init/snapshot.json"), "{}");
    await expect(emitMigrations(people, root, options)).rejects.toThrow(
      /20260131095959_init.snapshot\.json cannot be used: its "version" is not 1\. Restore it from version control\./,
    );
  });
});
