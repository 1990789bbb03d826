import { describe, expect, it } from "vitest";
import type { PostgresClient } from "./database.js";
import { PreparedNames } from "./prepared-names.js";

/** Connections are told apart, and nothing else is done with them here. */
const connection = (): PostgresClient => ({}) as PostgresClient;

describe("PreparedNames", () => {
  it("names what is asked for often, and always the same", () => {
    const names = new PreparedNames();
    const given = Array.from({ length: 5 }, () => names.nameOf("SELECT 1"));
    expect(given).toEqual([undefined, given[4], given[4], given[4], given[4]]);
    expect(given[4]).toEqual(expect.any(String));
    expect(names.nameOf("SELECT 2")).toBeUndefined();
  });

  it("gives names up once there are too many, with the connections that know them", () => {
    const names = new PreparedNames();
    const [first, ...others] = Array.from({ length: 302 }, (_, place) => `SELECT ${place}`);
    const known = connection();
    expect(names.isFresh(known)).toBe(true);
    const ask = (asked: string): string | undefined => Array.from({ length: 3 }, () => names.nameOf(asked))[2];
    const given = new Set([first, ...others].map((asked) => asked && ask(asked)));
    expect(given.size).toBe(302);
    expect(names.isFresh(known)).toBe(false);
    expect(names.isFresh(connection())).toBe(true);
    expect(first && names.nameOf(first)).toBeUndefined();
  });
});
