const DAY = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
const MINUTE = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const SECOND = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });

/** An instant in the user's own time. A text that is not an instant stays as it is. */
export function timeText(value: string): string {
  const instant = new Date(value);
  return Number.isNaN(instant.getTime()) ? value : formatOf(instant).format(instant);
}

/** As {@link timeText}, and of a midnight the day that it begins. */
export function dayText(value: string): string {
  const instant = new Date(value);
  return isMidnight(instant) ? DAY.format(instant) : timeText(value);
}

/** A range that ends before its second instant: whole days are shown as days. Undefined if it is empty, or not one of instants. */
export function rangeText(from: string, to: string): string | undefined {
  const [start, end] = [new Date(from), new Date(to)];
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
