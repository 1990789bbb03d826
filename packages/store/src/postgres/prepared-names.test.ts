import { describe, expect, it } from "vitest";
import { PreparedNames } from "./prepared-names.js";

describe("PreparedNames", () => {
  it("names what is asked for often, and always the same", () => {
    const names = new PreparedNames();
    const given = Array.from({ length: 5 }, () => names.nameOf("SELECT 1"));
    expect(given).toEqual([undefined, given[4], given[4], given[4], given[4]]);
    expect(given[4]).toEqual(expect.any(String));
    expect(names.nameOf("SELECT 2")).toBeUndefined();
  });

  it("forgets what was not asked for lately, and gives no name twice", () => {
    const names = new PreparedNames();
    const asked = Array.from({ length: 1001 }, (_, place) => `SELECT ${place}`);
    const ask = (sql: string): string | undefined => Array.from({ length: 3 }, () => names.nameOf(sql))[2];
    const given = new Set(asked.map(ask));
    expect(given.size).toBe(1001);
    const again = ask("SELECT 0");
    expect(again).toEqual(expect.any(String));
    expect(given).not.toContain(again);
  });
});
