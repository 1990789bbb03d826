import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { loadSqliteDriver, sqliteDriver } from "./sqlite-driver.js";

/** Finds nothing, as Node.js reports it. */
function findNothing(name: string): never {
  throw Object.assign(new Error(`Cannot find module '${name}'\nRequire stack:\n- a.js`), { code: "MODULE_NOT_FOUND" });
}

describe("the SQLite driver", () => {
  it("is the one for this Node.js", () => {
    const Driver = sqliteDriver();
    const database = new Driver(":memory:");
    expect(database.prepare("SELECT 1 + 1").pluck().get()).toBe(2);
    database.close();
    expect(sqliteDriver()).toBe(Driver);
  });

  it.each([
    ["20.19.0", "@cmgen/sqlite-node20"],
    ["21.7.3", "@cmgen/sqlite-node20"],
    ["22.0.0", "@cmgen/sqlite"],
    ["100.0.0", "@cmgen/sqlite"],
  ])("for Node.js %s is %s, which may be missing", (version, name) => {
    expect(() => loadSqliteDriver(version, findNothing)).toThrow(
      `Node.js ${version} has no SQLite driver: ${name} is not installed. Delete node_modules and install the dependencies again`,
    );
  });

  it("of another Node.js is refused before its binary is loaded", () => {
    const other = Number.parseInt(process.versions.node, 10) < 22 ? "@cmgen/sqlite" : "@cmgen/sqlite-node20";
    expect(() => createRequire(import.meta.url)(other)).toThrow(
      `this is ${process.versions.node}, which needs @cmgen/sqlite`,
    );
  });

  it.each([
    ["20.19.0", "better-sqlite3/package.json", "better-sqlite3"],
    ["22.0.0", "@cmgen/sqlite-linux-x64", "@cmgen/sqlite-linux-x64"],
  ])("for Node.js %s is missing where %s is", (version, wanted, missing) => {
    expect(() => loadSqliteDriver(version, () => findNothing(wanted))).toThrow(
      `Node.js ${version} has no SQLite driver: ${missing} is not installed. Delete`,
    );
  });

  it("does not load where its binary does not, or where it is not the driver", () => {
    const broken = (): never => {
      throw new Error("Could not locate the bindings file. Tried:\n a\n b");
    };
    expect(() => loadSqliteDriver("22.1.0", broken)).toThrow(
      "Node.js 22.1.0 has no SQLite driver: @cmgen/sqlite does not load: Could not locate the bindings file. Delete",
    );
    expect(() => loadSqliteDriver("20.19.0", () => ({}))).toThrow("does not export better-sqlite3. Delete");
  });
});
