import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { ControllerError } from "./recent-errors.js";
import type { FailingKey, QueueCounts } from "./work-queue.js";

/** The status of a controller. */
export interface ControllerState extends QueueCounts {
  readonly plugin: string;
  readonly controller: string;
  /** `<plural>.<group>/<version>`. */
  readonly resource: string;
  /** Whether it runs in this process. If not, it has no objects here. */
  readonly leads: boolean;
  /** Milliseconds since 1970; absent before the first reconcile that succeeded here. */
  readonly lastSuccess?: number;
  /** Some of those that failed the last time. */
  readonly failures: readonly FailingKey[];
  /** What it failed with lately in this process, the newest first. */
  readonly errors: readonly ControllerError[];
  /** The models whose objects it works on and watches: its errors may say what is in them. */
  readonly models: readonly ModelDescriptor[];
}
