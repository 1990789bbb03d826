const DAY = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
const MINUTE = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const SECOND = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });

/** Whether a text is a day, without a time. */
export function isDay(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value);
}

/** What a text means: of a day its beginning, in the user's own time. */
export function instantOf(value: string): Date {
  return new Date(isDay(value) ? `${value}T00:00` : value);
}

/** An instant in the user's own time, or a day. A text that is neither stays as it is. */
export function timeText(value: string): string {
  if (isDay(value)) return dayText(value);
  const instant = new Date(value);
  return Number.isNaN(instant.getTime()) ? value : formatOf(instant).format(instant);
}

/** As {@link timeText}, and of a midnight the day that it begins. */
export function dayText(value: string): string {
  const instant = instantOf(value);
  if (isMidnight(instant)) return DAY.format(instant);
  return isDay(value) ? value : timeText(value);
}

/** A range that ends before its second instant: whole days are shown as days. Undefined if it is empty, or not one of instants. */
export function rangeText(from: string, to: string): string | undefined {
  const [start, end] = [instantOf(from), instantOf(to)];
  if (!(start < end)) return undefined;
  if (!isMidnight(start) || !isMidnight(end)) return formatOf(start, end).formatRange(start, end);
  const last = new Date(end.getFullYear(), end.getMonth(), end.getDate() - 1);
  return DAY.formatRange(start, last);
}

function formatOf(...instants: readonly Date[]): Intl.DateTimeFormat {
  const isWhole = instants.every((each) => each.getTime() % 60_000 === 0);
  return isWhole ? MINUTE : SECOND;
}

function isMidnight(time: Date): boolean {
  return time.getHours() + time.getMinutes() + time.getSeconds() + time.getMilliseconds() === 0;
}
