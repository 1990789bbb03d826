import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openFile, type SqliteDatabase } from "./database.js";
import { sqliteTrouble } from "./sqlite-trouble.js";

/** What a file, its disk or its locks refuse is trouble, which callers are told to wait for. A wrong statement is not. */
describe("sqliteTrouble", () => {
  let folder: string;
  let file: string;
  let database: SqliteDatabase;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cmgen-trouble-"));
    file = join(folder, "a.db");
    database = openFile(file, { timeout: 0 });
    database.exec("CREATE TABLE a (b UNIQUE); INSERT INTO a VALUES (1)");
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  const insert = (text = "INSERT INTO a VALUES (2)"): void => void database.prepare(text).run();
  const errorOf = (run: () => void): unknown => {
    try {
      run();
    } catch (error) {
      return error;
    }
    throw new Error("It was not refused");
  };

  it.each<[string, () => void]>([
    [
      "SQLITE_READONLY",
      () => {
        database.pragma("query_only = ON");
        insert();
      },
    ],
    [
      "SQLITE_BUSY",
      () => {
        const other = openFile(file, {});
        other.exec("BEGIN IMMEDIATE");
        try {
          insert();
        } finally {
          other.close();
        }
      },
    ],
    [
      "SQLITE_FULL",
      () => {
        database.pragma("max_page_count = 3");
        insert("INSERT INTO a VALUES (zeroblob(100000))");
      },
    ],
    ["SQLITE_CANTOPEN", () => void openFile(join(folder, "missing.db"), { readonly: true })],
  ])("%s is trouble", (code, refused) => {
    expect(sqliteTrouble(errorOf(refused))?.reason).toContain(`(${code})`);
  });

  it.each(["INSERT INTO a VALUES (1)", "INSERT INTO nowhere VALUES (1)"])("%s is not", (text) => {
    expect(sqliteTrouble(errorOf(() => insert(text)))).toBeUndefined();
  });
});
