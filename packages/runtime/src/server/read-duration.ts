import { durationMs } from "@cmgen/model/internal";
import { printValue } from "../log/describe-error.js";
import { ConfigurationError } from "../error/configuration-error.js";

/**
 * The milliseconds of a setting that is a duration, at least one.
 *
 * @param name what the setting is called, for the error.
 * @throws {ConfigurationError} for anything else, such as a number.
 */
export function readDuration(name: string, value: unknown): number {
  const milliseconds = typeof value === "string" ? durationMs(value) : undefined;
  if (milliseconds !== undefined && milliseconds >= 1) return milliseconds;
  throw new ConfigurationError(
    `${name} must be a duration of at least 1 ms, such as "10s" or "500ms", not ${printValue(value)}.`,
  );
}
