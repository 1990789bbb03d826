import { describe, expect, it } from "vitest";
import { sqliteDialect } from "../sql/dialect.js";
import { compileShape, type Shape, sql } from "../sql/sql.js";
import { shapeCache } from "./shape-cache.js";

/** A statement with so many placeholders. */
function shapeOf(placeholders: number): Shape<void> {
  return compileShape<void>(sqliteDialect, (slot) => {
    const values = Array.from({ length: placeholders }, () => slot(() => 1));
    return sql`SELECT 1 WHERE 1 IN (${sql.join(values)})`;
  });
}

describe("a cache of statements", () => {
  it("keeps many small ones", () => {
    const cache = shapeCache<void>();
    const small = shapeOf(5);
    for (let list = 0; list < 900; list += 1) cache.set(`rows of list ${list}`, small);
    expect(cache.get("rows of list 0")).toBe(small);
  });

  it("keeps no more large ones than its bytes allow, the last ones used", () => {
    const cache = shapeCache<void>();
    const large = shapeOf(1000);
    const names = Array.from({ length: 150 }, (_, list) => `rows ${String(list).padStart(3)}`);
    for (const name of names) cache.set(name, large);
    const kept = names.map((name) => cache.get(name) === large);
    expect(kept.filter(Boolean)).toHaveLength(Math.floor((16 * 1024 * 1024) / (large.bytes + 16)));
    expect(kept.at(0)).toBe(false);
    expect(kept.at(-1)).toBe(true);
  });
});
