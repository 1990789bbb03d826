const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/**
 * Milliseconds since 1970 of an RFC 3339 `date-time`; `undefined` for any other text and for days that no calendar has. Up to nine
 * digits of a second are read, those past the millisecond cut. The second 60 is refused: time counted from 1970 has no leap seconds.
 */
export function parseTimestamp(text: string): number | undefined {
  const match = DATE_TIME.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const offset = offsetMinutes(match[8], match[9], match[10]);
  if (offset === undefined || !isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const millisecond = Number((match[7] ?? "").padEnd(3, "0").slice(0, 3));
  return date.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1000 + millisecond;
}

/** Whether `text` is an RFC 3339 `date-time`: what the format `date-time` means everywhere in the service. */
export function isTimestamp(text: string): boolean {
  return parseTimestamp(text) !== undefined;
}

function offsetMinutes(
  sign: string | undefined,
  hours: string | undefined,
  minutes: string | undefined,
): number | undefined {
  if (sign === undefined) return 0;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function isDay(year: number, month: number, day: number): boolean {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day >= 1 && day <= (days[month - 1] ?? 0);
}
