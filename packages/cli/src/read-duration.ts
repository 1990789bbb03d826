import type { Duration } from "@cmgen/model";
import { durationMs } from "@cmgen/model/internal";

import { UsageError } from "./usage-error.js";

/** The longest time that an option may give. */
const LONGEST_MS = 86_400_000;

/**
 * The time that an option gives.
 *
 * @param name the option's, without dashes
 * @throws {UsageError} for anything but a time of more than nothing and of at most a day
 */
export function readDuration(given: string, name: string): Duration {
  const time = durationMs(given) ?? 0;
  if (isDuration(given) && time > 0 && time <= LONGEST_MS) return given;
  const unit = /^\d+(?:\.\d+)?$/.test(given) ? `; for ${given} seconds write ${given}s` : "";
  throw new UsageError(`--${name} must be a time up to 24h, such as 500ms, 30s or 15m${unit}.`);
}

function isDuration(given: string): given is Duration {
  return durationMs(given) !== undefined;
}
