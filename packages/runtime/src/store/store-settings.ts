import { defaultRetention, type ChangeRetention } from "./change-retention.js";
import { defaultTuning, type ListTuning } from "./lists/list-tuning.js";

/** How a store behaves, on either database. */
export interface StoreSettings {
  /** How long the consumer of a list of all items may take for a batch of them. */
  readonly stallMilliseconds: number;
  readonly tuning: ListTuning;
  readonly retention: ChangeRetention;
  /** Told of errors of work that nobody waits for. */
  readonly failed: (error: unknown) => void;
}

export const defaultSettings: StoreSettings = {
  stallMilliseconds: 60_000,
  tuning: defaultTuning,
  retention: defaultRetention,
  failed: (error) => process.emitWarning(error instanceof Error ? error : String(error)),
};
