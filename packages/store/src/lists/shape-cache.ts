import type { Shape } from "../sql/sql.js";
import { LRUCache } from "lru-cache";

/** Statements that are kept, and the memory that these may take. */
const MOST = 1000;
const MOST_BYTES = 16 * 1024 * 1024;

/** The compiled statements of lists that were used last, by name. Callers decide how long a statement is, so bytes are limited. */
export interface ShapeCache<Input> {
  get(name: string): Shape<Input> | undefined;
  set(name: string, shape: Shape<Input>): void;
}

export function shapeCache<Input>(): ShapeCache<Input> {
  return new LRUCache<string, Shape<Input>>({
    max: MOST,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bytes }, name) => bytes + 2 * name.length,
  });
}
