/** Maps numbers to places of an axis by their logarithm. */
export interface LogScale {
  place(value: number): number;
  /** Powers of ten on the axis, both ends included. */
  readonly decades: readonly number[];
}

/** An axis from place `from` to place `to`, on which all the values are. */
export function logScale(values: readonly number[], from: number, to: number): LogScale {
  const low = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9));
  return {
    place: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
    decades: Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step)),
  };
}
