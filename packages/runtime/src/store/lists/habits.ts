import type { ListTuning } from "./list-tuning.js";
import { RecentMap } from "./recent-map.js";

/** Habits that are remembered. */
const REMEMBERED = 1000;

/**
 * What usually goes well, and may be tried before it is known whether it will: that the first rows of the order are enough for a list of some
 * kind, so that nobody need ask how many rows its filters find; that nothing was written since its objects were counted. A try that goes
 * wrong has cost one statement, and the habit has to prove itself anew.
 */
export class Habits {
  readonly #often: number;
  readonly #good = new RecentMap<number>(REMEMBERED);

  /** What went well so often on end is usual. */
  constructor({ habit }: Pick<ListTuning, "habit">) {
    this.#often = habit;
  }

  isUsual(habit: string): boolean {
    return (this.#good.get(habit) ?? 0) >= this.#often;
  }

  /** Told how it went. */
  add(habit: string, good: boolean): void {
    this.#good.set(habit, good ? (this.#good.get(habit) ?? 0) + 1 : 0);
  }
}
