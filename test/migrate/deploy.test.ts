import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { deployMigrationsTo, migrationStatus } from "../../packages/store/dist/migrate/migration-status.js";
import { readMigrations, type Migration } from "../../packages/store/dist/migrate/migration.js";
import type { DatabaseReads } from "../../packages/store/src/sql/database-snapshot.js";
import { createDatabase } from "../postgres/create-database.js";

const run = promisify(execFile);

const first: Migration = {
  name: "20300101000000_first",
  sql: "CREATE TABLE one (id INTEGER PRIMARY KEY);\nINSERT INTO one VALUES (1);",
};
const second: Migration = { name: "20300102000000_second", sql: "CREATE TABLE two (id INTEGER PRIMARY KEY);" };
const broken: Migration = {
  name: "20300103000000_broken",
  sql: "CREATE TABLE three (id INTEGER); INSERT INTO three VALUES (1);\n-- where?\n\nINSERT INTO\n  nowhere VALUES (1);",
};

/** Arguments to Node.js for a process that applies migrations, and prints the name of each before it runs it. */
function deploying(url: string, ...migrations: readonly Migration[]): readonly string[] {
  const module = new URL("../../packages/store/dist/migrate/migration-status.js", import.meta.url);
  const script = `const { deployMigrationsTo } = await import(${JSON.stringify(module.href)});
    await deployMigrationsTo(process.argv[1], JSON.parse(process.argv[2]), { applying: (name) => console.log(name) });`;
  return ["--input-type=module", "-e", script, url, JSON.stringify(migrations)];
}

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

  it("leaves the database as it was where a migration fails, those before it included", async () => {
    await deploy(first);
    // SQLite does not say where in a statement it found the mistake.
    await expect(deploy(first, second, broken)).rejects.toThrow(`line ${engine === "sqlite" ? 4 : 5} of migration.sql`);
    await expect(deploy(first, second, broken)).rejects.toMatchObject({
      name: "MigrationError",
      migration: broken.name,
      message: expect.stringMatching(
        /^Migration 20300103000000_broken: line [45] of migration\.sql: .*nowhere.*\n {4}INSERT INTO\n {4} {2}nowhere VALUES \(1\)\nEverything was rolled back/,
      ),
    });
    expect(await status(first, second, broken)).toEqual(["first applied", "second pending", "broken pending"]);
    for (const table of ["two", "three"]) await expect(target.query(`SELECT * FROM ${table}`)).rejects.toThrow(table);
    const fixed = { ...broken, sql: "CREATE TABLE three (id INTEGER)" };
    expect(await deploy(first, second, fixed)).toEqual([second.name, fixed.name]);
  });

  it("makes nothing in an empty database where the first migration fails", async () => {
    await expect(deploy(broken)).rejects.toThrow(/nowhere/);
    await expect(target.query("SELECT * FROM _prisma_migrations")).rejects.toThrow(/_prisma_migrations/);
    expect(await status(broken)).toEqual(["broken pending"]);
  });

  it.each([
    [
      "CREATE TABLE x (id INTEGER);\nSELECT 'it;",
      /^Migration \S+: line 2 of migration\.sql: the text quoted with ' does not end; add its end$/,
    ],
    ["SELECT 1;\n\ncommit ;", /line 3 of migration\.sql: COMMIT is not allowed/],
    ["BEGIN IMMEDIATE; SELECT 1; END", /line 1 of migration\.sql: BEGIN is not allowed/],
    ["/* no */ savepoint a", /line 1 of migration\.sql: SAVEPOINT is not allowed/],
    ["-- cmgen: no transaction\nSELECT 1; SELECT 2", /line 1 of migration\.sql: .*transaction/],
  ])("runs nothing where a migration cannot be run: %j", async (sql, problem) => {
    const wrong = { name: "20300104000000_wrong", sql };
    const applying: string[] = [];
    const deployment = deployMigrationsTo(target.url, [first, wrong], { applying: (name) => applying.push(name) });
    await expect(deployment).rejects.toThrow(problem);
    expect(applying).toEqual([]);
    expect(await status(first)).toEqual(["first pending"]);
  });

  it("asks what is to be checked of the database that the migrations lead to, and commits only what passes", async () => {
    const seen: unknown[] = [];
    const check = async (database: DatabaseReads): Promise<void> => {
      seen.push((await database.tables()).toSorted());
      if (seen.length === 1) throw new Error("not like this");
    };
    const failing = deployMigrationsTo(target.url, [first, second], { check });
    await expect(failing).rejects.toThrow(/^not like this$/);
    expect(await status(first, second)).toEqual(["first pending", "second pending"]);
    expect(await deployMigrationsTo(target.url, [first, second], { check })).toHaveLength(2);
    // Also where nothing is due.
    expect(await deployMigrationsTo(target.url, [first, second], { check })).toEqual([]);
    expect(seen).toEqual(Array.from({ length: 3 }, () => ["_prisma_migrations", "one", "two"]));
  });

  it("is as it was when the process is killed in the middle", async () => {
    const endless =
      engine === "sqlite"
        ? "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        : "SELECT pg_sleep(600)";
    const slow = { ...second, sql: `${second.sql} ${endless}` };
    const child = spawn(process.execPath, deploying(target.url, first, slow));
    let printed = "";
    child.stdout.on("data", (data: Buffer) => void (printed += data.toString()));
    await expect.poll(() => printed, { timeout: 20_000 }).toContain(second.name);
    await delay(200);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await status(first, second)).toEqual(["first pending", "second pending"]);
    await expect(target.query("SELECT * FROM one")).rejects.toThrow(/one/);
    // The next waits for the server to notice.
    expect(await deploy(first, second)).toEqual([first.name, second.name]);
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
    await expect(deploy(first, second)).rejects.toThrow(/did not finish/);
    await target.query("UPDATE _prisma_migrations SET rolled_back_at = started_at WHERE id = 'x'");
    expect(await deploy(first, second)).toEqual([second.name]);
  });

  it("is safe when several processes start at once", async () => {
    const start = () => run(process.execPath, deploying(target.url, first, second));
    const outputs = await Promise.all(Array.from({ length: 4 }, start));
    const applied = outputs.flatMap(({ stdout }) => stdout.split("\n").filter((line) => line !== ""));
    expect(applied.toSorted()).toEqual([first.name, second.name]);
    expect(await records()).toHaveLength(2);
  });

  it("keeps what refers to a table that is made again", async () => {
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
