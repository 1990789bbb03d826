import type { Log } from "../log/log.js";
import type { ResourceAccess } from "../resource/resource-access.js";
import type { Occurrences } from "./occurrences.js";

/** What the function of a schedule gets. */
export interface ScheduleContext extends ResourceAccess {
  readonly log: Log;
  /** When the run was due. Of several runs that were missed, the first. */
  readonly due: Date;
  /** Aborted when the service stops, or another process may take over. */
  readonly signal: AbortSignal;
}

/** A whole number of seconds, minutes, hours or days: `"30s"`, `"15m"`, `"6h"`, `"1d"`. */
export type Interval = `${number}${"s" | "m" | "h" | "d"}`;

interface ScheduleSettings {
  /** Unique in a plugin. Whether a run was missed is remembered by it. */
  readonly name: string;
  /**
   * What happens when runs were missed because no process ran, or a run was broken off because its process ended. `run` (default): one run makes up
   * for all of them. `skip`: the next one is at its usual time.
   */
  readonly missed?: "run" | "skip";
  /** Called at the time; never twice at once, in all processes. What it throws is logged, and the next run is at its usual time. */
  run(context: ScheduleContext): Promise<void>;
}

/** What a plugin's author writes: what to do, and when. */
export type ScheduleDefinition = ScheduleSettings &
  (
    | {
        /** The time from one run to the next, counted from 1970 UTC: `"15m"` is at :00, :15, :30 and :45 of each hour. */
        readonly every: Interval;
        readonly cron?: never;
        readonly timeZone?: never;
      }
    | {
        /** Five fields (minute, hour, day of the month, month, day of the week), or six with seconds first. */
        readonly cron: string;
        /** A name such as `Europe/Berlin`. Default `UTC`. */
        readonly timeZone?: string;
        readonly every?: never;
      }
  );

/** A schedule as a plugin lists it. Made by `defineSchedule`. */
export interface Schedule {
  readonly name: string;
  readonly missed: "run" | "skip";
  readonly occurrences: Occurrences;
  run(context: ScheduleContext): Promise<void>;
}
