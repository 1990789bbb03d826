import { ConfigurationError } from "../error/configuration-error.js";
import { printValue } from "../log/describe-error.js";
import { cronTimes, everyInterval, type Occurrences } from "./occurrences.js";
import type { Schedule, ScheduleContext, ScheduleDefinition } from "./schedule.js";

/**
 * Defines work that is done at certain times, in one process at a time.
 *
 * @throws {ConfigurationError} if the name is empty, or the times are empty or cannot be read.
 */
export function defineSchedule(definition: ScheduleDefinition): Schedule {
  const { name, missed = "run" } = definition;
  if (typeof name !== "string" || name === "") throw new ConfigurationError("A schedule needs a name.");
  if (missed !== "run" && missed !== "skip") {
    throw new ConfigurationError(`missed of the schedule ${name} must be "run" or "skip", not ${printValue(missed)}.`);
  }
  return Object.freeze({
    name,
    missed,
    occurrences: readOccurrences(definition),
    run: (context: ScheduleContext) => definition.run(context),
  });
}

function readOccurrences(definition: ScheduleDefinition): Occurrences {
  const { name, every, cron, timeZone } = definition;
  if (every !== undefined && cron === undefined)
    return explained(name, `\`every\` ${printValue(every)}`, () => everyInterval(every));
  if (cron === undefined || every !== undefined) {
    throw new ConfigurationError(`The schedule ${name} needs either \`every\` or \`cron\`.`);
  }
  const zone = timeZone === undefined ? "" : ` in the time zone ${timeZone}`;
  return explained(name, `\`cron\` ${printValue(cron)}${zone}`, () => cronTimes(cron, timeZone ?? "UTC"));
}

/** @throws {ConfigurationError} for a `RangeError`, whose message ends the sentence. */
function explained(schedule: string, option: string, read: () => Occurrences): Occurrences {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ConfigurationError(`The schedule ${schedule} has a wrong time: ${option} ${error.message}.`, {
      cause: error,
    });
  }
}
