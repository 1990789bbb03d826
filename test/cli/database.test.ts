import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { main } from "cmgen/main";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { databaseCommand } from "../../packages/cli/src/database/database-command.js";
import { repositoryRoot } from "../boundaries/repository.js";
import { peopleFolder } from "../people/people-service.js";
import { createDatabase } from "../postgres/create-database.js";

const execute = promisify(execFile);
const cli = join(repositoryRoot, "packages", "cli");
const plugin = join(peopleFolder, "dist", "generated", "plugin.js");

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The plugin's own migrations, as many for either engine. */
const own = readdirSync(join(peopleFolder, "prisma", "migrations")).filter((name) => /^\d/.test(name));
const allOwn = (state: string): readonly string[] => own.map(() => state);

beforeAll(() => {
  // Tests name their databases.
  vi.stubEnv("CMGEN_DATABASE_URL", "");
  // `doctor` remarks on a port that is taken, as another program may have done.
  vi.stubEnv("PORT", "0");
  // The contexts of whoever runs the tests are not used.
  vi.stubEnv("XDG_CONFIG_HOME", join(tmpdir(), "cmgen-no-contexts"));
});
afterAll(() => void vi.unstubAllEnvs());

let root: string;

/** A plugin's folder with its migrations, and nothing compiled. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cmgen-database-"));
  cpSync(join(peopleFolder, "prisma"), join(root, "prisma"), { recursive: true });
  writeFileSync(join(root, "package.json"), '{ "name": "@example/people" }');
});

afterEach(() => rmSync(root, { recursive: true }));

interface PlaceAtTerminal {
  readonly workingFolder: string;
  readonly ask: (question: string) => Promise<string>;
}

/** A process of its own costs seconds, so only what is about processes starts one; the other tests call what the program calls. */
async function cmgenIn(place: string | PlaceAtTerminal, ...args: readonly string[]): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  const code = await main(args, {
    ...(typeof place === "string" ? { workingFolder: place } : place),
    columns: 100,
    color: false,
    now: () => new Date(),
    interrupted: () => new AbortController().signal,
    out: (text) => (stdout += text),
    error: (text) => (stderr += text),
  });
  return { code, stdout, stderr };
}

const cmgen = (...args: readonly string[]): Promise<Ended> => cmgenIn(root, ...args);

async function cmgenProcess(...args: readonly string[]): Promise<Ended> {
  const running = execute(process.execPath, [join(cli, "bin", "cmgen.js"), ...args], { cwd: root });
  return running.then(
    (output) => ({ code: 0, ...output }),
    ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
  );
}

describe.each(["sqlite", "postgresql"] as const)("cmgen migrate on %s", (engine) => {
  let database: readonly string[];

  beforeEach(async () => {
    database = engine === "sqlite" ? [] : ["--database-url", await createDatabase()];
  });

  function addMigration(name: string, sql: string): void {
    const folder = join(root, engine === "sqlite" ? "prisma/migrations" : "prisma/postgresql/migrations", name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "migration.sql"), sql);
  }

  const status = async (): Promise<readonly [code: number, status: unknown, states: readonly unknown[]]> => {
    const { code, stdout, stderr } = await cmgen("migrate", "status", "--json", ...database);
    expect(stderr).toBe("");
    const outcome = JSON.parse(stdout) as { status: unknown; migrations: readonly { state: unknown }[] };
    return [code, outcome.status, outcome.migrations.map(({ state }) => state)];
  };
  const deploy = () => cmgen("migrate", "deploy", ...database);

  it("tells what is due, applies it once, and finds nothing due then", async () => {
    expect(await status()).toEqual([1, "pending", allOwn("pending")]);
    expect(existsSync(join(root, ".data"))).toBe(false);
    expect(await deploy()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`^(applied  .+\\n){${own.length}}${own.length} migration`)),
    });
    expect(await status()).toEqual([0, "up-to-date", allOwn("applied")]);
    expect(await deploy()).toMatchObject({ code: 0, stdout: expect.stringMatching(/ is up to date\.\n$/) });
    if (engine === "sqlite") expect(readdirSync(join(root, ".data"))).toContain("people.db");
  });

  it("applies all or none", async () => {
    addMigration("20990101000000_good", "CREATE TABLE good (id INTEGER);");
    addMigration("20990101000001_bad", "CREATE TABLE half (id INTEGER);\nCREATE TABLE good (id INTEGER);");
    expect(await deploy()).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(
        /Migration 20990101000001_bad: line 2 of migration\.sql: .*good.*already exists\n {4}CREATE TABLE good/,
      ),
    });
    expect(await status()).toEqual([1, "pending", [...allOwn("pending"), "pending", "pending"]]);
    addMigration("20990101000001_bad", "CREATE TABLE half (id INTEGER);");
    expect(await deploy()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`${own.length + 2} migrations applied`),
    });
  });

  it("tells a history that is another's", async () => {
    addMigration("20990101000000_later", "CREATE TABLE later (id INTEGER);");
    addMigration("20990101000001_edited", "CREATE TABLE edited (id INTEGER);");
    await deploy();
    addMigration("20990101000001_edited", "CREATE TABLE edited (id BIGINT);");
    rmSync(join(root, "prisma"), { recursive: true });
    cpSync(join(peopleFolder, "prisma"), join(root, "prisma"), { recursive: true });
    addMigration("20990101000001_edited", "CREATE TABLE edited (id BIGINT);");
    expect(await status()).toEqual([4, "odd", [...allOwn("applied"), "edited", "unknown"]]);
    const { code, stdout } = await cmgen("migrate", "status", ...database);
    expect([code, stdout]).toEqual([4, expect.stringContaining("unknown  20990101000000_later (applied, but none of")]);
  });

  it("is safe to run twice at once", async () => {
    const both = await Promise.all([1, 2].map(() => cmgenProcess("migrate", "deploy", ...database)));
    expect(both.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ""],
      [0, ""],
    ]);
    expect(both.flatMap(({ stdout }) => stdout.match(/^applied /gm) ?? [])).toHaveLength(own.length);
  });
});

