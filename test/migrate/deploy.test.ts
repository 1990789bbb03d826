import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { deployMigrationsTo, migrationStatus } from "../../packages/store/dist/migrate/migration-status.js";
import { readMigrations, type Migration } from "../../packages/store/dist/migrate/migration.js";
import { createDatabase } from "../postgres/create-database.js";

const run = promisify(execFile);

const first: Migration = {
  name: "20300101000000_first",
  sql: "CREATE TABLE one (id INTEGER PRIMARY KEY);\nINSERT INTO one VALUES (1);",
};
const second: Migration = { name: "20300102000000_second", sql: "CREATE TABLE two (id INTEGER PRIMARY KEY);" };
const broken: Migration = {
  name: "20300103000000_broken",
  sql: "CREATE TABLE three (id INTEGER); INSERT INTO three VALUES (1); INSERT INTO nowhere VALUES (1);",
};

interface Target {
  readonly url: string;
  query(sql: string): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

async function sqliteTarget(): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), "cmgen-migrate-"));
  const file = join(folder, "test.db");
  const query = async (sql: string) => {
    const database = new Database(file);
    try {
      const statement = database.prepare<[], Record<string, unknown>>(sql);
      return statement.reader ? statement.all() : (statement.run(), []);
    } finally {
      database.close();
    }
  };
  return { url: `file:${file}`, query, close: () => rm(folder, { recursive: true, force: true }) };
}

async function postgresTarget(): Promise<Target> {
  const url = await createDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    url,
    query: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
    close: () => client.end(),
  };
}

