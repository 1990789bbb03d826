/** A time span as it is written wherever one is set: `"500ms"`, `"30s"`, `"15m"`, `"6h"`, `"1d"`. Decimal fractions are allowed: `"1.5s"`. */
export type Duration = `${number}${"ms" | "s" | "m" | "h" | "d"}`;

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The milliseconds of a duration; `undefined` for any other text or value, such as a negative one or a number without a unit. */
export function durationMs(duration: unknown): number | undefined {
  const [, count, unit = ""] = /^(\d+(?:\.\d+)?)([a-z]+)$/.exec(String(duration)) ?? [];
  return Object.hasOwn(UNITS, unit) ? Number(count) * UNITS[unit as keyof typeof UNITS] : undefined;
}
