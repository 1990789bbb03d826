import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrationStatus } from "../../packages/store/dist/migrate/migration-status.js";
import { readMigrations } from "../../packages/store/dist/migrate/migration.js";
import { createDatabase } from "../postgres/create-database.js";
import { withRawDatabase } from "../prisma/raw-database.js";
import { peopleFolder } from "../people/people-service.js";
import { databases } from "./people-server.js";
import { ServiceProcess } from "./service-process.js";

const entry = fileURLToPath(new URL("../../examples/people/dist/generated/server.js", import.meta.url));
const objects = "people_example_com_people";

describe.each(databases)("a start that cannot succeed on %s", (database) => {
  const isSqlite = database === "sqlite";
  let folder = "";
  let url = "";
  let migrations = "";

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cmgen-start-"));
    url = isSqlite ? `file:${join(folder, "people.db")}` : await createDatabase();
    await cp(join(peopleFolder, "prisma"), join(folder, "prisma"), { recursive: true });
    migrations = join(folder, isSqlite ? "prisma/migrations" : "prisma/postgresql/migrations");
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** The script of the newest migration, with something behind it. */
  const append = async (sql: string) => {
    const newest = (await readMigrations(migrations)).at(-1);
    await writeFile(join(migrations, newest?.name ?? "", "migration.sql"), `${newest?.sql}\n${sql}\n`);
  };
  /** Runs the compiled service with the folder's migrations. */
  const start = (environment: Readonly<Record<string, string>> = {}) => {
    const script = `import { plugin } from ${JSON.stringify(new URL("plugin.js", `file://${entry}`).href)};
      import { runServer } from ${JSON.stringify(import.meta.resolve("@cmgen/runtime"))};
      const migrations = ${JSON.stringify({ [isSqlite ? "sqlite" : "postgresql"]: `file://${migrations}` })};
      await runServer({ plugins: [plugin], root: plugin.root, migrations });`;
    const command = ["--input-type=module", "-e", script];
    return new ServiceProcess(command, { CMGEN_DATABASE_URL: url, ...environment }, peopleFolder);
  };
  const states = async () => (await migrationStatus(url, await readMigrations(migrations))).map(({ state }) => state);
  const all = async (state: string) => (await readdir(migrations)).filter((name) => /^\d/.test(name)).map(() => state);
  const run = async (sql: string) => withRawDatabase(url, (raw) => raw.execute(sql));

  it.each([
    [
      `ALTER TABLE "${objects}" RENAME COLUMN x_initial TO other;`,
      `- there is no column x_initial of the table ${objects} (index initial)`,
    ],
    [`DROP TABLE "${objects}___x_spec_tags";`, `- there is no table ${objects}___x_spec_tags`],
    [
      `DROP INDEX "${objects}_x_spec_name_key";`,
      `- the column x_spec_name of the table ${objects} (index spec.name) has no unique index; it must have one`,
    ],
    ["ALTER TABLE cmgen_changes DROP COLUMN previous;", "- there is no column previous of the table cmgen_changes"],
  ])("leaves an empty database empty: %s", async (sql, problem) => {
    await append(sql);
    const { code, error } = await start().ended;
    expect([code, error.trimEnd().split("\n")]).toEqual([
      1,
      [
        expect.stringMatching(/tables are not as this release's models need them/),
        problem,
        expect.stringMatching(/cmgen generate/),
      ],
    ]);
    expect(await states()).toEqual(await all("pending"));
    await expect(run(`SELECT * FROM "${objects}"`)).rejects.toThrow(objects);
  });

  it("finds a column of another type", async () => {
    await append(
      isSqlite
        ? `DROP INDEX "${objects}_x_spec_age_name_idx"; ALTER TABLE "${objects}" DROP COLUMN x_spec_age; ALTER TABLE "${objects}" ADD COLUMN x_spec_age TEXT;`
        : `ALTER TABLE "${objects}" ALTER COLUMN x_spec_age TYPE text;`,
    );
    const { code, error } = await start().ended;
    expect([code, error]).toEqual([
      1,
      expect.stringContaining("(index spec.age) holds text; it must hold whole numbers"),
    ]);
  });

  it("says which line of which migration failed", async () => {
    await append("SELECT nothing;");
    const { code, error } = await start().ended;
    expect([code, error]).toEqual([
      1,
      expect.stringMatching(
        /^Migration \d+_\w+: line \d+ of migration\.sql: .*nothing.*\n {4}SELECT nothing\nEverything was rolled back/,
      ),
    ]);
    expect(await states()).toEqual(await all("pending"));
  });

  it("does not serve tables that fit no more, migrating or not", async () => {
    const served = start();
    await served.url();
    expect((await served.end("SIGTERM")).code).toBe(0);
    await run(`DROP TABLE "${objects}___x_spec_tags"`);
    for (const environment of [{}, { CMGEN_MIGRATE: "false" }]) {
      const { code, error } = await start(environment).ended;
      expect([code, error]).toEqual([1, expect.stringContaining(`there is no table ${objects}___x_spec_tags`)]);
    }
  });

  it("is not the start of an older release on a database that has more", async () => {
    await run(`CREATE TABLE later (id INTEGER)`);
    const first = start();
    await first.url();
    await first.end("SIGTERM");
    await run(`ALTER TABLE "${objects}" ADD COLUMN x_later TEXT`);
    const older = start();
    await older.url();
    expect((await older.end("SIGTERM")).code).toBe(0);
  });
});
