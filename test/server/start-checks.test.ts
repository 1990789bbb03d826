import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { tenantByPath, type ServerOptions } from "@cmgen/runtime";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrationStatus } from "../../packages/store/dist/migrate/migration-status.js";
import { readMigrations } from "../../packages/store/dist/migrate/migration.js";
import { createDatabase } from "../postgres/create-database.js";
import { withRawDatabase } from "../prisma/raw-database.js";
import { peopleFolder } from "../people/people-service.js";
import { databases, startPeople } from "./people-server.js";
import { ServiceProcess } from "./service-process.js";

const compiled = new URL("../../examples/people/dist/generated/plugin.js", import.meta.url);
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
  const ownMigrations = (): NonNullable<ServerOptions["migrations"]> => ({
    [isSqlite ? "sqlite" : "postgresql"]: pathToFileURL(migrations).href,
  });
  /** Starts the service with the folder's migrations in this process, and stops it. */
  const startAndStop = async (options: Partial<ServerOptions> = {}): Promise<void> => {
    const server = await startPeople(database, { databaseUrl: url, migrations: ownMigrations(), ...options });
    await server.close();
  };
  /** Why it does not start. */
  const refusal = async (options?: Partial<ServerOptions>): Promise<string> => {
    const error: unknown = await startAndStop(options).catch((reason: unknown) => reason);
    return error instanceof Error ? error.message : "It started.";
  };
  /** The service as a process of its own. */
  const start = (environment: Readonly<Record<string, string>> = {}) => {
    const script = `import { plugin } from ${JSON.stringify(compiled.href)};
      import { runServer } from ${JSON.stringify(import.meta.resolve("@cmgen/runtime"))};
      await runServer({ plugins: [plugin], root: plugin.root, migrations: ${JSON.stringify(ownMigrations())} });`;
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
    expect((await refusal()).split("\n")).toEqual([
      expect.stringMatching(/tables are not as this release's models need them/),
      problem,
      expect.stringMatching(/cmgen generate/),
    ]);
    expect(await states()).toEqual(await all("pending"));
    await expect(run(`SELECT * FROM "${objects}"`)).rejects.toThrow(objects);
  });

  it("finds a column of another type", async () => {
    await append(
      isSqlite
        ? `DROP INDEX "${objects}_x_spec_age_id_idx"; ALTER TABLE "${objects}" DROP COLUMN x_spec_age; ALTER TABLE "${objects}" ADD COLUMN x_spec_age TEXT;`
        : `ALTER TABLE "${objects}" ALTER COLUMN x_spec_age TYPE text;`,
    );
    expect(await refusal()).toContain("(index spec.age) holds text; it must hold whole numbers");
  });

  it("names the setting that tenants need, and what is wrong with their table", async () => {
    const tenants = { of: tenantByPath("/tenants") };
    expect((await refusal({ tenants })).split("\n")).toEqual([
      expect.stringMatching(/tables are not as this release's models need them/),
      "- there is no table cmgen_tenants",
      "`tenants` in the server's options needs `tenants: true` in cmgen.config.ts.",
      expect.stringMatching(/cmgen generate/),
    ]);
    expect(await states()).toEqual(await all("pending"));
    await append(
      "CREATE TABLE cmgen_tenants (name TEXT PRIMARY KEY, state TEXT, release TEXT, created_at BIGINT, due_at BIGINT);",
    );
    const problems = (await refusal({ tenants })).split("\n").filter((line) => line.startsWith("- "));
    expect(problems).toEqual(["- there is no column problem of the table cmgen_tenants"]);
  });

  it("says which line of which migration failed", async () => {
    await append("SELECT nothing;");
    expect(await refusal()).toMatch(
      /^Migration \d+_\w+: line \d+ of migration\.sql: .*nothing.*\n {4}SELECT nothing\nEverything was rolled back/,
    );
    expect(await states()).toEqual(await all("pending"));
  });

  it("does not serve tables that fit no more, migrating or not", async () => {
    await startAndStop();
    await run(`DROP TABLE "${objects}___x_spec_tags"`);
    for (const environment of [{}, { CMGEN_MIGRATE: "false" }]) {
      const { code, error } = await start(environment).ended;
      expect([code, error]).toEqual([1, expect.stringContaining(`there is no table ${objects}___x_spec_tags`)]);
    }
  });

  it("is not the start of an older release on a database that has more", async () => {
    await run(`CREATE TABLE later (id INTEGER)`);
    await startAndStop();
    await run(`ALTER TABLE "${objects}" ADD COLUMN x_later TEXT`);
    const older = start();
    await older.url();
    expect((await older.end("SIGTERM")).code).toBe(0);
  });
});
