import type { Timestamp } from "@cmgen/model";

/** A reminder at one moment. */
export interface OneReminder {
  type: "once";
  at: Timestamp;
}

/** A reminder that comes again. */
export interface RepeatedReminder {
  type: "repeated";
  /** A number and a unit: `30m`, `2h`, `1d`. */
  every: `${number}${"m" | "h" | "d"}`;
  /** @default true */
  onlyOnWeekdays?: boolean;
}

/** Told apart by `type`. */
export type Reminder = OneReminder | RepeatedReminder;
