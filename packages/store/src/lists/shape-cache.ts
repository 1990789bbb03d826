import type { Shape } from "../sql/shape.js";
import { LRUCache } from "lru-cache";

/** Kinds of lists whose compiled statements are kept. */
const LIMIT = 200;

/** The compiled statements of one list, by name. */
export type ListShapes<Input> = Map<string, Shape<Input>>;

/** Keeps the compiled statements of the most recently used kinds of lists. */
export class ShapeCache<Input> {
  readonly #lists = new LRUCache<string, ListShapes<Input>>({ max: LIMIT });

  of(list: string): ListShapes<Input> {
    const known = this.#lists.get(list);
    if (known !== undefined) return known;
    const shapes: ListShapes<Input> = new Map();
    this.#lists.set(list, shapes);
    return shapes;
  }
}