describe("cmgen migrate reset", () => {
  const file = (): string => join(root, ".data/people.db");
  const addRow = (path = file()): void => {
    const database = new Database(path);
    database.exec("INSERT INTO cmgen_schedules (name, position, state) VALUES ('x', 1, '{}')");
    database.close();
  };
  const rows = (path = file()): unknown => {
    const database = new Database(path, { readonly: true });
    const count = database.prepare("SELECT count(*) FROM cmgen_schedules").pluck().get();
    database.close();
    return count;
  };

  it("says what it drops, and applies all migrations again", async () => {
    await cmgen("migrate", "deploy");
    addRow();
    const { code, stdout, stderr } = await cmgen("migrate", "reset", "--force");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^Of \.data\/people\.db, with all objects:\ndrop {2}_prisma_migrations \(\d rows\)\n/);
    expect(stdout).toContain("drop  cmgen_schedules (1 row)\n");
    expect(stdout).toContain(`\n${own.length} migrations applied to .data/people.db.\n`);
    expect(rows()).toBe(0);
    expect(await cmgen("migrate", "status")).toMatchObject({ code: 0 });
    expect(readdirSync(join(root, "prisma/migrations")).filter((name) => /^\d/.test(name))).toEqual(own);
  });

  it("of a database that is not there yet is a deploy", async () => {
    const { code, stdout } = await cmgen("migrate", "reset", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ dropped: [], applied: own });
  });

  it("asks on a terminal, and drops nothing unless the answer is yes", async () => {
    await cmgen("migrate", "deploy");
    addRow();
    const asked: string[] = [];
    const answering = (answer: string) => async (question: string) => {
      asked.push(question);
      return answer;
    };
    expect(await cmgenIn({ workingFolder: root, ask: answering("") }, "migrate", "reset")).toMatchObject({ code: 130 });
    expect(asked).toEqual(["Drop all this? [y/N] "]);
    expect(rows()).toBe(1);
    expect(await cmgenIn({ workingFolder: root, ask: answering("y") }, "migrate", "reset")).toMatchObject({ code: 0 });
    expect(rows()).toBe(0);
  });

  it("drops nothing where nobody can be asked", async () => {
    await cmgen("migrate", "deploy");
    addRow();
    expect(await cmgen("migrate", "reset")).toMatchObject({
      code: 4,
      stderr:
        "Nothing was dropped: there is no terminal to ask on. To empty it without a question, run `cmgen migrate reset --force`.\n",
    });
    expect(rows()).toBe(1);
  });

  it("refuses what may not be for development, unless --force is given", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "cmgen-elsewhere-"));
    const url = `file:${join(elsewhere, "people.db")}`;
    await cmgen("migrate", "deploy", "--database-url", url);
    addRow(join(elsewhere, "people.db"));
    expect(await cmgen("migrate", "reset", "--database-url", url)).toMatchObject({
      code: 4,
      stdout: expect.stringContaining("drop  cmgen_schedules (1 row)\n"),
      stderr: `Nothing was dropped: ${elsewhere}/people.db is not in the plugin's folder. To empty it anyway, run \`cmgen migrate reset --force --database-url ${url}\`.\n`,
    });
    expect(rows(join(elsewhere, "people.db"))).toBe(1);
    expect(await cmgen("migrate", "reset", "--force", "--database-url", url)).toMatchObject({ code: 0 });
    expect(rows(join(elsewhere, "people.db"))).toBe(0);
    rmSync(elsewhere, { recursive: true });
    await cmgen("migrate", "deploy");
    vi.stubEnv("NODE_ENV", "production");
    const refused = await cmgen("migrate", "reset");
    vi.stubEnv("NODE_ENV", "test");
    expect(refused).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("Nothing was dropped: NODE_ENV is production."),
    });
  });

  it("leaves a file alone that a service has", async () => {
    await cmgen("migrate", "deploy");
    addRow();
    const service = new Database(`${file()}-lock`);
    service.exec("BEGIN EXCLUSIVE");
    const { code, stderr } = await cmgen("migrate", "reset", "--force");
    service.close();
    expect([code, stderr]).toEqual([4, expect.stringContaining("people.db belongs to one process at a time")]);
    expect(rows()).toBe(1);
  });

  it("on PostgreSQL needs --force, and leaves tables alone that no migration made", async () => {
    const url = await createDatabase();
    await cmgen("migrate", "deploy", "--database-url", url);
    const client = new Client(url);
    await client.connect();
    await client.query("INSERT INTO cmgen_schedules (name, position, state) VALUES ('x', 1, '{}')");
    await client.query("CREATE TABLE others (id INTEGER)");
    const refused = await cmgen("migrate", "reset", "--database-url", url);
    expect(refused).toMatchObject({ code: 4, stdout: expect.stringContaining("drop  cmgen_schedules (1 row)\n") });
    expect(refused.stderr).toContain("is a PostgreSQL database, which may be more than one developer's.");
    const count = async () => (await client.query("SELECT count(*)::int AS count FROM cmgen_schedules")).rows[0];
    expect(await count()).toEqual({ count: 1 });
    const { code, stdout } = await cmgen("migrate", "reset", "--force", "--database-url", url);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${own.length} migrations applied`)]);
    expect(await count()).toEqual({ count: 0 });
    await client.query("SELECT * FROM others");
    await client.end();
  });
});

describe("what cannot be followed", () => {
  it.each<[readonly string[], number, RegExp]>([
    [["migrate"], 3, /migrate needs an action: `cmgen migrate status` says/],
    [["migrate", "up"], 3, /action cannot be "up". It must be one of: "status", /],
    [["migrate", "deploy", "--force"], 3, /--force goes with migrate reset only/],
    [["migrate", "status", "--database-url", "memory:"], 3, /A database in memory is its own process's/],
    [["migrate", "status", "--database-url", "mysql://x/y"], 3, /scheme is mysql/],
    [
      ["migrate", "status", "--database-url", "postgresql://u:secret@127.0.0.1:1/x"],
      4,
      /^127\.0\.0\.1:1\/x: .*ECONNREFUSED/,
    ],
    [["doctor"], 4, /^dist\/generated\/plugin\.js does not exist\. Build the plugin/],
    [["doctor", "--plugin", plugin], 4, /^\.data\/people\.db does not exist\. Run `cmgen migrate deploy`/],
    [["get", "people", "ann", "-l", "a=b"], 3, /Give names or selectors/],
    [["get", "people", "--server", "here"], 3, /--server must be the address of a service/],
  ])("%j ends with %i", async (args, code, message) => {
    const ended = await cmgen(...args);
    expect(ended).toMatchObject({ code, stdout: "", stderr: expect.stringMatching(message) });
    expect(ended.stderr).not.toContain("secret");
  });

  it("a plugin that Node.js cannot load", async () => {
    // By a process: the test's own modules are loaded by vitest.
    expect(await cmgenProcess("doctor", "--plugin", "package.json")).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(/^package\.json cannot be loaded/),
    });
  });

  it("from a folder of the plugin, and a database's path is the caller's", async () => {
    mkdirSync(join(root, "src"));
    const { stdout } = await cmgenIn(join(root, "src"), "migrate", "deploy", "--database-url", "file:mine.db");
    expect(stdout).toContain("applied to mine.db.");
    expect(readdirSync(join(root, "src"))).toContain("mine.db");
  });

  it("a folder without migrations is told of", async () => {
    rmSync(join(root, "prisma"), { recursive: true });
    mkdirSync(join(root, "src/models"), { recursive: true });
    expect(await cmgen("migrate", "status")).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("cmgen generate"),
    });
  });
});

test.each([["status"], ["deploy"], ["check", "--plugin", plugin]])(
  "migrate %s makes no folder for a database",
  async (...args) => {
    const url = `file:${join(root, "vloume/x.db")}`;
    const { code, stderr } = await cmgen("migrate", ...args, "--database-url", url);
    expect(code).toBe(4);
    expect(stderr).toMatch(/vloume(?: does not exist; create it|\/x\.db does not exist)/);
    expect(existsSync(join(root, "vloume"))).toBe(false);
  },
);

test.each([
  ["file:my other.db", "`cmgen migrate deploy --database-url 'file:my other.db'`"],
  ["postgresql://u:secret@127.0.0.1:1/x", "`cmgen migrate deploy` with the same --database-url"],
  [undefined, "`cmgen migrate deploy`"],
])("with %s the command to paste is %s", (given, command) => {
  expect(databaseCommand("migrate deploy", { given, place: { command: (words) => `cmgen ${words}` } })).toBe(command);
});

describe("cmgen doctor", () => {
  it("wants a database that is migrated, and ends with 1 on what it finds", async () => {
    new Database(join(root, "other.db")).close();
    const doctor = () => cmgen("doctor", "--json", "--plugin", plugin, "--database-url", "file:other.db");
    expect(await doctor()).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("Run `cmgen migrate deploy --database-url file:other.db` first."),
    });
    await cmgen("migrate", "deploy", "--database-url", "file:other.db");
    expect(await doctor()).toMatchObject({ code: 0, stdout: expect.stringContaining('"status": "clean"') });
    const database = new Database(join(root, "other.db"));
    database.pragma("foreign_keys = OFF");
    database.exec(`INSERT INTO "${personModel.labelTable}" (object_id, key, value) VALUES (7, 'a', 'b')`);
    database.close();
    const { code, stdout } = await doctor();
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      status: "disagreements",
      objects: 0,
      findings: 1,
      disagreements: [{ code: "orphan", resource: "people.people.example.com", index: "metadata.labels" }],
    });
  });
});

describe("cmgen migrate check", () => {
  const check = (...args: string[]) =>
    cmgen("migrate", "check", "--plugin", plugin, "--database-url", "file:check.db", ...args);

  it("lists objects that would break, at most a thousand, and counts them all", async () => {
    expect(await check()).toMatchObject({ code: 4, stderr: expect.stringContaining("check.db does not exist") });
    await cmgen("migrate", "deploy", "--database-url", "file:check.db");
    expect(await check()).toMatchObject({ code: 0, stdout: "None of 0 objects in check.db would break.\n" });
    const database = new Database(join(root, "check.db"));
    database.exec(`INSERT INTO "${personModel.table}" (name, version, created_at, data)
 WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < 1101)
 SELECT 'p' || at, 1, 0, CAST('{"apiVersion":"people.example.com/v1alpha1","kind":"Person","metadata":{"name":"p' || at || '",
"version":1,"creationTimestamp":"1970-01-01T00:00:00.000Z"},"spec":{"name":"x' || at || '","age":' || (149 + at) || '}}' AS BLOB) FROM n`);
    database.close();
    const { code, stdout } = await check();
    expect(code).toBe(1);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(1002);
    expect(lines[0]).toBe("people.people.example.com/p2 /spec/age must be 150 or less");
    expect(lines.slice(-2)).toEqual(["… and 100 more", "1100 of 1101 objects in check.db would break."]);
    const json = JSON.parse((await check("--json")).stdout) as { shown: readonly object[] };
    expect(json).toMatchObject({ status: "breaking", objects: 1101, breaking: 1100 });
    expect(json.shown).toHaveLength(1000);
    expect(json.shown[0]).toEqual({
      resource: "people.people.example.com",
      object: "p2",
      broken: [{ pointer: "/spec/age", message: "must be 150 or less" }],
    });
    // Without these, two have one value of a unique index.
    const again = new Database(join(root, "check.db"));
    again.exec(`UPDATE "${personModel.table}" SET data = CAST('{"apiVersion":"people.example.com/v1alpha1","kind":"Person",' ||
 '"metadata":{"name":"' || name || '","version":1,"creationTimestamp":"1970-01-01T00:00:00.000Z"},"spec":{"name":"n' || (id % 1100) || '"}}' AS BLOB)`);
    again.close();
    expect(await check()).toMatchObject({
      code: 1,
      stdout:
        'people.people.example.com/p1101 has the value "n1" in spec.name, which must be unique: p1 has it too\n1 of 1101 objects in check.db would break.\n',
    });
  });
});

it.each([
  ["migrate", "status"],
  ["doctor", "--plugin", plugin],
])("%s loads neither the compiler nor templates", async (...args) => {
  const script = `
    import { createRequire } from "node:module";
    import { main } from ${JSON.stringify(join(cli, "dist", "main.js"))};
    const silent = () => undefined;
    await main(${JSON.stringify(args)}, { workingFolder: process.cwd(), columns: 80, color: false, now: () => new Date(), out: silent, error: silent });
    const heavy = Object.keys(createRequire(process.cwd() + "/").cache).filter((path) => /ts-morph|typescript|handlebars/.test(path));
    process.stdout.write(JSON.stringify(heavy));
  `;
  const { stdout } = await execute(process.execPath, ["--input-type=module", "-e", script], { cwd: root });
  expect(stdout).toBe("[]");
});
