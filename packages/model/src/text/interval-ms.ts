const UNITS: ReadonlyMap<string, number> = new Map([
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

/**
 * The milliseconds of an interval: a whole number of seconds, minutes, hours or days, such as `30s`, `15m`, `6h` or `1d`. `undefined` for any
 * other text.
 */
export function intervalMs(interval: string): number | undefined {
  const [, count = "", unit = ""] = /^([1-9]\d*)([smhd])$/.exec(interval) ?? [];
  const milliseconds = Number(count) * (UNITS.get(unit) ?? Number.NaN);
  return Number.isSafeInteger(milliseconds) ? milliseconds : undefined;
}
