import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { postgresWithTools } from "../deploying/tools-server.js";
import { startPeopleService } from "../people/people-service.js";
import { cmgen, cmgenDone, examined } from "./cmgen-process.js";
import { createPeople } from "./people-calls.js";
import { backupEngines, peoplePlaces, type PeoplePlaces } from "./people-places.js";

describe.skipIf(!backupEngines().includes("postgresql"))("a schema of PostgreSQL", () => {
  let places: PeoplePlaces;
  let backup = "";
  /** In the schema `public`, which has more than a plugin's. */
  let url = "";

  async function run(...statements: readonly string[]): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client(url);
    await client.connect();
    try {
      let rows: readonly Record<string, unknown>[] = [];
      for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
      return rows;
    } finally {
      await client.end();
    }
  }

  const restore = (...args: readonly string[]) => cmgen("restore", backup, "--database-url", url, ...args);

  beforeAll(async () => {
    places = await peoplePlaces("postgresql");
    backup = join(places.folder, "people.dump");
  });
  afterAll(() => places.remove());
  beforeEach(async () => {
    url = (await places.database()).split("?")[0] ?? "";
    const service = await startPeopleService({ CMGEN_DATABASE_URL: url });
    await createPeople(service.url, "kept", 3);
    expect(await service.stop()).toBe(0);
    await run(
      "CREATE EXTENSION pg_trgm",
      "CREATE TYPE mood AS ENUM ('good', 'bad')",
      "CREATE DOMAIN short AS text CHECK (length(value) < 9)",
      "CREATE FUNCTION twice(x short) RETURNS text LANGUAGE sql AS $$ SELECT x || x $$",
      "CREATE TABLE notes (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, mood mood, note short DEFAULT twice('a')::short)",
      "CREATE MATERIALIZED VIEW named AS SELECT name FROM people_example_com_people",
      "CREATE VIEW names AS SELECT name FROM named",
      "INSERT INTO notes (mood) VALUES ('good')",
    );
    await cmgenDone("backup", backup, "--database-url", url, "--force");
  });

  it("comes back as it was, with all that is in it, and extensions stay", async () => {
    await run(
      "DROP VIEW names",
      "ALTER TYPE mood ADD VALUE 'other'",
      "INSERT INTO notes (mood) VALUES ('other')",
      "CREATE TABLE later (id int PRIMARY KEY)",
      "CREATE FUNCTION later_too(x mood) RETURNS mood LANGUAGE sql AS $$ SELECT x $$",
    );
    expect(await restore("--force")).toMatchObject({ code: 0, error: "" });
    expect(await run("SELECT mood, note FROM notes")).toEqual([{ mood: "good", note: "aa" }]);
    expect(await run("SELECT name FROM names WHERE name LIKE 'kept%' ORDER BY 1")).toHaveLength(3);
    expect(await run("SELECT to_regclass('later') AS later, to_regproc('later_too') AS too")).toEqual([
      { later: null, too: null },
    ]);
    expect(await run("SELECT similarity('a', 'a') AS one")).toEqual([{ one: 1 }]);
    await examined(url);
  });

  it("of which others would lose tables is named before it is replaced", async () => {
    expect(await restore()).toMatchObject({
      code: 4,
      error: expect.stringMatching(
        /has 6 objects at revision \d+, and tables that no migration of the plugin has made: notes, and there is no terminal/,
      ),
    });
    await run(
      "CREATE SCHEMA reports",
      "CREATE VIEW reports.people AS SELECT name FROM public.people_example_com_people",
    );
    expect(await restore("--force")).toMatchObject({
      code: 4,
      error: expect.stringContaining(
        "reports.people of other schemas would be dropped with the tables that they read.",
      ),
    });
    expect(await run("SELECT count(*) > 3 AS there FROM reports.people")).toEqual([{ there: true }]);
  });

  it("that is not a service's is never replaced, and a dump is not restored into another schema", async () => {
    url = (await places.database()).split("?")[0] ?? "";
    await run("CREATE TABLE precious (id int)");
    expect(await restore("--force")).toMatchObject({
      code: 4,
      error: expect.stringContaining("has tables and is not the database of a service of cmgen: precious."),
    });
    expect(await cmgen("restore", backup, "--database-url", `${url}?schema=other`, "--force")).toMatchObject({
      code: 4,
      error: expect.stringContaining('has no database of a service in the schema "other"'),
    });
    expect(await cmgen("backup", join(places.folder, "x.dump"), "--database-url", url)).toMatchObject({
      code: 4,
      error: expect.stringContaining("is not the database of a service of cmgen."),
    });
  });

  it("is dumped without its password on a command line, by programs of the server's version", async () => {
    const folder = join(places.folder, "programs");
    mkdirSync(folder);
    const program = (text: string): void => {
      writeFileSync(join(folder, "pg_dump"), `#!/bin/sh\n${text}\n`);
      chmodSync(join(folder, "pg_dump"), 0o755);
    };
    const path = process.env["PATH"];
    vi.stubEnv("PATH", `${folder}:${path}`);
    const seen = join(folder, "seen");
    const real = join(postgresWithTools() ?? "", "pg_dump");
    program(`printf '%s\\n' "$PGPASSWORD" "$@" > "${seen.replaceAll(/["$`\\]/g, String.raw`\$&`)}"\nexec ${real} "$@"`);
    const secret = new URL(url);
    secret.password = encodeURIComponent("pa ss%w+ö");
    secret.search = "?connection_limit=5&application_name=x";
    const dump = join(places.folder, "secret.dump");
    await cmgenDone("backup", dump, "--database-url", secret.href);
    const [password, ...args] = readFileSync(seen, "utf8").split("\n");
    expect(password).toBe("pa ss%w+ö");
    expect(args.join("\n")).not.toMatch(/ss%w|%25w|ö|%C3%B6|connection_limit/);

    program("echo 'pg_dump (PostgreSQL) 9.6'");
    expect(await cmgen("backup", dump, "--database-url", url, "--force")).toMatchObject({
      code: 4,
      error: expect.stringMatching(/^pg_dump is of PostgreSQL 9 and the server of \d+\. Install/),
    });
    vi.stubEnv("PATH", folder);
    program("");
    chmodSync(join(folder, "pg_dump"), 0o644);
    expect(await cmgen("backup", dump, "--database-url", url, "--force")).toMatchObject({
      code: 4,
      error: expect.stringMatching(/^pg_dump cannot be run: PostgreSQL's programs/),
    });
    vi.stubEnv("PATH", path);
  });
});
