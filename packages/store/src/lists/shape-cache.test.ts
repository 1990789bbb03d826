import { describe, expect, it } from "vitest";
import { sqliteDialect } from "../sql/dialect.js";
import { compileShape, type Shape, sql } from "../sql/sql.js";
import { ShapeCache } from "./shape-cache.js";

/** A statement with so many placeholders. */
function shapeOf(placeholders: number): Shape<void> {
  return compileShape<void>(sqliteDialect, (slot) => {
    const values = Array.from({ length: placeholders }, () => slot(() => 1));
    return sql`SELECT 1 WHERE 1 IN (${sql.join(values)})`;
  });
}

describe("a cache of statements", () => {
  it("keeps many small ones", () => {
    const cache = new ShapeCache<void>();
    const small = shapeOf(5);
    for (let list = 0; list < 150; list += 1) {
      for (let name = 0; name < 8; name += 1) cache.of(`list ${list}`).set(`rows ${name}`, small);
    }
    expect(cache.of("list 0").get("rows 7")).toBe(small);
  });

  it("keeps no more large ones than its bytes allow, the last ones used", () => {
    const cache = new ShapeCache<void>();
    const large = shapeOf(1000);
    const lists = Array.from({ length: 150 }, (_, list) => cache.of(`list ${list}`));
    for (const shapes of lists) shapes.set("rows", large);
    const kept = lists.map((_, list) => cache.of(`list ${list}`).get("rows") === large);
    expect(kept.filter(Boolean)).toHaveLength(Math.floor((16 * 1024 * 1024) / (large.bytes + 20)));
    expect(kept.at(0)).toBe(false);
    expect(kept.at(-1)).toBe(true);
  });
});
