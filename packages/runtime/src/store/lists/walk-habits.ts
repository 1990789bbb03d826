import { RecentMap } from "./recent-map.js";

/** Lists, told apart by all but their values, of which it is remembered how they went. */
const REMEMBERED = 500;

/** How often on end a look at the first rows of the order has to have been enough. */
const OFTEN = 3;

/**
 * For which kinds of lists a look at the first rows of the order is usually enough: they need not ask first how many rows their filters find.
 * Where that goes wrong it has cost one look, and the kind has to prove itself anew.
 */
export class WalkHabits {
  readonly #enough = new RecentMap<number>(REMEMBERED);

  isUsual(kind: string): boolean {
    return (this.#enough.get(kind) ?? 0) >= OFTEN;
  }

  /** Told whether it was enough. */
  add(kind: string, enough: boolean): void {
    this.#enough.set(kind, enough ? (this.#enough.get(kind) ?? 0) + 1 : 0);
  }
}
