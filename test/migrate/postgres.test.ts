import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deployMigrationsTo, migrationStatus } from "../../packages/store/dist/migrate/migration-status.js";
import type { Migration } from "../../packages/store/src/migrate/migration.js";
import { createDatabase } from "../postgres/create-database.js";

const first: Migration = {
  name: "20300101000000_first",
  sql: "CREATE TABLE one (id INTEGER); CREATE TABLE two (id INTEGER);",
};

let url = "";
let client: pg.Client;

beforeEach(async () => {
  url = await createDatabase();
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
afterEach(() => client.end());

const rows = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows;
const status = async (...migrations: readonly Migration[]) =>
  (await migrationStatus(url, migrations)).map(({ name, state }) => `${name.slice(15)} ${state}`);
/** Other tests run on the same server. */
const HERE = "datname = current_database()";
const isWaiting = async (text: string) =>
  (await rows(`SELECT 1 FROM pg_stat_activity WHERE ${HERE} AND wait_event_type = 'Lock' AND query LIKE '%${text}%'`))
    .length > 0;

describe("a statement that cannot be in a transaction", () => {
  const sql = "CREATE INDEX CONCURRENTLY two_id ON two (id)";
  const second: Migration = { name: "20300102000000_second", sql };
  const alone: Migration = { ...second, sql: `-- cmgen: no transaction\n-- It may take hours.\n${sql};` };

  it("is refused, with what to do about it", async () => {
    await expect(deployMigrationsTo(url, [first, second])).rejects.toThrow(
      /line 1 of migration\.sql: CREATE INDEX CONCURRENTLY cannot run inside a transaction block\n[^]*rolled back[^]*first line is `-- cmgen: no transaction`/,
    );
    expect(await status(first, second)).toEqual(["first pending", "second pending"]);
  });

  it("runs in a migration that asks for that", async () => {
    const third: Migration = { name: "20300103000000_third", sql: "CREATE TABLE three (id INTEGER)" };
    expect(await deployMigrationsTo(url, [first, alone, third])).toHaveLength(3);
    expect(await status(first, alone, third)).toEqual(["first applied", "second applied", "third applied"]);
    expect(await rows("SELECT indisvalid FROM pg_index WHERE indexrelid = 'two_id'::regclass")).toHaveLength(1);
  });

  it("that fails leaves what was committed before it, and a history that says so", async () => {
    const unique = { ...alone, sql: alone.sql.replace("INDEX", "UNIQUE INDEX") };
    const filled = { ...first, sql: `${first.sql} INSERT INTO two VALUES (1), (1)` };
    const third: Migration = { name: "20300103000000_third", sql: "CREATE TABLE three (id INTEGER)" };
    await expect(deployMigrationsTo(url, [filled, unique, third])).rejects.toThrow(
      /line 3 of migration\.sql: could not create unique index[^]*may be half done/,
    );
    expect(await status(filled, unique, third)).toEqual(["first applied", "second failed", "third pending"]);
    await expect(deployMigrationsTo(url, [filled, unique, third])).rejects.toThrow(/second: .* did not finish/);
    await rows(
      "DROP INDEX two_id; DELETE FROM two; UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL",
    );
    expect(await deployMigrationsTo(url, [filled, unique, third])).toEqual([unique.name, third.name]);
  });

  it("leaves the migrations before it where a later one fails", async () => {
    const third: Migration = { name: "20300103000000_third", sql: "CREATE TABLE three (id INTEGER); SELECT nothing" };
    await expect(deployMigrationsTo(url, [first, alone, third])).rejects.toThrow(
      /Everything after 20300102000000_second was rolled back\.$/,
    );
    expect(await status(first, alone, third)).toEqual(["first applied", "second applied", "third pending"]);
  });
});

it("is done again when a deadlock with the service's writes ended it", async () => {
  await deployMigrationsTo(url, [first]);
  const second: Migration = {
    name: "20300102000000_second",
    sql: "ALTER TABLE one ADD COLUMN x INTEGER; ALTER TABLE two ADD COLUMN x INTEGER",
  };
  // So that the migration finds the deadlock, and not this.
  await rows("SET deadlock_timeout = '30s'");
  await rows("BEGIN; INSERT INTO two VALUES (1)");
  const applying: string[] = [];
  const deployed = deployMigrationsTo(url, [first, second], { applying: (name) => applying.push(name) });
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  const waiting = async () =>
    (
      await other.query(
        `SELECT 1 FROM pg_stat_activity WHERE ${HERE} AND wait_event_type = 'Lock' AND query LIKE 'ALTER TABLE two%'`,
      )
    ).rowCount;
  await expect.poll(waiting, { interval: 20 }).toBe(1);
  await rows("INSERT INTO one VALUES (1)");
  await rows("COMMIT");
  await other.end();
  expect(await deployed).toEqual([second.name]);
  expect(applying).toEqual([second.name, second.name]);
  expect(await rows("SELECT * FROM one")).toEqual([{ id: 1, x: null }]);
});

it("keeps its history where a script leaves the search path empty, as pg_dump's do", async () => {
  const dumped: Migration = {
    name: "20300101000000_dumped",
    sql: "SELECT pg_catalog.set_config('search_path', '', false); CREATE TABLE public.one (id INTEGER);",
  };
  const second: Migration = { name: "20300102000000_second", sql: "CREATE TABLE two (id INTEGER)" };
  await deployMigrationsTo(url, [dumped, second]);
  expect(await status(dumped, second)).toEqual(["dumped applied", "second applied"]);
  expect(await rows("SELECT schemaname FROM pg_tables WHERE tablename IN ('one', 'two')")).toHaveLength(2);
});

describe("a schema in the URL", () => {
  const inSchema = (name: string) => `${url}?schema=${encodeURIComponent(name)}`;
  const schemas = async () =>
    (await rows("SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^pg_|^information'")).map(
      ({ name }) => name,
    );
  const tables = async (schema: string) => {
    const sql = "SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 ORDER BY 1";
    return (await client.query<{ name: string }>(sql, [schema])).rows.map(({ name }) => name);
  };

  it.each([
    "plain",
    "Wörk Team",
    'a"; DROP SCHEMA public; --',
    "a.b,public",
    "x".repeat(63),
    "$user ",
    "'",
    "\\",
    "select",
  ])("has all tables, and is made where it is not there: %s", async (name) => {
    expect(await migrationStatus(inSchema(name), [first])).toEqual([{ name: first.name, state: "pending" }]);
    expect((await schemas()).includes(name)).toBe(false);
    expect(await deployMigrationsTo(inSchema(name), [first])).toEqual([first.name]);
    expect(await deployMigrationsTo(inSchema(name), [first])).toEqual([]);
    expect((await schemas()).toSorted()).toEqual(["public", name].toSorted());
    expect(await tables(name)).toEqual(["_prisma_migrations", "one", "two"]);
    expect(await tables("public")).toEqual([]);
  });

  it("is not made where the migrations fail", async () => {
    const wrong = { ...first, sql: `${first.sql} SELECT nothing` };
    await expect(deployMigrationsTo(inSchema("team"), [wrong])).rejects.toThrow(/nothing/);
    expect(await schemas()).toEqual(["public"]);
  });

  it("that a user may not make is asked of an administrator; one that is there is used", async () => {
    const role = `limited_${new URL(url).pathname.slice(-12)}`;
    await rows(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
    const limited = new URL(inSchema("team"));
    [limited.username, limited.password] = [role, "secret"];
    await expect(deployMigrationsTo(limited.href, [first])).rejects.toThrow(
      /^the schema "team" does not exist and this user may not create it; let an administrator run `CREATE SCHEMA "team" AUTHORIZATION/,
    );
    await rows(`CREATE SCHEMA team AUTHORIZATION ${role}`);
    expect(await deployMigrationsTo(limited.href, [first])).toEqual([first.name]);
    await rows(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });

  it("does not wait for migrations of another schema, but for those of its own and for Prisma's", async () => {
    const slow: Migration = { ...first, sql: `${first.sql} SELECT pg_sleep(600)` };
    let applying = false;
    const held = deployMigrationsTo(inSchema("a"), [slow], { applying: () => (applying = true) });
    held.catch(() => undefined);
    await expect.poll(() => applying).toBe(true);
    expect(await deployMigrationsTo(inSchema("b"), [first])).toEqual([first.name]);
    const second = deployMigrationsTo(inSchema("a"), [first]);
    await expect.poll(() => isWaiting("pg_advisory_lock")).toBe(true);
    await rows(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE ${HERE} AND query LIKE 'SELECT pg_sleep(600)'`,
    );
    await expect(held).rejects.toThrow(/canceling/);
    expect(await second).toEqual([first.name]);

    await rows("SELECT pg_advisory_lock(72707369)");
    const third = deployMigrationsTo(inSchema("c"), [first]);
    await expect.poll(() => isWaiting("pg_advisory_lock")).toBe(true);
    await delay(50);
    expect(await tables("c")).toEqual([]);
    await rows("SELECT pg_advisory_unlock(72707369)");
    expect(await third).toEqual([first.name]);
  });

  it("must be named where another comes before that of the migrations", async () => {
    await deployMigrationsTo(url, [first]);
    await rows("CREATE SCHEMA postgres");
    await expect(deployMigrationsTo(url, [first])).rejects.toThrow(
      /are recorded in the schema public, but tables would be created in postgres.*\?schema=public$/,
    );
    expect(await deployMigrationsTo(inSchema("public"), [first])).toEqual([]);
  });
});
