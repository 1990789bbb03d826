import type { ListTuning } from "../list-tuning.js";
import { LRUCache } from "lru-cache";

/** Lists that are remembered, and how long their keys may be together. */
const remembered = {
  max: 1000,
  maxSize: 1_000_000,
  sizeCalculation: (_: number, key: string): number => key.length,
};

/**
 * What lists of some kind may be in the habit of:
 *
 * - `glance`: the first rows of the order are enough, so that nobody need ask how many rows the filters find;
 * - `unchanged`: nothing was written since they were counted.
 */
export type Habit = "glance" | "unchanged";

/** Lists that have the key in common are of a kind. */
interface ListKind {
  readonly key: string;
}

/**
 * What usually goes well, and may be tried before it is known whether it will. A try that goes wrong has cost one statement, and the habit has
 * to prove itself again.
 */
export class Habits {
  readonly #often: number;
  readonly #good: Readonly<Record<Habit, LRUCache<string, number>>> = {
    glance: new LRUCache(remembered),
    unchanged: new LRUCache(remembered),
  };

  /** What went well so often on end is usual. */
  constructor({ habit }: Pick<ListTuning, "habit">) {
    this.#often = habit;
  }

  /** Whether it is a habit of the lists of a key. */
  isUsual(habit: Habit, { key }: ListKind): boolean {
    return (this.#good[habit].get(key) ?? 0) >= this.#often;
  }

  /** Told how it went. */
  add(habit: Habit, { key }: ListKind, good: boolean): void {
    const lists = this.#good[habit];
    const times = lists.get(key) ?? 0;
    if (!good) lists.set(key, 0);
    else if (times < this.#often) lists.set(key, times + 1);
  }
}
