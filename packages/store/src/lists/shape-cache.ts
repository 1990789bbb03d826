import type { Shape } from "../sql/sql.js";
import { LRUCache } from "lru-cache";

/** Kinds of lists (equal except for their values) whose statements are kept, and the memory that these may take. */
const LIMIT = 200;
const MOST_BYTES = 16 * 1024 * 1024;

/** The compiled statements of one list, by name. */
export interface ListShapes<Input> {
  get(name: string): Shape<Input> | undefined;
  set(name: string, shape: Shape<Input>): void;
}

/** Keeps the compiled statements of the most recently used kinds of lists. Callers decide how long a statement is, so bytes are limited. */
export class ShapeCache<Input> {
  readonly #lists = new LRUCache<string, ListShapes<Input>>({ max: LIMIT, maxSize: MOST_BYTES });

  of(list: string): ListShapes<Input> {
    const known = this.#lists.get(list);
    if (known !== undefined) return known;
    let size = 2 * list.length;
    const shapes = new Map<string, Shape<Input>>();
    const kept: ListShapes<Input> = {
      get: (name) => shapes.get(name),
      set: (name, shape) => {
        shapes.set(name, shape);
        size += shape.bytes;
        // Setting the same value again would keep its old size.
        this.#lists.delete(list);
        this.#lists.set(list, kept, { size });
      },
    };
    this.#lists.set(list, kept, { size });
    return kept;
  }
}
