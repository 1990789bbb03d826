import { intervalMs } from "@cmgen/model/internal";
import { Cron } from "croner";

/** The times at which a schedule is due. */
export interface Occurrences {
  /** The first time after another, in milliseconds since 1970; undefined if there is none. */
  next(after: number): number | undefined;
  /**
   * How far the clock may be set back without repeating runs. After a larger leap, runs continue by the new time, although some of its times have been
   * before.
   */
  readonly leapMs: number;
}

/** Clocks are corrected by less. */
const CORRECTION_MS = 3_600_000;

/**
 * The multiples of an interval since 1970.
 *
 * @throws {RangeError} with the rest of a sentence that begins with the option.
 */
export function everyInterval(interval: string): Occurrences {
  const step = intervalMs(interval);
  if (step === undefined) {
    throw new RangeError(
      'must be a whole number of seconds, minutes, hours or days, such as "30s", "15m", "6h" or "1d"',
    );
  }
  return { next: (after) => (Math.floor(after / step) + 1) * step, leapMs: Math.min(step, CORRECTION_MS) };
}

/**
 * The times of a cron expression. A time that a change to summer time skips is made up for right after it; one that comes twice counts once.
 *
 * @throws {RangeError} with the rest of a sentence that begins with the option.
 */
export function cronTimes(expression: string, timezone: string): Occurrences {
  const cron = parseCron(expression, timezone);
  const next = (after: number): number | undefined => cron.nextRun(new Date(after))?.getTime();
  if (next(Date.now()) === undefined) throw new RangeError("never comes: no date has this day and month");
  return { next, leapMs: CORRECTION_MS };
}

function parseCron(expression: string, timezone: string): Cron {
  try {
    // Croner would take the time zone of the machine.
    if (timezone === "") throw new TypeError("The time zone is empty");
    const cron = new Cron(expression, { paused: true, timezone });
    // A time zone is looked at when a time is computed.
    cron.nextRun();
    if (cron.getOnce() !== null) throw new TypeError("It is a single time");
    return cron;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RangeError(`is not a cron expression such as "0 3 * * *" for every day at 3:00 (${reason})`, {
      cause: error,
    });
  }
}
