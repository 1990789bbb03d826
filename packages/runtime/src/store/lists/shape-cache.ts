import type { Shape } from "../sql/shape.js";

/** Most shapes kept: callers decide what they ask for, and must not decide how much is remembered of it. */
const LIMIT = 500;

/** Keeps compiled statements by what makes them different, the most recently used ones. */
export class ShapeCache<Input> {
  readonly #shapes = new Map<string, Shape<Input>>();

  get(key: string, make: () => Shape<Input>): Shape<Input> {
    const shape = this.#shapes.get(key) ?? make();
    this.#shapes.delete(key);
    this.#shapes.set(key, shape);
    for (const oldest of this.#shapes.keys()) {
      if (this.#shapes.size <= LIMIT) break;
      this.#shapes.delete(oldest);
    }
    return shape;
  }
}
