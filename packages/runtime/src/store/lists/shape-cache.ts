import type { Shape } from "../sql/shape.js";
import { RecentMap } from "./recent-map.js";

/** Most shapes kept. */
const LIMIT = 500;

/** Keeps compiled statements by what makes them different, the most recently used ones. */
export class ShapeCache<Input> {
  readonly #shapes = new RecentMap<Shape<Input>>(LIMIT);

  get(key: string, make: () => Shape<Input>): Shape<Input> {
    const known = this.#shapes.get(key);
    if (known !== undefined) return known;
    const shape = make();
    this.#shapes.set(key, shape);
    return shape;
  }
}
