import type { EngineName } from "../databases/engine.js";

export type Unit = "seconds" | "a second" | "MB" | "bytes" | "times";

/** A number that was measured. */
export interface Amount {
  readonly amount: number;
  readonly unit: Unit;
}

/** What a number is to be. */
export interface Aim {
  readonly bound: "at most" | "at least";
  readonly amount: number;
  /** The value, of {@link Figure.values}, that it is about; without one it is the ratio. */
  readonly of?: string;
}

/** One measurement: numbers by what they are of, such as `cmgen` and `raw driver`. */
export interface Figure {
  readonly bench: string;
  /** Absent where none takes part. */
  readonly database?: EngineName;
  /** Objects there were; without a database, models. */
  readonly size: number;
  /** What was measured. */
  readonly name: string;
  readonly values: Readonly<Record<string, Amount>>;
  /** Of the first value to the second, or what the bench says. */
  readonly ratio?: number;
  readonly aim?: Aim;
}

/** A figure before it is said where it was measured. */
export type Measurement = Omit<Figure, "bench" | "database" | "size">;

/** Whether a figure is what it is to be; nothing where nothing was aimed at. */
export function meetsAim({ aim, ratio, values }: Figure): boolean | undefined {
  if (aim === undefined) return undefined;
  const amount = aim.of === undefined ? ratio : values[aim.of]?.amount;
  if (amount === undefined) throw new Error(`An aim is about ${aim.of ?? "a ratio"}, which was not measured`);
  return aim.bound === "at most" ? amount <= aim.amount : amount >= aim.amount;
}

export const seconds = (amount: number): Amount => ({ amount, unit: "seconds" });
export const perSecond = (amount: number): Amount => ({ amount, unit: "a second" });
export const megabytes = (amount: number): Amount => ({ amount, unit: "MB" });
export const bytes = (amount: number): Amount => ({ amount, unit: "bytes" });
export const times = (amount: number): Amount => ({ amount, unit: "times" });
