import type { Cell } from "./matrix.js";

/** What the two sides of a cell took, in seconds. */
export interface MeasuredCell<Asked extends Cell = Cell> {
  readonly cell: Asked;
  /** The best hand-written plan. */
  readonly plan: string;
  readonly cmgen: number;
  readonly best: number;
  readonly ratio: number;
  /** How many objects the list has. */
  readonly items: number;
}

/** Where the best plan takes less than this, in seconds, what each list costs besides its statements weighs more. */
const SHORT = 0.0002;

/** The ratio that a cell is to have at most. */
export function aimOf({ best }: MeasuredCell): number {
  return best < SHORT ? 2 : 1.5;
}

export function geometricMean(ratios: readonly number[]): number {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}
