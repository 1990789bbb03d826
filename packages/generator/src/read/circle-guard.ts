import type { ts } from "ts-morph";

/** A node that is met that often while it is being read leads back to itself: each time with other arguments, or with the same. */
const maxDepth = 40;

/** Keeps reading from going round in a circle: `type A = A & B`, or an interface that extends itself. */
export class CircleGuard {
  readonly #active = new Map<ts.Node, number>();
  readonly #circular = new Set<ts.Node>();
  readonly #onCircle: (node: ts.Node) => void;

  /** @param onCircle Told once of each node at which a circle was found to close. */
  constructor(onCircle: (node: ts.Node) => void) {
    this.#onCircle = onCircle;
  }

  isCircular(node: ts.Node): boolean {
    return this.#circular.has(node);
  }

  /** What `read` makes of the node; `undefined` where that would go round in a circle. */
  run<T>(node: ts.Node, read: () => T): T | undefined {
    if (this.#circular.has(node)) return undefined;
    const depth = this.#active.get(node) ?? 0;
    if (depth >= maxDepth) {
      this.#close(node);
      return undefined;
    }
    this.#active.set(node, depth + 1);
    const result = read();
    this.#active.set(node, depth);
    return result;
  }

  /** All that is being read over and over is part of the circle. Whoever meets it again need not go round to find out. */
  #close(node: ts.Node): void {
    for (const [active, depth] of this.#active) if (depth > 1) this.#circular.add(active);
    this.#onCircle(node);
  }
}
