import { type Fragment, sql } from "./sql.js";

const DAY = 86_400_000;
/** Days of the 400 years after which the calendar repeats. */
const CYCLE = 146_097;
/** From 1 March of the year -2000 to 1970: everything that is divided is then positive, which both databases round alike. */
const DAYS_BEFORE_1970 = 719_468 + 5 * CYCLE;
const MONTHS_BEFORE_1970 = (1970 + 2000) * 12 - 2;

/** The number of the day, from 1970-01-01 in UTC, of an instant in milliseconds. */
export function dayOf(instant: Fragment): Fragment {
  return sql`(${marchDay(instant)} - ${sql.lit(DAYS_BEFORE_1970)})`;
}

/**
 * The number of the month, from January 1970 in UTC, of an instant in milliseconds. By arithmetic, because SQLite's functions for dates know no
 * year after 9999, which an instant of 9999 with another time zone may be in. Years begin in March here, so that their last day is the one that
 * some lack.
 */
export function monthOf(instant: Fragment): Fragment {
  const day = marchDay(instant);
  const century = sql`((4 * ${day} + 3) / ${sql.lit(CYCLE)})`;
  const inCentury = sql`(${day} - ${sql.lit(CYCLE)} * ${century} / 4)`;
  const year = sql`((4 * ${inCentury} + 3) / 1461)`;
  const inYear = sql`(${inCentury} - 1461 * ${year} / 4)`;
  const month = sql`((5 * ${inYear} + 2) / 153)`;
  return sql`(1200 * ${century} + 12 * ${year} + ${month} - ${sql.lit(MONTHS_BEFORE_1970)})`;
}

function marchDay(instant: Fragment): Fragment {
  return sql`((${instant} + ${sql.lit(DAYS_BEFORE_1970 * DAY)}) / ${sql.lit(DAY)})`;
}
