import Database from "better-sqlite3";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { splitStatements } from "../../packages/store/dist/migrate/split-statements.js";
import { createDatabase } from "../postgres/create-database.js";

/** Statements that are run one after another, on the tables that those before them make. Each has something that may be taken for an end. */
const corpus = {
  postgresql: [
    'CREATE TABLE a (i int, "begin" text, "semi;""colon" text)',
    "INSERT INTO a VALUES (1, 'a;b''c;', 'backslash\\')",
    "INSERT INTO a VALUES (2, E'it\\'s;' , e'\\\\')",
    "INSERT INTO a VALUES (3, E'one'\n  -- and;\n  'it\\'s;', U&'d\\0061;\\\\')",
    "SELECT 1 -- it's; a 'comment\n + 1",
    "SELECT 1 /* a; /* ' b; */ $$ c; */ + 1",
    "DO $$ BEGIN PERFORM ';'; END $$",
    "DO $日本$ BEGIN PERFORM '$$;'; END; $日本$",
    "CREATE FUNCTION f() RETURNS text LANGUAGE sql AS $fn$ SELECT $$a;b$$; $fn$",
    "SELECT i a$b$c, i d$b$e FROM a",
    "SELECT i FROM a WHERE 1=1 AND'x'=$$;$$",
    "CREATE FUNCTION g(x int) RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT CASE WHEN x > 1 THEN 2 END; SELECT (CASE x WHEN 1 THEN 2 END); END",
    "CREATE OR REPLACE PROCEDURE p() LANGUAGE sql BEGIN ATOMIC INSERT INTO a (i) VALUES (1); DELETE FROM a WHERE i = 9; END",
    "CREATE RULE r AS ON UPDATE TO a DO ALSO (DELETE FROM a WHERE i = 9; DELETE FROM a WHERE i = 8)",
    "create function h() returns trigger language plpgsql as 'begin return new; end;'",
    "CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW EXECUTE FUNCTION h()",
    "SELECT CASE WHEN i = 1 THEN 1 ELSE 2 END FROM a",
    "COMMENT ON TABLE a IS $_1$;$_1$",
    "SELECT 4/-- a; b\n2, 3-/* ; */-2, '{1}'::int[]",
  ],
  sqlite: [
    'CREATE TABLE a (i INTEGER, "begin" TEXT, `semi;``colon` TEXT, [x;y] TEXT)',
    "INSERT INTO a VALUES (1, 'a;b''c;', 'backslash\\', NULL)",
    "SELECT 1 -- it's; a 'comment\n + 1",
    "SELECT 1 /* a; /* ' b; */ + 1",
    "CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE a SET i = CASE WHEN i THEN 1 END; SELECT ';end;'; END",
    "CREATE TEMP TRIGGER IF NOT EXISTS u AFTER DELETE ON a BEGIN SELECT 1 /* ;end; */; END",
    'create temporary trigger "v;end;" after delete on a begin delete from a; end',
    "CREATE TABLE b (end_of INTEGER, trigger_it INTEGER)",
    "SELECT CASE WHEN i = 1 THEN 1 ELSE 2 END FROM a",
    "PRAGMA foreign_keys=OFF",
    "SELECT x'3b', \"i\", [i], `i` FROM a",
  ],
} as const;

/** What may stand between two statements. */
const gaps = [";", " ;\n", ";;", ";\n-- a; 'b\n", "\n;/* c; */ ", ";\r\n\r\n"];

describe.each(["sqlite", "postgresql"] as const)("statements of %s", (engine) => {
  const statements = corpus[engine];
  const split = (script: string) => splitStatements(engine, script).map(({ sql }) => sql);

  it("come out of a script as they went in, whatever is between them", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...statements), fc.constantFrom(...gaps)), { maxLength: 12 }),
        fc.constantFrom("", ";", "-- only\n", "/* a */\n\n"),
        (parts, start) => {
          const script = start + parts.flat().join("");
          const found = splitStatements(engine, script);
          expect(found.map(({ sql }) => sql)).toEqual(parts.map(([statement]) => statement));
          for (const { sql, line } of found)
            expect(
              script
                .split("\n")
                .slice(line - 1)
                .join("\n"),
            ).toContain(sql);
        },
      ),
    );
  });

  it("need no end", () => {
    for (const statement of statements) expect(split(statement)).toEqual([statement]);
    expect(split(" \n-- nothing\n;;")).toEqual([]);
  });

  it.each([
    "SELECT 1;\nSELECT 'a;\n",
    'SELECT 1;\n"a;',
    ...(engine === "sqlite" ? ["\n[a"] : ["\n/* a /* b */", "\n$x$;$$", "\nE'a\\'"]),
  ])("must end: %j", (script) => {
    expect(() => splitStatements(engine, script)).toThrow(expect.objectContaining({ name: "ScriptError", line: 2 }));
  });

  it("have the line on which they begin", () => {
    const script = "-- a\nSELECT 1;\n\n/* b\n*/ SELECT '\n';SELECT 2;\r\nSELECT 3";
    expect(splitStatements(engine, script).map(({ line }) => line)).toEqual([2, 5, 6, 7]);
  });

  it("of a long script are found in little time", () => {
    const script = "INSERT INTO a VALUES (1, 'x', 'y');\n".repeat(50_000);
    const started = process.cpuUsage();
    expect(split(script)).toHaveLength(50_000);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(5000);
  });
});

describe("the databases' own view", () => {
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client({ connectionString: await createDatabase() });
    await client.connect();
  });
  afterAll(() => client.end());

  it("on PostgreSQL: as many commands, and no piece has more than one", async () => {
    const script = corpus.postgresql.join("\n;\n");
    await client.query("BEGIN");
    const answers = await client.query(script);
    await client.query("ROLLBACK");
    const pieces = splitStatements("postgresql", script);
    expect(Array.isArray(answers) && answers.length).toBe(pieces.length);
    await client.query("BEGIN");
    // A prepared statement cannot have several commands.
    for (const [place, { sql }] of pieces.entries()) await client.query({ name: `piece ${place}`, text: sql });
    await client.query("ROLLBACK");
  });

  it("on SQLite: no piece has more than one", () => {
    const database = new Database(":memory:");
    for (const { sql } of splitStatements("sqlite", corpus.sqlite.join("\n;\n"))) {
      // It refuses to prepare several, or none.
      const run = () => database.prepare(sql);
      expect(run).not.toThrow();
      if (run().reader) run().all();
      else run().run();
    }
    database.close();
  });
});
