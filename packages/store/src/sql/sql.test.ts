import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openFile } from "../sqlite/database.js";
import { prepare } from "../sqlite/statements.js";
import { postgresDialect, sqliteDialect } from "./dialect.js";
import { compileShape, sql, where } from "./sql.js";

/** Text that SQLite keeps whole: it ends a statement at a zero. */
const text = fc.string({ unit: "binary" }).filter((value) => !value.includes("\0"));

describe("sql", () => {
  it("numbers placeholders in the order of the text, however fragments are nested", () => {
    interface Input {
      readonly a: number;
      readonly b: string;
    }
    const shape = compileShape<Input>(postgresDialect, (slot) => {
      const b = sql`b = ${slot((input) => input.b)}`;
      return sql`SELECT ${slot((input) => input.a)}${where([b, sql`c IN (${sql.join([sql.lit(1), slot(({ a }) => a)])})`])}`;
    });
    expect(shape.sql).toBe("SELECT $1 WHERE b = $2 AND c IN (1, $3)");
    expect(shape.bind({ a: 7, b: "x" })).toEqual([7, "x", 7]);
  });

  it("makes of any name and any text what SQLite reads as that name and that text", () => {
    const database = openFile(":memory:", {});
    fc.assert(
      fc.property(text, text, text, (name, literal, bound) => {
        const shape = compileShape<string>(
          sqliteDialect,
          (slot) =>
            sql`SELECT ${sql.id("t", `_${name}`)} AS id, ${sql.lit(literal)} AS lit, t.b FROM (SELECT 1 AS ${sql.id(`_${name}`)}, ${slot((value) => value)} AS b) AS t`,
        );
        expect(prepare(database, shape).get(bound)).toEqual({ id: 1, lit: literal, b: bound });
      }),
    );
    database.close();
  });
});
