import type { ListTuning } from "../list-tuning.js";
import { LRUCache } from "lru-cache";

/** The number of habits remembered. */
const REMEMBERED = 1000;

/**
 * Shortcuts that may usually work for lists of a kind:
 *
 * - `glance`: the first rows of the order are enough, so the rows that the filters find need not be counted;
 * - `unchanged`: nothing was written since the last count.
 */
export type Habit = "glance" | "unchanged";

/** Lists with the same key are of one kind. */
interface ListKind {
  readonly key: string;
}

/**
 * Remembers which shortcuts usually work and are tried first. A try that fails costs one statement, and the habit must be earned again.
 */
export class Habits {
  readonly #often: number;
  readonly #good: Readonly<Record<Habit, LRUCache<string, number>>> = {
    glance: new LRUCache({ max: REMEMBERED }),
    unchanged: new LRUCache({ max: REMEMBERED }),
  };

  /** Successes in a row that make a habit. */
  constructor({ habit }: Pick<ListTuning, "habit">) {
    this.#often = habit;
  }

  /** Whether the shortcut is a habit of the lists with a key. */
  isUsual(habit: Habit, { key }: ListKind): boolean {
    return (this.#good[habit].get(key) ?? 0) >= this.#often;
  }

  /** Records whether the shortcut worked. */
  add(habit: Habit, { key }: ListKind, good: boolean): void {
    const lists = this.#good[habit];
    const times = lists.get(key) ?? 0;
    if (!good) lists.set(key, 0);
    else if (times < this.#often) lists.set(key, times + 1);
  }
}