describe.each([
  ["sqlite", sqliteTarget],
  ["postgresql", postgresTarget],
])("migrations on %s", (engine, open) => {
  let target: Target;

  beforeEach(async () => {
    target = await open();
    return () => target.close();
  });

  const deploy = (...migrations: readonly Migration[]) => deployMigrationsTo(target.url, migrations);
  const status = async (...migrations: readonly Migration[]) =>
    (await migrationStatus(target.url, migrations)).map(({ name, state }) => `${name.slice(15)} ${state}`);
  const records = () => target.query("SELECT * FROM _prisma_migrations ORDER BY migration_name");

  it("applies what is pending, in order, once", async () => {
    expect(await status(first, second)).toEqual(["first pending", "second pending"]);
    expect(await deploy(first)).toEqual([first.name]);
    expect(await status(first, second)).toEqual(["first applied", "second pending"]);
    expect(await deploy(first, second)).toEqual([second.name]);
    expect(await deploy(first, second)).toEqual([]);
    expect(await target.query("SELECT id FROM one")).toHaveLength(1);
  });

  it("records what Prisma Migrate would", async () => {
    await deploy(first);
    const [record] = await records();
    expect(record).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/),
      checksum: createHash("sha256").update(first.sql).digest("hex"),
      migration_name: first.name,
      logs: null,
      rolled_back_at: null,
      started_at: expect.anything(),
      finished_at: expect.anything(),
      applied_steps_count: 1,
    });
    const instants = [record!["started_at"], record!["finished_at"]].map(Number);
    for (const instant of instants) expect(Math.abs(Date.now() - instant)).toBeLessThan(60_000);
  });

  it("leaves nothing of a migration that fails, and keeps those before it", async () => {
    await expect(deploy(first, broken)).rejects.toMatchObject({
      name: "MigrationError",
      migration: broken.name,
      message: expect.stringMatching(/20300103000000_broken: failed and was undone: .*nowhere/),
    });
    expect(await status(first, broken)).toEqual(["first applied", "broken pending"]);
    expect(await target.query("SELECT id FROM one")).toHaveLength(1);
    await expect(target.query("SELECT * FROM three")).rejects.toThrow(/three/);
    expect(await deploy(first, { ...broken, sql: "CREATE TABLE three (id INTEGER)" })).toEqual([broken.name]);
  });

  it("tells of migrations that were edited or are missing, and goes on", async () => {
    await deploy(first, second);
    const edited = { ...first, sql: `${first.sql}\n-- later thought` };
    const odd: string[] = [];
    const third = { name: "20300104000000_third", sql: "CREATE TABLE four (id INTEGER)" };
    const applied = await deployMigrationsTo(target.url, [edited, third], {
      odd: ({ name, state }) => odd.push(`${name} ${state}`),
    });
    expect(applied).toEqual([third.name]);
    expect(odd).toEqual([`${first.name} edited`, `${second.name} missing`]);
    expect(await status(edited, third)).toEqual(["first edited", "third applied", "second missing"]);
  });

  it("takes a change of line ends for no edit", async () => {
    await deploy(first);
    expect(await status({ ...first, sql: first.sql.replaceAll("\n", "\r\n") })).toEqual(["first applied"]);
  });

  it("stops at a migration that Prisma began and never ended, until it is resolved", async () => {
    await deploy(first);
    const columns = "(id, checksum, migration_name, applied_steps_count)";
    await target.query(`INSERT INTO _prisma_migrations ${columns} VALUES ('x', 'y', '${second.name}', 0)`);
    expect(await status(first, second)).toEqual(["first applied", "second failed"]);
    await expect(deploy(first, second)).rejects.toThrow(/never ended/);
    await target.query("UPDATE _prisma_migrations SET rolled_back_at = started_at WHERE id = 'x'");
    expect(await deploy(first, second)).toEqual([second.name]);
  });

  it("is safe when several processes start at once", async () => {
    const module = new URL("../../packages/store/dist/migrate/migration-status.js", import.meta.url);
    const script = `const { deployMigrationsTo } = await import(${JSON.stringify(module.href)});
      console.log(JSON.stringify(await deployMigrationsTo(process.argv[1], JSON.parse(process.argv[2]))));`;
    const start = () =>
      run(process.execPath, ["--input-type=module", "-e", script, target.url, JSON.stringify([first, second])]);
    const printed = await Promise.all(Array.from({ length: 4 }, start));
    const applied = printed.flatMap(({ stdout }) => JSON.parse(stdout) as string[]);
    expect(applied.toSorted()).toEqual([first.name, second.name]);
    expect(await records()).toHaveLength(2);
  });

  it("keeps what refers to a table that is made anew", async () => {
    const setup = {
      name: "20300101000000_setup",
      sql: `CREATE TABLE parent (id INTEGER PRIMARY KEY, extra TEXT);
        CREATE TABLE child (id INTEGER PRIMARY KEY, parent_id INTEGER REFERENCES parent (id) ON DELETE CASCADE);
        INSERT INTO parent VALUES (1, 'x'); INSERT INTO child VALUES (1, 1);`,
    };
    const redefine = {
      name: "20300102000000_redefine",
      sql: `PRAGMA defer_foreign_keys=ON;
        PRAGMA foreign_keys=OFF;
        CREATE TABLE "new_parent" (id INTEGER PRIMARY KEY);
        INSERT INTO "new_parent" (id) SELECT id FROM parent;
        DROP TABLE parent;
        ALTER TABLE "new_parent" RENAME TO parent;
        PRAGMA foreign_keys=ON;
        PRAGMA defer_foreign_keys=OFF;`,
    };
    await deploy(setup);
    await deploy(setup, engine === "sqlite" ? redefine : { ...redefine, sql: "ALTER TABLE parent DROP COLUMN extra" });
    expect(await target.query("SELECT * FROM child")).toEqual([{ id: 1, parent_id: 1 }]);
    expect(await target.query("SELECT * FROM parent")).toEqual([{ id: 1 }]);
  });
});

describe("readMigrations", () => {
  it("reads folders in the order of their names, and nothing else", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cmgen-migrations-"));
    for (const { name, sql } of [second, first]) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, "migration.sql"), sql);
    }
    await writeFile(join(folder, "migration_lock.toml"), "");
    expect(await readMigrations(folder)).toEqual([first, second]);
    await mkdir(join(folder, "20300105000000_empty"));
    await expect(readMigrations(folder)).rejects.toThrow(/20300105000000_empty cannot be read/);
    await rm(folder, { recursive: true });
  });
});
