const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:Z|[+-](\d\d):(\d\d))$/i;
const DURATION = /^P(?:\d+W|(?=\d|T\d)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/;

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** RFC 3339 `full-date`: a day that the calendar has. */
export function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const isLeapDay = month === 2 && day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && (day <= (DAYS[month - 1] ?? 0) || isLeapDay);
}

/** RFC 3339 `full-time`, with its offset; like a timestamp's without the second 60, and with at most nine digits of a second. */
export function isTime(text: string): boolean {
  const match = TIME.exec(text);
  if (match === null) return false;
  const [hour, minute, second, offsetHour = 0, offsetMinute = 0] = match.slice(1).map((digits) => Number(digits ?? 0));
  return Number(hour) <= 23 && Number(minute) <= 59 && Number(second) <= 59 && offsetHour <= 23 && offsetMinute <= 59;
}

/** RFC 3339, appendix A: `P3Y6M4DT12H30M5S`, `P4W`. */
export function isDuration(text: string): boolean {
  return DURATION.test(text);
}
